/** Near misses: how many more fit after one concession, such as "accept online and 7 more tutors fit". */

import type { ParentCase, TutorListing } from './input.ts';
import { classHalfHours, grades, tutoringType } from './pair/reference.ts';
import { districtsNear, travelMinutes } from './pair/travel.ts';
import { clock, type Slot } from './pair/weekly.ts';

export type NearMiss<T> = Concession<T> & {
  /** How many rows fit with the change that do not fit without it. */
  adds: number;
  /** How many rows fit with the change in total: what a search finds once the change is applied. */
  fits: number;
  /** Counting stopped at the limit: both numbers are lower bounds. */
  is_capped: boolean;
};

/** Near misses are offered when a search has fewer results than this. */
export const fewResults = 5;

/**
 * `eachFitting` visits the rows that fit a query until `visit` returns false; `didFit`: whether one fitted before.
 */
type FittingRows<T> = {
  eachFitting(query: T, visit: (row: number) => boolean): void;
  didFit(row: number): boolean;
};

/** Most helpful first; a change is applied as `{ ...query, ...change }`. */
export function countedConcessions<T>(
  query: T,
  concessions: readonly Concession<T>[],
  most: number,
  { eachFitting, didFit }: FittingRows<T>,
): NearMiss<T>[] {
  return concessions
    .map((concession) => {
      let fits = 0;
      let adds = 0;
      eachFitting({ ...query, ...concession.change }, (row) => {
        fits++;
        if (!didFit(row)) adds++;
        return fits < most;
      });
      return { ...concession, adds, fits, is_capped: fits === most };
    })
    .filter(({ adds }) => adds > 0)
    .sort((a, b) => b.adds - a.adds);
}

// The concessions that a family or a tutor can make, each a single change.

type ConcessionKind =
  | 'online'
  | 'type'
  | 'district'
  | 'gender'
  | 'education'
  | 'language'
  | 'price'
  | 'days'
  | 'length'
  | 'times'
  | 'subject'
  | 'grades';

export type Concession<T> = { kind: ConcessionKind; change: Partial<T> };

const nearDistricts = 3;
const priceSteps = [0.25, 0.5];

export function caseConcessions(parentCase: ParentCase): Concession<ParentCase>[] {
  const list: Concession<ParentCase>[] = [
    ...placesFor(parentCase),
    ...subjectsFor(parentCase),
    ...timesFor(parentCase),
  ];
  const { price = null, teacher_education: education = null } = parentCase;
  if ((parentCase.teacher_gender ?? 'U') !== 'U')
    list.push({ kind: 'gender', change: { teacher_gender: 'U' } });
  if (education !== null && education > 1) {
    list.push({ kind: 'education', change: { teacher_education: education - 1 } });
    if (education > 2) list.push({ kind: 'education', change: { teacher_education: null } });
  }
  if ((parentCase.teaching_language ?? []).length > 0)
    list.push({ kind: 'language', change: { teaching_language: [] } });
  if (price !== null)
    for (const step of priceSteps)
      list.push({
        kind: 'price',
        change: { price: Math.min(65_535, Math.ceil((price * (1 + step)) / 10) * 10) },
      });
  return list;
}

function placesFor(parentCase: ParentCase): Concession<ParentCase>[] {
  const list: Concession<ParentCase>[] = [];
  const region = parentCase.tutoring_region ?? null;
  const { home, online, publicPlace, tutorsPlace } = tutoringType;
  if (parentCase.tutoring_type !== online) list.push({ kind: 'online', change: { tutoring_type: online } });
  if (region === null) return list;
  for (const tutoring_type of [home, publicPlace, tutorsPlace])
    if (tutoring_type !== parentCase.tutoring_type) list.push({ kind: 'type', change: { tutoring_type } });
  if (parentCase.tutoring_type !== online)
    for (const tutoring_region of districtsNear(region).slice(0, nearDistricts))
      list.push({ kind: 'district', change: { tutoring_region } });
  return list;
}

/** For each requested subject: the case without it, if another subject remains. */
function subjectsFor(parentCase: ParentCase): Concession<ParentCase>[] {
  const list: Concession<ParentCase>[] = [];
  parentCase.child_info.forEach((child, at) => {
    for (const field of ['major_subject', 'other_subject'] as const)
      for (const dropped of child[field] ?? []) {
        const others = { ...child, [field]: (child[field] ?? []).filter((id) => id !== dropped) };
        const child_info = parentCase.child_info
          .map((other, place) => (place === at ? others : other))
          .filter(
            ({ major_subject = [], other_subject = [] }) => major_subject.length + other_subject.length > 0,
          );
        if (child_info.length > 0) list.push({ kind: 'subject', change: { child_info } });
      }
  });
  return list;
}

/** A case whose times are open. */
export const anyTime = {
  start_tutoring_time: null,
  weekend_start_tutoring_time: null,
  weekday: [],
  match_time: [],
} satisfies Partial<ParentCase>;

function timesFor(parentCase: ParentCase): Concession<ParentCase>[] {
  const list: Concession<ParentCase>[] = [];
  const {
    tutoring_days_per_week: days,
    tutoring_time_per_class: length,
    match_time = [],
    weekday = [],
  } = parentCase;
  if (days > 1) list.push({ kind: 'days', change: { tutoring_days_per_week: days - 1 } });
  const shorter = Object.keys(classHalfHours)
    .map(Number)
    .filter((id) => id < length);
  if (shorter.length > 0)
    list.push({ kind: 'length', change: { tutoring_time_per_class: Math.max(...shorter) } });
  if (match_time.length > 0)
    list.push({ kind: 'times', change: { match_time: withSlots(match_time, weekend) } });
  if (
    match_time.length > 0 ||
    weekday.length > 0 ||
    parentCase.start_tutoring_time ||
    parentCase.weekend_start_tutoring_time
  )
    list.push({ kind: 'times', change: anyTime });
  return list;
}

const span = (weekdays: readonly number[], first: number, last: number): Slot[] =>
  weekdays.flatMap((weekday) =>
    Array.from({ length: last - first }, (_, at) => ({ weekday, start: clock(first + at) })),
  );
const weekend = span([6, 7], 20, 40);
const evenings = span([1, 2, 3, 4, 5], 34, 43);

function withSlots(slots: readonly Slot[], more: readonly Slot[]): Slot[] {
  const has = new Set(slots.map(({ weekday, start }) => `${weekday} ${start}`));
  return [...slots, ...more.filter(({ weekday, start }) => !has.has(`${weekday} ${start}`))];
}

export function tutorConcessions(tutor: TutorListing): Concession<TutorListing>[] {
  const list: Concession<TutorListing>[] = [];
  const { online, home, publicPlace } = tutoringType;
  for (const type of [online, home, publicPlace])
    if (!tutor.tutoring_type.includes(type))
      list.push({
        kind: type === online ? 'online' : 'type',
        change: { tutoring_type: [...tutor.tutoring_type, type] },
      });
  const homes = tutor.tutoring_region ?? [];
  const travels = tutor.travel_region ?? [];
  const near = [...new Set(homes.flatMap(districtsNear))]
    .filter((region) => !homes.includes(region) && !travels.includes(region))
    .sort((a, b) => minutesTo(homes, a) - minutesTo(homes, b) || a - b);
  for (const region of near.slice(0, nearDistricts))
    list.push({ kind: 'district', change: { travel_region: [...travels, region] } });
  for (const step of priceSteps) {
    const price_min = Math.max(50, Math.floor((tutor.price_min * (1 - step)) / 10) * 10);
    if (price_min < tutor.price_min) list.push({ kind: 'price', change: { price_min } });
  }
  for (const more of [evenings, weekend])
    list.push({ kind: 'times', change: { match_time: withSlots(tutor.match_time, more) } });
  list.push({ kind: 'grades', change: { subject_grades: tutor.subject_grades.map(withNextGrades) } });
  return list;
}

const minutesTo = (homes: readonly number[], region: number) =>
  Math.min(...homes.map((home) => travelMinutes(home, region)));

/** The same subject, also one grade below and one above. */
function withNextGrades(taught: TutorListing['subject_grades'][number]) {
  const grade = grades.filter((id) => taught.grade.some((other) => Math.abs(other - id) <= 1));
  return { ...taught, grade };
}
