import type { TutorClass } from '#engine/pricing/market-table.ts';
import type { CaseForm } from '#shared/cases.ts';
import { slotAt, slotsPerDay } from '#shared/rules/half-hours.ts';
import { caseFormOf } from './case-form.ts';
import { caseProfiles, district, hobbies } from './places-and-subjects.ts';
import { isOpenEnded, openEndedShare, priceIn } from './prices.ts';
import type { Random } from './random.ts';

const nicknames = [
  '晴晴',
  '朗朗',
  '小悅',
  '阿Ben',
  '思思',
  '小豪',
  '樂樂',
  '心心',
  '家家',
  '阿Sam',
  '小雨',
  '謙謙',
];
/** Notes by stage; about a third of the families write none. */
const notes = {
  hobby: ['初學，希望由基礎學起，學得開心。', '學過一年，想有系統地練習。'],
  primary: [
    '希望導師有耐性，先由基礎補起。',
    '需要協助功課和溫習默書。',
    '下個月有測驗，想先鞏固弱項。',
    '孩子較怕羞，需要多鼓勵。',
  ],
  junior: ['學生較被動，需要多鼓勵。', '想打好基礎，銜接高中課程。', '學校測驗較頻密，想按進度溫習。'],
  senior: ['想提升至 5 級或以上。', '想集中操練歷屆試題。', '概念未穩，希望先重溫再操卷。'],
};

/** A plausible case: grade, subjects, times and price fit together. */
export function sampleCase(random: Random): CaseForm {
  const hobby = random.chance(0.08) ? random.one(hobbies) : undefined;
  const profile = random.weighted(caseProfiles.map((each) => [each, each.weight] as const));
  const grade = random.one<number>(hobby ? hobby.grades : profile.grades);
  const online = hobby?.byVideo !== false && random.chance(0.22);
  const teacher_education = random.weighted([
    [null, 60],
    [3, 18],
    [4, 14],
    [8, 8],
  ] as const);
  const days = random.weighted([
    [1, 45],
    [2, 38],
    [3, 10],
    [5, 7],
  ] as const);
  const length = random.weighted([
    [1, 12],
    [2, 52],
    [3, 36],
  ] as const);
  const times = freeTime(random, days, length);
  return caseFormOf({
    child_info: [
      {
        nickname: random.one(nicknames),
        gender: random.one(['M', 'F']),
        grade,
        school: null,
        major_subject: hobby ? [] : [...random.one<readonly number[]>(profile.subjects)],
        other_subject: hobby ? [random.one<number>(hobby.subjects)] : [],
      },
    ],
    tutoring_type: online
      ? 2
      : random.weighted([
          [1, 85],
          [5, 15],
        ] as const),
    tutoring_region: online ? null : district(random),
    tutoring_days_per_week: days,
    tutoring_time_per_class: length,
    price: random.chance(0.1) ? null : price(random, grade, teacher_education),
    weekday: [...new Set(times.map(({ weekday }) => weekday))],
    match_time: times,
    teacher_gender: random.weighted([
      ['U', 78],
      ['F', 16],
      ['M', 6],
    ] as const),
    teacher_education,
    special_note: random.chance(0.65) ? random.one(notes[hobby ? 'hobby' : stageOf(grade)]) : '',
  });
}

const stageOf = (grade: number) => (grade < 10 ? 'primary' : grade < 13 ? 'junior' : 'senior');

const column = (education: number | null): TutorClass =>
  education === 8 ? 'school_teacher' : education === 4 ? 'level_5' : 'no_demand';

function price(random: Random, grade: number, education: number | null) {
  const of = column(education);
  return priceIn(grade, of, (random.between(2, 14) / 10) * (isOpenEnded(of) ? openEndedShare : 1));
}

/** More days than needed, each long enough for a class with some choice of hours. */
function freeTime(random: Random, days: number, length: number) {
  const classSlots = length + 1;
  const weekdays = random.some([1, 2, 3, 4, 5, 6, 7], Math.min(7, days + random.between(1, 2)));
  return weekdays
    .sort((a, b) => a - b)
    .flatMap((weekday) => {
      const from = weekday >= 6 ? random.between(20, 28) : random.between(33, 36);
      const slots = classSlots + random.between(2, 4);
      return Array.from({ length: slots }, (_, at) => slotAt((weekday - 1) * slotsPerDay + from + at));
    });
}
