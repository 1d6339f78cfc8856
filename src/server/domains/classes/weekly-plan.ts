import { addDays, type Day, dayOf, mondayOf, startOfDay, weekdayOf } from '#shared/hong-kong.ts';

// The plan of a class, as pure functions: its trial lesson, and its weekly lessons once the trial has passed.

const minuteMs = 60_000;
const halfHourMs = 30 * minuteMs;
const weekMs = 336 * halfHourMs;

export type Plan = {
  slots: readonly number[];
  beginsOn: string;
  /** Null while the class is on trial: no weekly lesson takes place. */
  weeklyFrom: Date | null;
  trialAt: Date | null;
  lessonMinutes: number;
  stoppedAt: Date | null;
};
export type Planned = { plannedAt: Date; minutes: number };

/** Merges consecutive half hours into one lesson. */
export function blocksOf(slots: readonly number[]): { slot: number; minutes: number }[] {
  const blocks: { slot: number; minutes: number }[] = [];
  for (const slot of [...new Set(slots)].sort((a, b) => a - b)) {
    const last = blocks.at(-1);
    if (last && last.slot + last.minutes / 30 === slot) last.minutes += 30;
    else blocks.push({ slot, minutes: 30 });
  }
  return blocks;
}

/** The length of the longest lesson of a plan. */
export const longestLesson = ({ slots, trialAt, lessonMinutes }: Plan) =>
  Math.max(trialAt ? lessonMinutes : 0, ...blocksOf(slots).map(({ minutes }) => minutes));

export const isTrialOf = ({ trialAt }: Pick<Plan, 'trialAt'>, plannedAt: Date) =>
  trialAt?.getTime() === plannedAt.getTime();

export const endOfDay = (day: Day) => startOfDay(addDays(day, 1));
export const minutesAfter = (time: Date, minutes: number) => new Date(time.getTime() + minutes * minuteMs);

/** The index of the half hour of the week that contains this time. */
export function slotIndexAt(time: Date) {
  const day = dayOf(time);
  return (weekdayOf(day) - 1) * 48 + Math.floor((time.getTime() - startOfDay(day).getTime()) / halfHourMs);
}

/** Lessons planned from one time up to, not including, another, sorted. */
export function plannedBetween(plan: Plan, from: Date, to: Date): Planned[] {
  const end = Math.min(to.getTime(), plan.stoppedAt?.getTime() ?? Number.POSITIVE_INFINITY);
  const { trialAt, lessonMinutes } = plan;
  const trial = trialAt && trialAt >= from && trialAt.getTime() < end;
  return [
    ...(trial ? [{ plannedAt: trialAt, minutes: lessonMinutes }] : []),
    ...weeklyBetween(plan, from, end),
  ].sort((one, other) => one.plannedAt.getTime() - other.plannedAt.getTime());
}

function weeklyBetween(plan: Plan, from: Date, end: number): Planned[] {
  if (plan.weeklyFrom === null) return [];
  const begin = Math.max(from.getTime(), startOfDay(plan.beginsOn).getTime(), plan.weeklyFrom.getTime());
  const blocks = blocksOf(plan.slots);
  const planned: Planned[] = [];
  if (blocks.length === 0 || begin >= end) return planned;
  const firstMonday = startOfDay(mondayOf(dayOf(begin))).getTime();
  for (let monday = firstMonday; monday < end; monday += weekMs)
    for (const { slot, minutes } of blocks) {
      const at = monday + slot * halfHourMs;
      if (at >= begin && at < end) planned.push({ plannedAt: new Date(at), minutes });
    }
  return planned;
}
