import type { ParentCase, Slot, TutorListing } from './declared.ts';

const online = 2;
const tutorsPlace = 4;

const halvesCache = new WeakMap<readonly Slot[], Set<number>[]>();

/** Half hours by weekday; cached, because each list is read thousands of times and never changes. */
function halvesByDay(slots: readonly Slot[]) {
  const known = halvesCache.get(slots);
  if (known) return known;
  const days = Array.from({ length: 8 }, () => new Set<number>());
  for (const { weekday, start } of slots) {
    const [hours = 0, minutes = 0] = start.split(':').map(Number);
    days[weekday]?.add(hours * 2 + minutes / 30);
  }
  halvesCache.set(slots, days);
  return days;
}

/** The number of weekdays on which both are free for a whole class without a break. */
export function commonDays(parentCase: ParentCase, tutor: TutorListing) {
  const length = 1 + parentCase.tutoring_time_per_class;
  const theirs = halvesByDay(tutor.match_time);
  return halvesByDay(parentCase.match_time).filter((family, day) => {
    let run = 0;
    for (let half = 0; half < 48; half++) {
      run = family.has(half) && theirs[day]?.has(half) ? run + 1 : 0;
      if (run === length) return true;
    }
    return false;
  }).length;
}

/** The number of half hours of the week that both have free. */
export function commonHalves(parentCase: ParentCase, tutor: TutorListing) {
  const theirs = halvesByDay(tutor.match_time);
  return halvesByDay(parentCase.match_time).reduce(
    (sum, family, day) => sum + [...family].filter((half) => theirs[day]?.has(half)).length,
    0,
  );
}

/**
 * A family also considers tutors above its offer, with falling interest, up to a lowest price of half as much again.
 */
const mostOverOffer = 0.5;

/** Whether a tutor may be shown for a case; written independently of the engine's constraints. */
export function fits(parentCase: ParentCase, tutor: TutorListing): boolean {
  if (!tutor.tutoring_type.includes(parentCase.tutoring_type)) return false;
  const teaches = parentCase.child_info.every(({ grade, major_subject }) =>
    major_subject.every((subject) =>
      tutor.subject_grades.some((one) => one.major_subject === subject && one.grade.includes(grade)),
    ),
  );
  if (!teaches) return false;
  if (parentCase.teacher_gender !== 'U' && tutor.gender !== parentCase.teacher_gender) return false;
  if (parentCase.teacher_education !== null && tutor.education < parentCase.teacher_education) return false;
  const languages = parentCase.teaching_language;
  if (languages.length > 0 && !languages.some((one) => tutor.teaching_language.includes(one))) return false;
  if (parentCase.price !== null && tutor.price_min > parentCase.price * (1 + mostOverOffer)) return false;
  const { tutoring_region: place, tutoring_type: type } = parentCase;
  if (type !== online && place !== null) {
    const travels = type !== tutorsPlace && tutor.travel_region.includes(place);
    if (!travels && !tutor.tutoring_region.includes(place)) return false;
  }
  return commonDays(parentCase, tutor) >= parentCase.tutoring_days_per_week;
}
