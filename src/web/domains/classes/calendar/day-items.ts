import type { Lesson, LessonState, PlannedLesson } from '#shared/classes.ts';
import { clockOf, type Day, dayOf } from '#shared/hong-kong.ts';
import { scheduleRules } from '#shared/rules/schedule-rules.ts';
import type { ClassView } from '../load-classes.ts';
import type { PlanAsk } from '../plan/plan-ask.ts';

/** `taught`: a planned lesson whose actual lesson began on a day that is not shown. */
export type DayState = LessonState | PlannedLesson['state'];

/** An entry of a calendar day: a clocked-in lesson, or a planned one. */
export type DayItem = {
  classId: number;
  startsAt: string;
  endsAt: string | null;
  state: DayState;
  lesson: Lesson | null;
  plan: PlannedLesson | null;
};

/**
 * The entries of each day, by time. A lesson is shown on the day it began, and replaces its planned lesson. What the
 * tutor has taken back is found in the list of records only.
 */
export function itemsByDay(
  plans: readonly PlannedLesson[],
  recorded: readonly Lesson[],
): Map<Day, DayItem[]> {
  const lessons = recorded.filter(({ settled_how }) => settled_how !== 'tutor');
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

/** Whether a new time for this planned lesson may be proposed: it lies ahead, and nothing is proposed for it yet. */
export function mayMove({ plan, state, classId }: DayItem, classes: readonly ClassView[], now: number) {
  const cls = classes.find(({ id }) => id === classId);
  const isAhead = (state === 'planned' || state === 'moved') && plan && Date.parse(plan.starts_at) > now;
  return Boolean(isAhead && !plan.is_trial && plan.proposal_id === null && cls?.isGoing && !cls.halt);
}

/** The same hour on another day, to be proposed. */
export const moveTo = ({ planned_at, starts_at, ends_at }: PlannedLesson, day: Day): PlanAsk => ({
  kind: 'move',
  plannedAt: planned_at,
  present: { starts_at, ends_at },
  to: { day, time: clockOf(starts_at) },
});

/** The totals of lessons that are confirmed or awaiting confirmation. */
export function sumsOf(lessons: readonly Lesson[]) {
  const counted = lessons.filter(
    ({ state, is_added }) => state === 'confirmed' || (state === 'awaiting' && !is_added),
  );
  const sum = (of: 'minutes' | 'amount') => counted.reduce((total, lesson) => total + (lesson[of] ?? 0), 0);
  return { lessons: counted.length, minutes: sum('minutes'), amount: sum('amount') };
}

/**
 * The planned lesson for the tutor's button: the one that is due, otherwise the next one. A tutor who came for one class
 * (`classId`) gets its lesson and never that of another.
 */
export function dueOf(plans: readonly PlannedLesson[], now: number, classId: number | null = null) {
  const mine = plans.filter(
    ({ my_side, state, ends_at, class_id }) =>
      my_side === 'tutor' &&
      (state === 'planned' || state === 'moved') &&
      Date.parse(ends_at) > now &&
      (classId === null || class_id === classId),
  );
  const due = mine.find(({ starts_at }) => Date.parse(starts_at) - 60 * 60_000 <= now);
  return due ?? mine[0];
}

const minuteMs = 60_000;
/** From then on a start needs no question. */
const dueMinutes = 30;

/**
 * What to ask before a lesson starts that is not due: whether it is the planned one (`plan`), or an extra one although
 * one is planned later, or because none is. Undefined when it is due.
 */
export function earlyStart(
  plan: Pick<PlannedLesson, 'starts_at'> | undefined,
  now: number,
): 'plan' | 'extra' | 'none' | undefined {
  if (!plan) return 'none';
  const early = (Date.parse(plan.starts_at) - now) / minuteMs;
  if (early <= dueMinutes) return undefined;
  return early <= scheduleRules.namedHours * 60 ? 'plan' : 'extra';
}

/** A lesson besides the weekly ones; where there are none, and at the trial, it goes without saying. */
export const isExtraLesson = (
  { is_extra, is_trial, state }: Pick<Lesson, 'is_extra' | 'is_trial' | 'state'>,
  { slots }: { slots: readonly unknown[] },
) => is_extra && !is_trial && state !== 'void' && slots.length > 0;
