import type { PricedCase } from '../../src/engine/pricing/case-facts.ts';
import type { Random } from '../../tests/random.ts';

export type AskedCase = PricedCase & { id: number };

const grades = Array.from(
  { length: 19 },
  (_, at) => [at + 1, at < 3 ? 2 : at < 9 ? 6 : at < 15 ? 7 : 2] as const,
);
const educations = [
  [null, 30],
  [1, 4],
  [2, 5],
  [3, 22],
  [4, 16],
  [5, 4],
  [6, 6],
  [7, 1],
  [8, 12],
] as const;
const lengths = [
  [1, 25],
  [2, 40],
  [3, 28],
  [4, 4],
  [5, 3],
] as const;
const subjectsOf = (grade: number) =>
  grade <= 12
    ? [31, 1, 2, 3, 35, 38, 39]
    : grade <= 15
      ? [1, 2, 3, 5, 6, 14, 19, 20, 21, 22]
      : [41, 43, 44, 46, 47];

/** A random case as families post them: the request depends on the grade. */
export function someCase(id: number, random: Random): AskedCase {
  const grade = random.weighted(grades);
  const online = random.happens(grade >= 13 ? 0.3 : 0.15);
  const count = random.weighted([
    [1, 6],
    [2, 3],
    [3, 1],
  ]);
  const major = random.happens(0.85);
  const list = major ? subjectsOf(grade) : [1, 2, 11, 21, 22, 31, 32];
  const subjects = [...new Set(Array.from({ length: count }, () => random.pick(list)))];
  return {
    id,
    child_info: [{ grade, major_subject: major ? subjects : [], other_subject: major ? [] : subjects }],
    tutoring_type: online
      ? 2
      : random.weighted([
          [1, 8],
          [3, 1],
          [4, 1],
          [5, 1],
        ]),
    tutoring_time_per_class: random.weighted(lengths),
    tutoring_region: online ? null : 1 + random.below(18),
    tutoring_days_per_week: 1 + random.below(3),
    teacher_education: random.weighted(educations),
    teacher_gender: random.pick(['U', 'U', 'F', 'M']),
    teaching_language: random.pick([[], [1], [1, 2], [2], [3]]),
  };
}
