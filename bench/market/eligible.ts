import type { ParentCase, Slot, TutorListing } from './declared.ts';

const online = 2;
const tutorsPlace = 4;

const read = new WeakMap<readonly Slot[], Set<number>[]>();

/** Weekday by weekday; each list is asked for thousands of times and never changes. */
function halvesByDay(slots: readonly Slot[]) {
  const known = read.get(slots);
  if (known) return known;
  const days = Array.from({ length: 8 }, () => new Set<number>());
  for (const { weekday, start } of slots) {
    const [hours = 0, minutes = 0] = start.split(':').map(Number);
    days[weekday]?.add(hours * 2 + minutes / 30);
  }
  read.set(slots, days);
  return days;
}

/** On how many days of the week both have the length of a class free in one piece. */
export function commonDays(wanted: ParentCase, tutor: TutorListing) {
  const length = 1 + wanted.tutoring_time_per_class;
  const theirs = halvesByDay(tutor.match_time);
  return halvesByDay(wanted.match_time).filter((family, day) => {
    let run = 0;
    for (let half = 0; half < 48; half++) {
      run = family.has(half) && theirs[day]?.has(half) ? run + 1 : 0;
      if (run === length) return true;
    }
    return false;
  }).length;
}

/** Half hours of the week that both have free. */
export function commonHalves(wanted: ParentCase, tutor: TutorListing) {
  const theirs = halvesByDay(tutor.match_time);
  return halvesByDay(wanted.match_time).reduce(
    (sum, family, day) => sum + [...family].filter((half) => theirs[day]?.has(half)).length,
    0,
  );
}

/**
 * A family reads on past its own offer, with falling interest, and stops where a tutor's least price is half as much again.
 */
const mostOverOffer = 0.5;

/** Whether a tutor may be shown for a case at all, written apart from the engine's own constraints. */
export function fits(wanted: ParentCase, tutor: TutorListing): boolean {
  if (!tutor.tutoring_type.includes(wanted.tutoring_type)) return false;
  const teaches = wanted.child_info.every(({ grade, major_subject }) =>
    major_subject.every((subject) =>
      tutor.subject_grades.some((one) => one.major_subject === subject && one.grade.includes(grade)),
    ),
  );
  if (!teaches) return false;
  if (wanted.teacher_gender !== 'U' && tutor.gender !== wanted.teacher_gender) return false;
  if (wanted.teacher_education !== null && tutor.education < wanted.teacher_education) return false;
  const languages = wanted.teaching_language;
  if (languages.length > 0 && !languages.some((one) => tutor.teaching_language.includes(one))) return false;
  if (wanted.price !== null && tutor.price_min > wanted.price * (1 + mostOverOffer)) return false;
  const { tutoring_region: place, tutoring_type: type } = wanted;
  if (type !== online && place !== null) {
    const goes = type !== tutorsPlace && tutor.travel_region.includes(place);
    if (!goes && !tutor.tutoring_region.includes(place)) return false;
  }
  return commonDays(wanted, tutor) >= wanted.tutoring_days_per_week;
}
