import { tutorClassOfEducation } from '../../src/engine/pricing/case-facts.ts';
import { gradeStage, marketCell } from '../../src/engine/pricing/market-table.ts';
import type { Random } from '../../tests/random.ts';
import { eveningOf } from './declared.ts';
import { freeHalves, subjectsOfStage } from './make-tutors.ts';
import { type Family, familyPreferences, inOrder } from './people.ts';
import { districts, people } from './places.ts';

/** Mean weights of the families' preferences. */
const usual: Family['weights'] = {
  impression: 0.8,
  credentials: 0.9,
  experience: 0.5,
  price: 1.1,
  near: 0.4,
  times: 1,
  reliable: 0.3,
  badges: 0.3,
  focus: 0.8,
  manner: 0.3,
};
/** Log-normal spread of a family's weights, beyond what its case hints at. */
const scatter = 0.2;

const roundTo = (step: number, value: number) => Math.round(value / step) * step;

/** A random family. Its declared case hints at its weights; the rest of the weights stays hidden. */
export function makeFamily(id: number, arrived: number, random: Random): Family {
  const grade = random.weighted(
    Array.from({ length: 17 }, (_, at) => [at + 1, at < 3 ? 2 : at < 15 ? 6 : 2] as const),
  );
  const stage = gradeStage(grade);
  const pool = subjectsOfStage[stage] ?? [];
  const count = random.weighted([
    [1, 7],
    [2, 3],
  ]);
  const subjects = [...new Set(Array.from({ length: count }, () => random.pick(pool)))];
  const online = random.happens(stage >= 4 ? 0.32 : 0.18);
  const teacher_education = random.weighted([
    [null, 50],
    [3, 22],
    [4, 14],
    [6, 4],
    [8, 6],
  ]);
  const thrift = random.normal();
  const { middle } = marketCell(grade, tutorClassOfEducation(teacher_education));
  const budget = Math.max(80, middle * Math.exp(0.12 - 0.2 * thrift + 0.08 * random.normal()));
  const namesPrice = random.happens(0.85);
  const days = random.weighted([
    [1, 6],
    [2, 4],
    [3, 1],
  ]);
  const free = [1, 2, 3, 4, 5, 6, 7].filter(() => random.happens(0.62));
  while (free.length < Math.min(days + 1, 7)) {
    const day = 1 + random.below(7);
    if (!free.includes(day)) free.push(day);
  }
  free.sort((a, b) => a - b);
  const teacher_gender = random.weighted([
    ['U', 84],
    ['F', 12],
    ['M', 4],
  ] as const);
  const type = online
    ? 2
    : random.weighted([
        [1, 14],
        [4, 1],
        [5, 1],
      ]);
  const isYoung = stage <= 2;
  const own = Object.fromEntries(
    familyPreferences.map((preference) => [
      preference,
      usual[preference] * Math.exp(scatter * random.normal()),
    ]),
  ) as Family['weights'];
  own.credentials *= (teacher_education === null ? 0.7 : 1.7) * (stage >= 4 ? 1.3 : 1);
  own.near *= (type === 4 ? 2.5 : 1) * (isYoung ? 1.2 : 0.9);
  own.manner *= (isYoung ? 1.4 : 0.8) * (teacher_gender === 'U' ? 1 : 1.3);
  own.badges *= isYoung ? 1.5 : 0.8;
  own.focus *= stage >= 4 ? 1.4 : 0.8;
  own.price *= Math.exp(0.5 * thrift) * (namesPrice ? 1.1 : 0.6);
  own.impression *= Math.exp(-0.2 * thrift);
  own.reliable *= days >= 2 ? 1.4 : 0.9;
  own.times *= (days >= 2 ? 1.3 : 0.9) * (free.length <= 3 ? 1.4 : 0.9);
  return {
    arrived,
    budget,
    weights: own,
    order: inOrder(familyPreferences, own),
    enough: {
      ...(Object.fromEntries(
        familyPreferences.map((preference) => [preference, 0.45 + 0.15 * random.share()]),
      ) as Family['enough']),
      credentials: (teacher_education === null ? 0.4 : 0.55) + 0.1 * random.share(),
    },
    likesWomen: teacher_gender === 'F' || (isYoung && random.happens(0.5)),
    parentCase: {
      id,
      child_info: [{ grade, major_subject: subjects, other_subject: [] }],
      tutoring_type: type,
      tutoring_region: online
        ? null
        : random.weighted(districts.map((district, at) => [district, people[at] ?? 1] as const)),
      tutoring_days_per_week: days,
      tutoring_time_per_class: random.weighted([
        [1, 2],
        [2, 5],
        [3, 3],
      ]),
      price: namesPrice ? Math.max(60, roundTo(10, budget * (0.82 + 0.14 * random.share()))) : null,
      weekday: free,
      match_time: freeHalves(
        free,
        () => 31 + random.below(6),
        () => 3 + 3 * random.share(),
      ),
      teacher_gender,
      teacher_education,
      teaching_language: random.weighted([
        [[], 60],
        [[1], 24],
        [[2], 12],
        [[3], 4],
      ]),
      status: 1,
      created_at: eveningOf(arrived),
    },
  };
}
