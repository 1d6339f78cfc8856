import { addDays, type Day, dayOf, mondayOf, startOfDay, weekdayOf } from '#shared/hong-kong.ts';

// The plan of a class, as pure functions: its trial lesson, and its weekly lessons once the trial has passed.

const minuteMs = 60_000;
const halfHourMs = 30 * minuteMs;
const weekMs = 336 * halfHourMs;

export type Plan = {
  /** As agreed at the match. */
  slots: readonly number[];
  /** Weekly times that were agreed on later, in order; each holds until the next one begins. */
  weeks: readonly WeeklyTimes[];
  beginsOn: string;
  /** Null while the class is on trial: no weekly lesson takes place. */
  weeklyFrom: Date | null;
  trialAt: Date | null;
  lessonMinutes: number;
  stoppedAt: Date | null;
};
export type WeeklyTimes = { from: string; slots: number[] };
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
export const longestLesson = ({ slots, weeks, trialAt, lessonMinutes }: Plan) =>
  Math.max(
    trialAt ? lessonMinutes : 0,
    ...[slots, ...weeks.map((week) => week.slots)].flatMap(blocksOf).map(({ minutes }) => minutes),
  );

/** The weekly times of a plan in order, and when each of them holds. */
export function weeksOf({ slots, weeks, beginsOn }: Pick<Plan, 'slots' | 'weeks' | 'beginsOn'>) {
  const all = [{ from: startOfDay(beginsOn).getTime(), slots }].concat(
    weeks.map((week) => ({ from: Date.parse(week.from), slots: week.slots })),
  );
  return all.map((week, at) => ({ ...week, until: all[at + 1]?.from ?? Number.POSITIVE_INFINITY }));
}

/** The weekly times that hold at this time; before there are any, those that come first. */
export function slotsAtTime(plan: Pick<Plan, 'slots' | 'weeks' | 'beginsOn'>, time: Date): readonly number[] {
  const weeks = weeksOf(plan).filter(({ until }) => until > time.getTime());
  return (weeks.find(({ slots }) => slots.length > 0) ?? weeks[0])?.slots ?? [];
}

export const isTrialOf = ({ trialAt }: Pick<Plan, 'trialAt'>, plannedAt: Date) =>
  trialAt?.getTime() === plannedAt.getTime();

export const endOfDay = (day: Day) => startOfDay(addDays(day, 1));
export const minutesAfter = (time: Date, minutes: number) => new Date(time.getTime() + minutes * minuteMs);

/** The index of the half hour of the week that contains this time. */
export function slotIndexAt(time: Date) {
  const day = dayOf(time);
  return (weekdayOf(day) - 1) * 48 + Math.floor((time.getTime() - startOfDay(day).getTime()) / halfHourMs);
}

/** The lesson that the plan has at exactly this time. */
export function plannedAtTime(plan: Plan, time: Date): Planned | undefined {
  return plannedBetween(plan, time, minutesAfter(time, 1)).find(
    ({ plannedAt }) => plannedAt.getTime() === time.getTime(),
  );
}

/** This time, or the end of a planned lesson that is under way then. */
export function afterLesson(plan: Plan, time: Date): Date {
  const ends = plannedBetween(plan, minutesAfter(time, -24 * 60), time).map(({ plannedAt, minutes }) =>
    minutesAfter(plannedAt, minutes).getTime(),
  );
  return new Date(Math.max(time.getTime(), ...ends));
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
  const { weeklyFrom } = plan;
  if (weeklyFrom === null) return [];
  const begin = Math.max(from.getTime(), startOfDay(plan.beginsOn).getTime(), weeklyFrom.getTime());
  return weeksOf(plan).flatMap((week) =>
    lessonsOf(blocksOf(week.slots), Math.max(begin, week.from), Math.min(end, week.until)),
  );
}

function lessonsOf(blocks: ReturnType<typeof blocksOf>, begin: number, end: number): Planned[] {
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
