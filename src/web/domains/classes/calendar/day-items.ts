import type { Lesson, LessonState, PlannedLesson } from '#shared/classes.ts';
import { type Day, dayOf } from '#shared/hong-kong.ts';

/** taught: a lesson that began on a day which is not shown. */
export type DayState = LessonState | PlannedLesson['state'];

/** One thing in a day of the calendar: a lesson as it was clocked in, else as it is planned. */
export type DayItem = {
  classId: number;
  startsAt: string;
  endsAt: string | null;
  state: DayState;
  lesson: Lesson | null;
  plan: PlannedLesson | null;
};

/** What each day holds, by time. A lesson stands on the day it began, and takes the place of its plan. */
export function itemsByDay(plans: readonly PlannedLesson[], lessons: readonly Lesson[]): Map<Day, DayItem[]> {
  const clocked = new Set(lessons.map(({ id }) => id));
  const items: DayItem[] = [
    ...lessons.map((lesson) => ({
      classId: lesson.class_id,
      startsAt: lesson.started_at,
      endsAt: lesson.ended_at,
      state: lesson.state,
      lesson,
      plan: plans.find(({ lesson_id }) => lesson_id === lesson.id) ?? null,
    })),
    ...plans
      .filter(({ lesson_id }) => lesson_id === null || !clocked.has(lesson_id))
      .map((plan) => ({
        classId: plan.class_id,
        startsAt: plan.starts_at,
        endsAt: plan.ends_at,
        state: plan.state,
        lesson: null,
        plan,
      })),
  ];
  const days = new Map<Day, DayItem[]>();
  for (const item of items.sort((one, other) => one.startsAt.localeCompare(other.startsAt))) {
    const day = dayOf(item.startsAt);
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return days;
}

/** What lessons come to: those that are confirmed or may be. */
export function sumsOf(lessons: readonly Lesson[]) {
  const counted = lessons.filter(({ state }) => state === 'awaiting' || state === 'confirmed');
  const sum = (of: 'minutes' | 'amount') => counted.reduce((total, lesson) => total + (lesson[of] ?? 0), 0);
  return { lessons: counted.length, minutes: sum('minutes'), amount: sum('amount') };
}

/** Which planned lesson the tutor's button is about: the one that is due, else the next of the day. */
export function dueOf(plans: readonly PlannedLesson[], now: number, earliestMinutes = 60) {
  const mine = plans.filter(
    ({ my_side, state, ends_at }) =>
      my_side === 'tutor' && (state === 'planned' || state === 'moved') && Date.parse(ends_at) > now,
  );
  const due = mine.find(({ starts_at }) => Date.parse(starts_at) - earliestMinutes * 60_000 <= now);
  return due ?? mine[0];
}
