/**
 * The input of matching: a tutor's listing and a parent's case in the shapes of the API contract
 * (src/shared/tutors.ts, cases.ts), each with activity counts in optional fields. Fields that matching does not use
 * are ignored.
 */
import type { Slot } from './pair/weekly.ts';

export type Gender = 'U' | 'M' | 'F';
type Time = string | number;

/** Activity of a listing or a case. All fields are optional; a missing one counts neither for nor against the row. */
export type Activity = {
  /** ISO time or milliseconds. A tutor without it does not count as new. */
  created_at?: Time | null;
  /** Last activity. Falls back to `updated_at`, for a case also to `created_at`; without them the row is fresh. */
  active_at?: Time | null;
  updated_at?: Time | null;
  /** Unanswered requests: invitations to the tutor, or applications to the case. Default 0. */
  pending?: number;
  /** How often it was shown in the last seven days. Default 0. */
  views?: number;
};

type TutorStanding = Activity & {
  /** Mean of the reviews, 1 to 5, and how many. Default none. */
  rating?: number | null;
  reviews?: number;
  /** Lessons that were due, and those held on time. Default none. */
  lessons_due?: number;
  lessons_kept?: number;
  /** Requests the tutor answered, and how many of those were accepted. Default none. */
  answered?: number;
  accepted?: number;
  /** Badges valid today; at most 3 count. Default 0. */
  badges?: number;
};

export type TutorListing = TutorStanding & {
  id: number;
  gender: Gender;
  education: number;
  gpa?: number | null;
  rank?: number | null;
  experience: number;
  dse_results?: readonly { major_subject: number; dse_level: number }[];
  subject_grades: readonly {
    major_subject?: number | null;
    other_subject?: number | null;
    grade: readonly number[];
  }[];
  tutoring_type: readonly number[];
  tutoring_region?: readonly number[];
  travel_region?: readonly number[];
  teaching_language: readonly number[];
  match_time: readonly Slot[];
  price_min: number;
  price_max: number;
  /** A listing that is not listed, or whose match status is 3, is never found. */
  is_listed?: boolean;
  match_status?: number;
};

export type ParentCase = Activity & {
  id: number;
  child_info: readonly {
    grade: number;
    major_subject?: readonly number[];
    other_subject?: readonly number[];
  }[];
  tutoring_type: number;
  tutoring_region?: number | null;
  tutoring_days_per_week: number;
  tutoring_time_per_class: number;
  price?: number | null;
  weekday?: readonly number[];
  start_tutoring_time?: string | null;
  weekend_start_tutoring_time?: string | null;
  match_time?: readonly Slot[];
  teacher_gender?: Gender;
  teacher_education?: number | null;
  teaching_language?: readonly number[];
  /** Only online cases (1, the default) are shown to tutors. */
  status?: number;
};

/** Names the invalid field and the problem; the engine's state is unchanged. */
export class MatchingInputError extends Error {
  readonly field: string;
  constructor(field: string, problem: string) {
    super(`${field}: ${problem}`);
    this.name = 'MatchingInputError';
    this.field = field;
  }
}

const quoted = (value: unknown) => JSON.stringify(value)?.slice(0, 60) ?? String(value);

export function idOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
    throw new MatchingInputError('id', `${quoted(value)} is not a whole number from 1 on`);
  return value;
}

export function whole(field: string, value: unknown, lowest: number, highest: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < lowest || value > highest)
    throw new MatchingInputError(
      field,
      `${quoted(value)} is not a whole number from ${lowest} to ${highest}`,
    );
  return value;
}

/** Checks an id of a reference list. */
export function oneOf(field: string, value: unknown, known: readonly boolean[]): number {
  if (typeof value !== 'number' || known[value] !== true)
    throw new MatchingInputError(field, `${quoted(value)} is not in the list`);
  return value;
}

export function oneOfOrNone(field: string, value: unknown, known: readonly boolean[]): number {
  return value === null || value === undefined ? 0 : oneOf(field, value, known);
}

export function listOf<T>(
  field: string,
  value: readonly T[] | null | undefined,
  needed = false,
): readonly T[] {
  if (value === null || value === undefined) {
    if (needed) throw new MatchingInputError(field, 'is missing');
    return [];
  }
  if (!Array.isArray(value)) throw new MatchingInputError(field, `${quoted(value)} is not a list`);
  if (needed && value.length === 0) throw new MatchingInputError(field, 'is empty');
  return value;
}

/** Ids of a reference list as bits; bit 0 is id 1. */
export function maskOf(
  field: string,
  value: readonly number[] | null | undefined,
  known: readonly boolean[],
  needed = false,
): number {
  let mask = 0;
  for (const id of listOf(field, value, needed)) mask |= 1 << (oneOf(field, id, known) - 1);
  return mask;
}

export function genderOf(field: string, value: unknown): Gender {
  if (value !== 'U' && value !== 'M' && value !== 'F')
    throw new MatchingInputError(field, `${quoted(value)} is not U, M or F`);
  return value;
}

/** A count that is stored in few bits: more than `highest` counts as `highest`. */
export function countOf(field: string, value: unknown, highest: number): number {
  if (value === null || value === undefined) return 0;
  if (typeof value !== 'number' || !(value >= 0))
    throw new MatchingInputError(field, `${quoted(value)} is not a number from 0 on`);
  return Math.min(highest, Math.floor(value));
}

const hongKongMs = 8 * 3_600_000;
const dayMs = 86_400_000;
const farthestDay = 65_534;

/** Days since 1970 in Hong Kong. */
export const dayOf = (now: number) => Math.floor((now + hongKongMs) / dayMs);

/** The day of a time, or `otherwise` if the time is missing. */
export function dayOfTime(field: string, value: unknown, otherwise: number): number {
  if (value === null || value === undefined) return otherwise;
  const ms = typeof value === 'number' ? value : Date.parse(String(value));
  if (!Number.isFinite(ms)) throw new MatchingInputError(field, `${quoted(value)} is not a time`);
  return Math.min(farthestDay, Math.max(1, dayOf(ms)));
}
