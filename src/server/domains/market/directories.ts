import { createDirectory, type Sort } from '#engine/directory/directory.ts';
import { tutoringType } from '#engine/matching/pair/reference.ts';
import { caseSorts, type MarketQuery, tutorSorts } from '#shared/market.ts';
import type { Rating } from '#shared/rating.ts';
import { slotIndex, slotsPerDay } from '#shared/rules/half-hours.ts';
import type { ListedTutor } from './listed-tutors.ts';
import type { OnlineCase } from './online-cases.ts';

const facets = [
  'region',
  'grade',
  'major_subject',
  'other_subject',
  'major_at_grade',
  'other_at_grade',
  'tutoring_type',
  'online',
  'weekday',
  'gender',
] as const;
export type Facet = (typeof facets)[number];
const keys = [
  'posted',
  'price_low',
  'price_high',
  'pays',
  'experience',
  'reviews',
  'verified_until',
] as const;
export type Key = (typeof keys)[number];

/** The sort orders of the lists. */
export const orders: Record<MarketQuery['sort'], Sort<Key>> = {
  newest: { by: 'posted', descending: true },
  price_high: { by: 'price_high', descending: true },
  price_low: { by: 'price_low', descending: false },
  experience: { by: 'experience', descending: true },
  reviews: { by: 'reviews', descending: true },
};

export const genders = { U: 0, M: 1, F: 2 } as const;

/** A tutor's price range has to overlap the requested one; a case has one price, or none. */
const createMarketDirectory = (sorts: readonly MarketQuery['sort'][]) =>
  createDirectory<Facet, Key>(
    facets,
    keys,
    sorts.map((sort) => orders[sort]),
  );
export const createCaseDirectory = () => createMarketDirectory(caseSorts);
export const createTutorDirectory = () => createMarketDirectory(tutorSorts);
export type MarketDirectory = ReturnType<typeof createMarketDirectory>;
type MarketEntry = Parameters<MarketDirectory['set']>[1];

/**
 * Each subject at each grade, as one number: who teaches English in 小三 and mathematics in 中六 is not found for
 * mathematics in 小三.
 */
export const atGrades = (subjects: readonly number[], grades: readonly number[]) =>
  subjects.flatMap((subject) => grades.map((grade) => subject * 4096 + grade));

const onlineOf = (types: readonly number[]) => (types.includes(tutoringType.online) ? [1] : []);

const weekdaysOf = (slots: OnlineCase['match_time']) => [
  ...new Set(slots.map((slot) => Math.floor(slotIndex(slot) / slotsPerDay) + 1)),
];

/** A case without days counts as open on every day. */
const anyDay = [1, 2, 3, 4, 5, 6, 7];
function caseDays({ weekday, match_time }: OnlineCase) {
  if (weekday.length > 0) return weekday;
  return match_time.length > 0 ? weekdaysOf(match_time) : anyDay;
}

/** A case without a price may pay anything. */
const openPrice = Number.MAX_SAFE_INTEGER;

export function caseEntry(row: OnlineCase, children = row.child_info): MarketEntry {
  return {
    facets: {
      region: row.tutoring_region === null ? [] : [row.tutoring_region],
      grade: children.map(({ grade }) => grade),
      major_subject: children.flatMap(({ major_subject }) => major_subject),
      other_subject: children.flatMap(({ other_subject }) => other_subject),
      major_at_grade: children.flatMap(({ major_subject, grade }) => atGrades(major_subject, [grade])),
      other_at_grade: children.flatMap(({ other_subject, grade }) => atGrades(other_subject, [grade])),
      tutoring_type: [row.tutoring_type],
      online: onlineOf([row.tutoring_type]),
      weekday: caseDays(row),
      gender:
        row.teacher_gender === 'U'
          ? [genders.U, genders.M, genders.F]
          : [genders.U, genders[row.teacher_gender]],
    },
    keys: {
      posted: row.posted_at.getTime(),
      price_low: row.price,
      price_high: row.price,
      pays: row.price ?? openPrice,
      experience: null,
      reviews: null,
      verified_until: null,
    },
  };
}

/** As many reviews of this average are added to a tutor's own, so that a single one does not decide. */
const usualReviews = { count: 3, average: 4 };

/** An integer, because a cursor carries it. */
const reviewKey = ({ average, count }: Rating) =>
  Math.round(
    (1000 * (average * count + usualReviews.average * usualReviews.count)) / (count + usualReviews.count),
  );

export function tutorEntry(row: ListedTutor): MarketEntry {
  return {
    facets: {
      region: [...row.tutoring_region, ...row.travel_region],
      grade: row.subject_grades.flatMap(({ grade }) => grade),
      major_subject: row.subject_grades.flatMap(({ major_subject }) => major_subject ?? []),
      other_subject: row.subject_grades.flatMap(({ other_subject }) => other_subject ?? []),
      major_at_grade: row.subject_grades.flatMap(({ major_subject, grade }) =>
        atGrades(major_subject === null ? [] : [major_subject], grade),
      ),
      other_at_grade: row.subject_grades.flatMap(({ other_subject, grade }) =>
        atGrades(other_subject === null ? [] : [other_subject], grade),
      ),
      tutoring_type: row.tutoring_type,
      online: onlineOf(row.tutoring_type),
      weekday: weekdaysOf(row.match_time),
      gender: [genders[row.gender]],
    },
    keys: {
      posted: row.posted_at.getTime(),
      price_low: row.price_min,
      price_high: row.price_max,
      pays: null,
      experience: row.experience,
      reviews: row.rating && reviewKey(row.rating),
      verified_until: row.verified_until?.getTime() ?? null,
    },
  };
}

/** A case has at most 20 children; each has its own id in the list of children. */
export const childrenPerCase = 32;
export const childRowId = (caseId: number, position: number) => caseId * childrenPerCase + position;
export const childRowIds = (caseId: number) =>
  Array.from({ length: childrenPerCase }, (_, position) => childRowId(caseId, position));
export const childRowOf = (id: number) => ({
  caseId: Math.floor(id / childrenPerCase),
  position: id % childrenPerCase,
});
