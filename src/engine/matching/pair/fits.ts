/**
 * The hard constraints, written plainly on the raw listing and case. The index evaluates the same constraints with
 * bitsets; tests compare it with this code, which also says why a pair does not fit. Whether a row may be shown at
 * all (a listed listing, an online case) is checked elsewhere.
 */

import type { ParentCase, TutorListing } from '../input.ts';
import { fittingPrices, type PriceGroup } from './features.ts';
import { classHalfHours, tutoringType } from './reference.ts';
import { halfFrom, halfOf, type Slot } from './weekly.ts';

type Hindrance = 'subject' | 'type' | 'place' | 'language' | 'gender' | 'education' | 'price' | 'times';

export const fits = (tutor: TutorListing, parentCase: ParentCase, prices?: PriceGroup) =>
  failedConstraint(tutor, parentCase, prices) === null;

/** The first failed constraint, or null if the pair fits. */
export function failedConstraint(
  tutor: TutorListing,
  parentCase: ParentCase,
  prices?: PriceGroup,
): Hindrance | null {
  const [lack = null] = lacksOf(tutor, parentCase);
  if (lack) return lack;
  const [lowest, highest] = fittingPrices(parentCase.price ?? 0, prices);
  if (tutor.price_min < lowest || tutor.price_min > highest) return 'price';
  return daysThatFit(tutor, parentCase).length >= parentCase.tutoring_days_per_week ? null : 'times';
}

/** What a case asks for and the tutor has not, whatever the price and the times. */
export function lacksOf(tutor: TutorListing, parentCase: ParentCase) {
  const languages = parentCase.teaching_language ?? [];
  const gender = parentCase.teacher_gender ?? 'U';
  const has = {
    subject: teachesAll(tutor, parentCase),
    type: tutor.tutoring_type.includes(parentCase.tutoring_type),
    place: isInReach(tutor, parentCase),
    language: languages.length === 0 || languages.some((id) => tutor.teaching_language.includes(id)),
    gender: gender === 'U' || tutor.gender === gender,
    education: tutor.education >= (parentCase.teacher_education ?? 0),
  };
  return (Object.keys(has) as (keyof typeof has)[]).filter((one) => !has[one]);
}

/** One tutor must teach every subject of every child at that child's grade. */
function teachesAll(tutor: TutorListing, parentCase: ParentCase): boolean {
  const teaches = (major: number | null, other: number | null, grade: number) =>
    tutor.subject_grades.some(
      (taught) =>
        (taught.major_subject ?? null) === major &&
        (taught.other_subject ?? null) === other &&
        taught.grade.includes(grade),
    );
  return parentCase.child_info.every(
    ({ grade, major_subject = [], other_subject = [] }) =>
      major_subject.every((id) => teaches(id, null, grade)) &&
      other_subject.every((id) => teaches(null, id, grade)),
  );
}

/** Online lessons need no district. To the tutor's place the family travels; everywhere else the tutor does. */
function isInReach(tutor: TutorListing, parentCase: ParentCase): boolean {
  const region = parentCase.tutoring_region ?? null;
  if (parentCase.tutoring_type === tutoringType.online || region === null) return true;
  if (tutor.tutoring_region?.includes(region)) return true;
  return (
    parentCase.tutoring_type !== tutoringType.tutorsPlace && (tutor.travel_region ?? []).includes(region)
  );
}

/** Days on which a class fits: enough consecutive half hours that suit both. */
function daysThatFit(tutor: TutorListing, parentCase: ParentCase): number[] {
  const free = flagsOf(tutor.match_time);
  const suits = suitable(parentCase);
  const length = classHalfHours[parentCase.tutoring_time_per_class] as number;
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

function suitable(parentCase: ParentCase): (weekday: number, half: number) => boolean {
  const { match_time = [], weekday: weekdays = [] } = parentCase;
  if (match_time.length > 0) {
    const flags = flagsOf(match_time);
    return (weekday, half) => flags[weekday * 48 + half] === 1;
  }
  const fromMonday = halfFrom(parentCase.start_tutoring_time ?? '00:00');
  const fromSaturday = halfFrom(parentCase.weekend_start_tutoring_time ?? '00:00');
  return (weekday, half) =>
    (weekdays.length === 0 || weekdays.includes(weekday)) &&
    half >= (weekday > 5 ? fromSaturday : fromMonday);
}
