/** Random tutors and cases for tests and benchmarks: the same for the same seed, with the skew of a real market. */
import type { Gender, ParentCase, TutorListing } from './input.ts';
import { clock, type Slot } from './pair/weekly.ts';

export type Random = () => number;

/** Seeded generator (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const randomBelow = (random: Random, count: number) => Math.floor(random() * count);
const randomBetween = (random: Random, low: number, high: number) =>
  low + randomBelow(random, high - low + 1);
const oneOf = <T>(random: Random, list: readonly T[]) => list[randomBelow(random, list.length)] as T;

/** Picks a value at random by weight. */
function weightedPick<T>(random: Random, table: readonly (readonly [T, number])[]): T {
  let left = random() * table.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of table) {
    left -= weight;
    if (left < 0) return value;
  }
  return (table.at(-1) as readonly [T, number])[0];
}

/** "3:8 4:4" picks 3 twice as often as 4. */
const table = (text: string) =>
  text.split(' ').map((entry) => entry.split(':').map(Number) as [id: number, weight: number]);
/** "1,2:25": a list of ids and its weight. */
const listTable = (text: string) =>
  text.split(' ').map((entry): [number[], number] => {
    const [ids = '', weight] = entry.split(':');
    return [ids.split(',').map(Number), Number(weight)];
  });

const regionTable = table(
  '1:5 2:4 3:8 4:4 5:6 6:6 7:8 8:6 9:9 10:7 11:5 12:7 13:8 14:4 15:4 16:10 17:7 18:2',
);
const otherTable = table('1:8 2:3 3:2 4:1 5:1 11:3 12:1 13:1 14:1 21:3 22:2 23:1 31:2 32:3 34:1 35:2');
const languageTable = listTable('1:55 1,2:25 1,3:8 1,2,3:6 2:4 3:2');
const offeredTypes = listTable('1:30 1,2:38 2:8 1,2,5:10 1,3,4:6 2,4:5 5:3');
const requestedTypes = table('1:62 2:22 3:3 4:5 5:8');
const educationTable = table('1:6 2:8 3:34 4:26 5:6 6:12 7:2 8:6');
const experienceTable = table('1:10 2:14 3:28 4:27 5:14 6:7');
const badgeTable = table('0:55 1:30 2:12 3:3');
const daysTable = table('1:50 2:35 3:10 4:2 5:3');
const lengthTable = table('1:25 2:40 3:30 4:3 5:2');
const leastEducationTable = table('3:40 4:40 6:10 8:10');

type Level = { grades: readonly number[]; majors: [number, number][]; price: number };
const level = (grades: number[], majors: string, price: number): Level => ({
  grades,
  majors: table(majors),
  price,
});
const senior = '1:5 2:8 3:9 4:1 5:2 6:4 11:1 13:1 14:3 16:2 17:1 19:4 20:4 21:4 22:3 25:1';
const levels: [Level, number][] = [
  [level([1, 2, 3], '31:3 1:3 2:4 3:3 38:1', 150), 8],
  [level([4, 5, 6, 7, 8, 9], '31:10 1:6 2:8 3:9 35:2 36:1 38:1', 165), 34],
  [level([10, 11, 12], '31:4 1:6 2:9 3:12 39:3', 185), 22],
  [level([13, 14, 15], senior, 220), 26],
  [level([16, 17], '41:4 42:1 43:4 44:3 45:1 46:1', 380), 5],
  [level([18, 19], '47:4 48:2 2:2 3:1', 260), 3],
];

function distinct<T>(random: Random, table: readonly (readonly [T, number])[], count: number): T[] {
  const chosen = new Set<T>();
  for (let tries = 0; chosen.size < Math.min(count, table.length) && tries < 40; tries++)
    chosen.add(weightedPick(random, table));
  return [...chosen];
}

function halfHours(weekday: number, first: number, last: number): Slot[] {
  const slots: Slot[] = [];
  for (let half = first; half < last; half++) slots.push({ weekday, start: clock(half) });
  return slots;
}

function tutorTimes(random: Random): Slot[] {
  const slots: Slot[] = [];
  const isFullTime = random() < 0.25;
  for (let weekday = 1; weekday <= 7; weekday++) {
    const isWeekend = weekday > 5;
    if (random() > (isFullTime ? 0.85 : 0.55)) continue;
    const first = isFullTime || isWeekend ? randomBetween(random, 18, 30) : randomBetween(random, 31, 37);
    slots.push(
      ...halfHours(weekday, first, Math.min(46, first + randomBetween(random, 3, isFullTime ? 20 : 12))),
    );
  }
  return slots.length > 0 ? slots : halfHours(randomBetween(random, 1, 7), 34, 42);
}

function subjectsOf(random: Random) {
  const taught: { major_subject: number | null; other_subject: number | null; grade: number[] }[] = [];
  if (random() < 0.16)
    taught.push({
      major_subject: null,
      other_subject: weightedPick(random, otherTable),
      grade: [3, 4, 5, 6, 7, 8, 9, 10, 11],
    });
  if (taught.length === 1 && random() < 0.5) return { taught, price: 300 };
  let price = 0;
  for (let rounds = random() < 0.45 ? 2 : 1; rounds > 0; rounds--) {
    const level = weightedPick(random, levels);
    price = Math.max(price, level.price);
    const start = random() < 0.6 ? 0 : randomBelow(random, level.grades.length);
    const grade = level.grades.slice(start, start + randomBetween(random, 2, level.grades.length));
    for (const major_subject of distinct(random, level.majors, randomBetween(random, 1, 3)))
      taught.push({ major_subject, other_subject: null, grade: [...grade] });
  }
  return { taught, price };
}

const dayMs = 86_400_000;

export function sampleTutor(random: Random, id: number, now: number): TutorListing {
  const { taught, price } = subjectsOf(random);
  const education = weightedPick(random, educationTable);
  const experience = weightedPick(random, experienceTable);
  const skill = 0.75 + 0.06 * education + 0.07 * experience + 0.35 * random();
  const priceMin = Math.max(60, Math.round((price * skill) / 10) * 10 - 30);
  const home = distinct(random, regionTable, randomBetween(random, 1, 3));
  const age = random() < 0.08 ? random() * 30 : random() * 900;
  const reviews = age < 30 || random() < 0.35 ? 0 : Math.floor(random() ** 3 * 40) + 1;
  const answered = age < 10 ? 0 : Math.floor(random() ** 2 * 25);
  const due = reviews * 6;
  return {
    id,
    gender: weightedPick<Gender>(random, [
      ['F', 55],
      ['M', 43],
      ['U', 2],
    ]),
    education,
    gpa: education >= 3 && random() < 0.6 ? randomBetween(random, 1, 5) : null,
    rank: random() < 0.4 ? randomBetween(random, 1, 5) : null,
    experience,
    dse_results: random() < 0.75 ? dseOf(random, taught) : [],
    subject_grades: taught,
    tutoring_type: weightedPick(random, offeredTypes),
    tutoring_region: home,
    travel_region: distinct(random, regionTable, randomBelow(random, 5)).filter(
      (region) => !home.includes(region),
    ),
    teaching_language: weightedPick(random, languageTable),
    match_time: tutorTimes(random),
    price_min: priceMin,
    price_max: priceMin + randomBetween(random, 0, 12) * 10,
    is_listed: true,
    created_at: now - Math.floor(age * dayMs),
    active_at: now - Math.floor(Math.min(age, random() ** 3 * 120) * dayMs),
    pending: Math.floor(random() ** 4 * 6),
    views: Math.floor(random() ** 4 * 300),
    reviews,
    rating: reviews > 0 ? Math.round((3 + 2 * Math.sqrt(random())) * 10) / 10 : null,
    lessons_due: due,
    lessons_kept: Math.round(due * (1 - 0.2 * random() ** 3)),
    answered,
    accepted: Math.round(answered * random()),
    badges: weightedPick(random, badgeTable),
  };
}

function dseOf(random: Random, taught: readonly { major_subject: number | null }[]) {
  const subjects = new Set([1, 2, 3]);
  for (const { major_subject } of taught)
    if (major_subject !== null && major_subject <= 29) subjects.add(major_subject);
  subjects.delete(4);
  return Array.from(subjects, (major_subject) => ({
    major_subject,
    dse_level: Math.min(7, 2 + Math.floor(6 * Math.sqrt(random()))),
  }));
}

export function sampleCase(random: Random, id: number, now: number): ParentCase {
  const tutoring_type = weightedPick(random, requestedTypes);
  const children = random() < 0.12 ? 2 : 1;
  let price = 0;
  const child_info = Array.from({ length: children }, () => {
    const level = weightedPick(random, levels);
    price = Math.max(price, level.price);
    const isOther = random() < 0.1;
    return {
      grade: oneOf(random, level.grades),
      major_subject: isOther ? [] : distinct(random, level.majors, random() < 0.75 ? 1 : 2),
      other_subject: isOther ? [weightedPick(random, otherTable)] : [],
    };
  });
  const times = caseTimes(random);
  return {
    id,
    child_info,
    tutoring_type,
    tutoring_region: tutoring_type === 2 ? null : weightedPick(random, regionTable),
    tutoring_days_per_week: weightedPick(random, daysTable),
    tutoring_time_per_class: weightedPick(random, lengthTable),
    price: random() < 0.15 ? null : Math.round((price * (0.8 + 0.8 * random())) / 10) * 10,
    ...times,
    teacher_gender: weightedPick<Gender>(random, [
      ['U', 72],
      ['F', 20],
      ['M', 8],
    ]),
    teacher_education: random() < 0.45 ? weightedPick(random, leastEducationTable) : null,
    teaching_language: random() < 0.5 ? weightedPick(random, languageTable) : [],
    status: 1,
    created_at: now - Math.floor(random() ** 2 * 40 * dayMs),
    pending: Math.floor(random() ** 3 * 8),
  };
}

function caseTimes(random: Random): Partial<ParentCase> {
  const weekdays = [1, 2, 3, 4, 5, 6, 7].filter(() => random() < 0.6);
  const kind = random();
  if (kind < 0.15)
    return { weekday: [], match_time: [], start_tutoring_time: null, weekend_start_tutoring_time: null };
  if (kind < 0.4)
    return {
      weekday: weekdays,
      match_time: [],
      start_tutoring_time: clock(randomBetween(random, 30, 38)),
      weekend_start_tutoring_time: clock(randomBetween(random, 18, 30)),
    };
  const match_time = (weekdays.length > 0 ? weekdays : [6]).flatMap((weekday) => {
    const first = weekday > 5 ? randomBetween(random, 18, 34) : randomBetween(random, 31, 39);
    return halfHours(weekday, first, Math.min(46, first + randomBetween(random, 3, 10)));
  });
  return { weekday: [], match_time, start_tutoring_time: null, weekend_start_tutoring_time: null };
}

export function sampleMarket(seed: number, tutors: number, cases: number, now: number) {
  const random = seeded(seed);
  return {
    tutors: Array.from({ length: tutors }, (_, at) => sampleTutor(random, at + 1, now)),
    cases: Array.from({ length: cases }, (_, at) => sampleCase(random, at + 1, now)),
  };
}
