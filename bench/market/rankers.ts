import { classOfWish } from '#engine/pricing/case-facts.ts';
import { marketCell } from '#engine/pricing/market-table.ts';
import { type Chance, createChance } from '../random.ts';
import type { ParentCase, TutorListing } from './declared.ts';

/** Orders tutors who fit, best first, by what is declared. */
export type Ranker = {
  name: string;
  rank(wanted: ParentCase, tutors: readonly TutorListing[], now: number): number[];
};

const sortedBy = (tutors: readonly TutorListing[], value: (tutor: TutorListing) => number) =>
  tutors
    .map((tutor) => ({ id: tutor.id, value: value(tutor) }))
    .sort((a, b) => b.value - a.value || a.id - b.id)
    .map(({ id }) => id);

export function randomRanker(seed: number): Ranker {
  const chance: Chance = createChance(seed);
  return { name: 'random', rank: (_, tutors) => sortedBy(tutors, () => chance.share()) };
}

export const newestFirst: Ranker = {
  name: 'newest first',
  rank: (_, tutors) => sortedBy(tutors, ({ created_at }) => created_at),
};

/** One field as a vector of length 1, so that a field with many entries does not drown the others. */
const field = (length: number, ids: readonly number[], value = 1) => {
  const vector = Array<number>(length).fill(0);
  for (const id of new Set(ids)) vector[id] = value / Math.sqrt(new Set(ids).size);
  return vector;
};
/** Two hours of each weekday. */
const timesOf = (slots: readonly { weekday: number; start: string }[]) =>
  field(
    7 * 12,
    slots.map(({ weekday, start }) => (weekday - 1) * 12 + Math.floor(Number(start.slice(0, 2)) / 2)),
  );

/** Bands of prices, each a fifth above the one before. */
const bandOf = (price: number) => Math.min(19, Math.max(0, Math.floor(Math.log(price / 50) / Math.log(1.2))));
function pricesOf(low: number, high: number) {
  const first = bandOf(low);
  return field(
    20,
    Array.from({ length: bandOf(high) - first + 1 }, (_, at) => first + at),
  );
}

function caseVector(wanted: ParentCase) {
  const { grade = 4, major_subject = [] } = wanted.child_info[0] ?? {};
  const price = wanted.price ?? marketCell(grade, classOfWish(wanted.teacher_education)).middle;
  return [
    ...field(50, major_subject),
    ...field(20, [grade]),
    ...field(19, wanted.tutoring_region === null ? [] : [wanted.tutoring_region]),
    ...field(6, [wanted.tutoring_type]),
    ...field(5, wanted.teaching_language),
    ...timesOf(wanted.match_time),
    ...pricesOf(0.85 * price, price),
    // Everybody would have the most of these.
    ...[1, 1, 1, 1],
  ];
}

function tutorVector(tutor: TutorListing) {
  const subjects = tutor.subject_grades.flatMap(({ major_subject }) => major_subject ?? []);
  return [
    ...field(50, subjects),
    ...field(
      20,
      tutor.subject_grades.flatMap(({ grade }) => grade),
    ),
    ...field(19, tutor.tutoring_region),
    ...field(6, tutor.tutoring_type),
    ...field(5, tutor.teaching_language),
    ...timesOf(tutor.match_time),
    ...pricesOf(tutor.price_min, tutor.price_max),
    ...[tutor.education / 8, tutor.experience / 6, (tutor.rating ?? 3) / 5, tutor.badges / 3],
  ];
}

/** Case and listing as vectors of the same fields, and the angle between them. */
export const cosine: Ranker = {
  name: 'cosine',
  rank(wanted, tutors) {
    const family = caseVector(wanted);
    return sortedBy(tutors, (tutor) => {
      const theirs = tutorVector(tutor);
      let dot = 0;
      let square = 0;
      theirs.forEach((value, at) => {
        dot += value * (family[at] ?? 0);
        square += value * value;
      });
      return dot / Math.sqrt(square);
    });
  },
};

/** What families look for and nothing of what tutors want: best reviewed, best schooled, within the budget. */
export const oneSided: Ranker = {
  name: 'one-sided',
  rank(wanted, tutors) {
    const { grade = 4 } = wanted.child_info[0] ?? {};
    const budget = wanted.price ?? marketCell(grade, classOfWish(wanted.teacher_education)).middle;
    return sortedBy(tutors, (tutor) => {
      const stars = ((tutor.rating ?? 0) * tutor.reviews + 4.1 * 4) / (tutor.reviews + 4);
      const levels = tutor.dse_results.map(({ dse_level }) => dse_level);
      const best = levels.reduce((sum, level) => sum + level, 0) / Math.max(1, levels.length);
      const tooDear = Math.max(0, tutor.price_min / budget - 1);
      return stars + tutor.education / 8 + best / 7 + (0.8 * tutor.experience) / 6 - 2.5 * tooDear;
    });
  },
};

/** Knows every hidden taste. */
export const oracleOf = (gainOf: (wanted: ParentCase, tutor: TutorListing) => number): Ranker => ({
  name: 'oracle',
  rank: (wanted, tutors) => sortedBy(tutors, (tutor) => gainOf(wanted, tutor)),
});
