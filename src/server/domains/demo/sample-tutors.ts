import { slotAt, slotsPerDay } from '#shared/rules/half-hours.ts';
import type { TutorForm } from '#shared/tutors.ts';
import { around, district, hobbies, taughtIn, teachings } from './places-and-subjects.ts';
import { isOpenEnded, openEndedShare, priceIn } from './prices.ts';
import type { Random } from './random.ts';

const surnames = [...'陳李黃張林王吳劉何梁鄭郭曾謝許鄧馮蔡周徐葉朱楊羅余潘蘇'];
const givenNames = {
  F: ['嘉欣', '詠琳', '曉彤', '穎詩', '芷晴', '卓盈', '凱婷', '思敏', '樂怡', '綺雯', '慧珊', '佩儀'],
  M: ['子軒', '俊傑', '浩然', '家豪', '文軒', '梓朗', '耀明', '志恆', '承軒', '柏熹', '天朗', '國華'],
} as const;
const universities = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const ways = [
  '先找出學生卡住的一步，再由那一步講起。',
  '每堂開始前十分鐘溫習上一堂，完堂前做一條考試題。',
  '會把學校的工作紙和歷屆試題配合使用，進度每月向家長交代。',
  '重視理解多於操練，鼓勵學生自己講一次解法。',
  '課後以訊息回答學生的問題，不另收費。',
  '按學生的校內測驗時間表安排進度。',
];

/** Numbers of drawn portraits that fit. */
const portraits = {
  young: { F: [1, 3, 5, 7, 9, 13, 15, 17, 20], M: [2, 4, 8, 10, 12, 16, 18, 19] },
  any: { F: [11, 1, 3, 7, 9, 13, 20], M: [6, 14, 2, 10, 12, 18, 19] },
} as const;

type Class = 'student' | 'graduate' | 'full_time' | 'school_teacher';
const classes = [
  ['student', 46],
  ['graduate', 28],
  ['full_time', 16],
  ['school_teacher', 10],
] as const;

/** A plausible tutor: name, education, results, subjects, price and times fit together. */
export function sampleTutor(random: Random): TutorForm {
  return random.chance(0.09) ? hobbyTutor(random) : schoolTutor(random);
}

function schoolTutor(random: Random): TutorForm {
  const kind: Class = random.weighted(classes);
  const teaching = random.weighted(teachings.map((each) => [each, each.weight] as const));
  const results = kind === 'school_teacher' ? [] : dseResults(random, teaching.subjects);
  const taught = random.some(teaching.subjects, random.between(2, 4)).sort((a, b) => a - b);
  const from = random.below(Math.max(1, teaching.grades.length - 4));
  const grade = teaching.grades.slice(from, from + random.between(5, 12));
  const of = (major_subject: number, among: readonly number[]) => ({
    major_subject,
    other_subject: null,
    grade: taughtIn(major_subject, among),
  });
  const subjects = taught.map((subject) => of(subject, grade)).filter((each) => each.grade.length > 0);
  return {
    ...common(random, kind, hourlyPrices(random, kind, results, grade)),
    dse_results: results,
    subject_grades: subjects.length > 0 ? subjects : [of(teaching.subjects[0], teaching.grades)],
    tutoring_type: [1, ...(random.chance(0.7) ? [2] : []), ...(random.chance(0.25) ? [5] : [])],
  };
}

/** Music, sport and the like. What needs a court or a pool is not taught by video. */
function hobbyTutor(random: Random): TutorForm {
  const kind: Class = random.one(['student', 'graduate', 'full_time', 'full_time']);
  const hobby = random.one(hobbies);
  return {
    ...common(random, kind, hourlyPrices(random, kind, [], [9])),
    dse_results: [],
    subject_grades: random
      .some(hobby.subjects, random.between(1, 2))
      .sort((a, b) => a - b)
      .map((other_subject) => ({ major_subject: null, other_subject, grade: [...hobby.grades] })),
    tutoring_type: [1, ...(hobby.byVideo && random.chance(0.5) ? [2] : [])],
  };
}

function common(random: Random, kind: Class, { lowest, highest }: Prices) {
  const gender = random.chance(0.55) ? 'F' : 'M';
  const home = district(random);
  const drawn = portraits[kind === 'student' || kind === 'graduate' ? 'young' : 'any'][gender];
  return {
    display_name: `${random.one(surnames)}${random.one(givenNames[gender])}`,
    gender,
    drawn_portrait: random.one<number>(drawn),
    introduction: introductionOf(random, kind),
    school_name: '',
    ...studies(random, kind),
    tutoring_region: [home],
    travel_region: around(random, home),
    teaching_language: [1, ...(random.chance(0.45) ? [2] : []), ...(random.chance(0.2) ? [3] : [])],
    match_time: freeTime(random, kind),
    price_min: lowest,
    price_max: Math.max(highest, lowest + random.one([30, 50, 80, 100])),
    is_listed: true,
  } as const satisfies Partial<TutorForm>;
}

const m1 = 5;
const m2 = 6;

function dseResults(random: Random, subjects: readonly number[]) {
  // A candidate may take only one of the two extended modules.
  const module = random.one([m1, m2]);
  const examined = subjects.filter(
    (subject) => subject <= 29 && (subject === module || ![m1, m2].includes(subject)),
  );
  return random.some(examined, random.between(0, 3)).map((major_subject) => ({
    major_subject,
    dse_level: random.weighted([
      [4, 2],
      [5, 5],
      [6, 4],
      [7, 3],
    ] as const),
  }));
}
function studies(random: Random, kind: Class) {
  const school = random.one(universities);
  const graded = { gpa: random.between(2, 5), rank: random.between(1, 4) };
  if (kind === 'student')
    return {
      education: random.weighted([
        [3, 8],
        [5, 2],
      ] as const),
      school,
      experience: random.between(1, 4),
      ...graded,
    };
  if (kind === 'graduate')
    return { education: random.one([4, 4, 6]), school, experience: random.between(3, 5), ...graded };
  if (kind === 'full_time')
    return {
      education: random.one([4, 4, 6]),
      school,
      experience: random.between(5, 6),
      gpa: null,
      rank: null,
    };
  return {
    education: 8,
    school: random.one([2, 8, 1]),
    experience: random.between(4, 6),
    gpa: null,
    rank: null,
  };
}

type Prices = { lowest: number; highest: number };

/** From what the youngest students pay to what the oldest do; those who teach for a living stay near the usual price. */
function hourlyPrices(
  random: Random,
  kind: Class,
  results: { dse_level: number }[],
  grades: readonly number[],
): Prices {
  const best = Math.max(0, ...results.map(({ dse_level }) => dse_level));
  const column =
    kind === 'student' || kind === 'graduate'
      ? best >= 6
        ? 'level_5_star'
        : best === 5
          ? 'level_5'
          : 'no_demand'
      : kind;
  const share = (random.below(8) / 10) * (isOpenEnded(column) ? openEndedShare : 1);
  const [youngest = 12, oldest = youngest] = [grades[0], grades.at(-1)];
  return { lowest: priceIn(youngest, column, share), highest: priceIn(oldest, column, share) };
}

/** After school or work on some weekdays, and most weekends. */
function freeTime(random: Random, kind: Class) {
  const weekdays = random.some([1, 2, 3, 4, 5], random.between(2, 4));
  const weekend = random.some([6, 7], random.between(1, 2));
  const opens = kind === 'student' || kind === 'full_time' ? random.between(30, 34) : random.between(34, 37);
  return [
    ...weekdays.flatMap((day) => span(day, opens, random.between(40, 43))),
    ...weekend.flatMap((day) => span(day, random.between(18, 24), random.between(32, 40))),
  ].sort((a, b) => a.weekday - b.weekday || a.start.localeCompare(b.start));
}
const span = (weekday: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => slotAt((weekday - 1) * slotsPerDay + from + at));

function introductionOf(random: Random, kind: Class) {
  const who = {
    student: '現正就讀大學，課餘補習。',
    graduate: '大學畢業，公餘補習。',
    full_time: '全職補習導師。',
    school_teacher: '現職學校教師，公餘補習。',
  }[kind];
  return `${who}${random.some(ways, 2).join('')}（示範導師，並非真人。）`;
}
