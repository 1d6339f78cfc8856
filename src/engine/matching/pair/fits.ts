/**
 * The hard constraints in plain words, on the listing and the case as they come. The index answers the same question with
 * bitsets; this is what it is held against, and what says why a pair does not fit. Whether the other side may be shown at
 * all (a listing that is listed, a case that is online) is no matter between the two.
 */

import type { ParentCase, TutorListing } from '../input.ts';
import { highestAsk } from './features.ts';
import { classHalfHours, tutoringType } from './reference.ts';
import { halfFrom, halfOf, type Slot } from './weekly.ts';

type Hindrance = 'subject' | 'type' | 'place' | 'language' | 'gender' | 'education' | 'price' | 'times';

export const fits = (tutor: TutorListing, wanted: ParentCase) => hindranceOf(tutor, wanted) === null;

/** The first constraint that does not hold. */
export function hindranceOf(tutor: TutorListing, wanted: ParentCase): Hindrance | null {
  if (!teachesAll(tutor, wanted)) return 'subject';
  if (!tutor.tutoring_type.includes(wanted.tutoring_type)) return 'type';
  if (!isInReach(tutor, wanted)) return 'place';
  const languages = wanted.teaching_language ?? [];
  if (languages.length > 0 && !languages.some((id) => tutor.teaching_language.includes(id)))
    return 'language';
  const gender = wanted.teacher_gender ?? 'U';
  if (gender !== 'U' && tutor.gender !== gender) return 'gender';
  if (tutor.education < (wanted.teacher_education ?? 0)) return 'education';
  if (tutor.price_min > highestAsk(wanted.price ?? 0)) return 'price';
  return daysThatFit(tutor, wanted).length >= wanted.tutoring_days_per_week ? null : 'times';
}

/** Every subject of every child at that child's grade: the family looks for one tutor. */
function teachesAll(tutor: TutorListing, wanted: ParentCase): boolean {
  const teaches = (major: number | null, other: number | null, grade: number) =>
    tutor.subject_grades.some(
      (taught) =>
        (taught.major_subject ?? null) === major &&
        (taught.other_subject ?? null) === other &&
        taught.grade.includes(grade),
    );
  return wanted.child_info.every(
    ({ grade, major_subject = [], other_subject = [] }) =>
      major_subject.every((id) => teaches(id, null, grade)) &&
      other_subject.every((id) => teaches(null, id, grade)),
  );
}

/** Online needs no place. At the tutor's place the family travels; everywhere else the tutor does. */
function isInReach(tutor: TutorListing, wanted: ParentCase): boolean {
  const region = wanted.tutoring_region ?? null;
  if (wanted.tutoring_type === tutoringType.online || region === null) return true;
  if (tutor.tutoring_region?.includes(region)) return true;
  return wanted.tutoring_type !== tutoringType.tutorsPlace && (tutor.travel_region ?? []).includes(region);
}

/** Days on which `length` half hours in a row suit both. */
function daysThatFit(tutor: TutorListing, wanted: ParentCase): number[] {
  const free = flagsOf(tutor.match_time);
  const suits = suitable(wanted);
  const length = classHalfHours[wanted.tutoring_time_per_class] as number;
  return [1, 2, 3, 4, 5, 6, 7].filter((weekday) => {
    let run = 0;
    for (let half = 0; half < 48; half++) {
      run = free[weekday * 48 + half] && suits(weekday, half) ? run + 1 : 0;
      if (run === length) return true;
    }
    return false;
  });
}

function flagsOf(slots: readonly Slot[]): Uint8Array {
  const flags = new Uint8Array(8 * 48);
  for (const { weekday, start } of slots) flags[weekday * 48 + halfOf(start)] = 1;
  return flags;
}

function suitable(wanted: ParentCase): (weekday: number, half: number) => boolean {
  const { match_time = [], weekday: weekdays = [] } = wanted;
  if (match_time.length > 0) {
    const flags = flagsOf(match_time);
    return (weekday, half) => flags[weekday * 48 + half] === 1;
  }
  const fromMonday = halfFrom(wanted.start_tutoring_time ?? '00:00');
  const fromSaturday = halfFrom(wanted.weekend_start_tutoring_time ?? '00:00');
  return (weekday, half) =>
    (weekdays.length === 0 || weekdays.includes(weekday)) &&
    half >= (weekday > 5 ? fromSaturday : fromMonday);
}
