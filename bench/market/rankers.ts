import { tutorClassOfEducation } from '../../src/engine/pricing/case-facts.ts';
import { marketCell } from '../../src/engine/pricing/market-table.ts';
import { createRandom, type Random } from '../../tests/random.ts';
import type { ParentCase, TutorListing } from './declared.ts';

/** Orders fitting tutors, best first, by their declared fields. */
export type Ranker = {
  name: string;
  rank(parentCase: ParentCase, tutors: readonly TutorListing[], now: number): number[];
};

export const sortedBy = (tutors: readonly TutorListing[], value: (tutor: TutorListing) => number) =>
  tutors
    .map((tutor) => ({ id: tutor.id, value: value(tutor) }))
    .sort((a, b) => b.value - a.value || a.id - b.id)
    .map(({ id }) => id);

export function randomRanker(seed: number): Ranker {
  const random: Random = createRandom(seed);
  return { name: 'random', rank: (_, tutors) => sortedBy(tutors, () => random.share()) };
}

export const newestFirst: Ranker = {
  name: 'newest first',
  rank: (_, tutors) => sortedBy(tutors, ({ created_at }) => created_at),
};

/** One field as a vector of length 1, so that a field with many entries does not outweigh the others. */
const field = (length: number, ids: readonly number[]) => {
  const vector = Array<number>(length).fill(0);
  const named = new Set(ids);
  for (const id of named) vector[id] = 1 / Math.sqrt(named.size);
  return vector;
};
const weekOf = (slots: readonly { weekday: number; start: string }[]) =>
  field(
    8 * 48,
    slots.map(({ weekday, start }) => {
      const [hours = 0, minutes = 0] = start.split(':').map(Number);
      return weekday * 48 + hours * 2 + minutes / 30;
    }),
  );

/** Price bands, each 20 % above the one before. */
const bandOf = (price: number) => Math.min(19, Math.max(0, Math.floor(Math.log(price / 50) / Math.log(1.2))));
function pricesOf(low: number, high: number) {
  const first = bandOf(low);
  return field(
    20,
    Array.from({ length: bandOf(high) - first + 1 }, (_, at) => first + at),
  );
}

/** Every field that both sides declare, each a vector of length 1, or 0 if it is empty. */
const caseVector = (parentCase: ParentCase) => [
  ...field(
    50,
    parentCase.child_info.flatMap(({ major_subject }) => major_subject),
  ),
  ...field(
    20,
    parentCase.child_info.map(({ grade }) => grade),
  ),
  ...field(19, parentCase.tutoring_region === null ? [] : [parentCase.tutoring_region]),
  ...field(6, [parentCase.tutoring_type]),
  ...field(5, parentCase.teaching_language),
  ...field(9, parentCase.teacher_education === null ? [] : [parentCase.teacher_education]),
  ...weekOf(parentCase.match_time),
  ...(parentCase.price === null ? field(20, []) : pricesOf(parentCase.price, parentCase.price)),
];

const vectors = new WeakMap<TutorListing, number[]>();
/** Cached: none of these fields changes in thirty days. */
function tutorVector(tutor: TutorListing) {
  const vector = vectors.get(tutor) ?? listingVector(tutor);
  vectors.set(tutor, vector);
  return vector;
}

const listingVector = (tutor: TutorListing) => [
  ...field(
    50,
    tutor.subject_grades.flatMap(({ major_subject }) => major_subject ?? []),
  ),
  ...field(
    20,
    tutor.subject_grades.flatMap(({ grade }) => grade),
  ),
  ...field(19, [...tutor.tutoring_region, ...tutor.travel_region]),
  ...field(6, tutor.tutoring_type),
  ...field(5, tutor.teaching_language),
  ...field(9, [tutor.education]),
  ...weekOf(tutor.match_time),
  ...pricesOf(tutor.price_min, tutor.price_max),
];

/** Cosine similarity of case and listing as vectors of the same fields. */
export const cosine: Ranker = {
  name: 'cosine',
  rank(parentCase, tutors) {
    const family = caseVector(parentCase);
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

/** Only the family's side, without the tutor's preferences: best reviews, best education, within the budget. */
export const oneSided: Ranker = {
  name: 'one-sided',
  rank(parentCase, tutors) {
    const { grade = 4 } = parentCase.child_info[0] ?? {};
    const budget =
      parentCase.price ?? marketCell(grade, tutorClassOfEducation(parentCase.teacher_education)).middle;
    return sortedBy(tutors, (tutor) => {
      const stars = ((tutor.rating ?? 0) * tutor.reviews + 4.1 * 4) / (tutor.reviews + 4);
      const levels = tutor.dse_results.map(({ dse_level }) => dse_level);
      const best = levels.reduce((sum, level) => sum + level, 0) / Math.max(1, levels.length);
      const overBudget = Math.max(0, tutor.price_min / budget - 1);
      return stars + tutor.education / 8 + best / 7 + (0.8 * tutor.experience) / 6 - 2.5 * overBudget;
    });
  },
};

/** Ranks by the true gain, with all hidden preferences. */
export const oracleOf = (gainOf: (parentCase: ParentCase, tutor: TutorListing) => number): Ranker => ({
  name: 'oracle',
  rank: (parentCase, tutors) => sortedBy(tutors, (tutor) => gainOf(parentCase, tutor)),
});
