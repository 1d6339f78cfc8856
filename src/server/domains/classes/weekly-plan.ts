// The plan of a class as plain arithmetic: Hong Kong has kept one offset, without summer time, since 1979.

const minuteMs = 60_000;
const halfHourMs = 30 * minuteMs;
const weekMs = 336 * halfHourMs;
const hongKongMs = 8 * 60 * minuteMs;
/** 5 January 1970 was a Monday. */
const firstMondayMs = 4 * 48 * halfHourMs;

export type Plan = { slots: readonly number[]; beginsOn: string; madeAt: Date; stoppedAt: Date | null };
export type Planned = { plannedAt: Date; minutes: number };

/** Half hours in a row are one lesson. */
export function blocksOf(slots: readonly number[]): { slot: number; minutes: number }[] {
  const blocks: { slot: number; minutes: number }[] = [];
  for (const slot of [...new Set(slots)].sort((a, b) => a - b)) {
    const last = blocks.at(-1);
    if (last && last.slot + last.minutes / 30 === slot) last.minutes += 30;
    else blocks.push({ slot, minutes: 30 });
  }
  return blocks;
}

export const longestBlock = (slots: readonly number[]) =>
  Math.max(0, ...blocksOf(slots).map(({ minutes }) => minutes));

/** Midnight in Hong Kong at the beginning of a day. */
export const dayStart = (day: string) => new Date(Date.parse(`${day}T00:00:00+08:00`));
export const dayAfter = (day: string) => new Date(dayStart(day).getTime() + 48 * halfHourMs);
export const minutesAfter = (moment: Date, minutes: number) =>
  new Date(moment.getTime() + minutes * minuteMs);

/** The half hour of the week that a moment is in. */
export const slotIndexAt = (moment: Date) =>
  Math.floor(((((moment.getTime() + hongKongMs - firstMondayMs) % weekMs) + weekMs) % weekMs) / halfHourMs);

/** Lessons planned from one moment up to, not including, another, by time. */
export function plannedBetween(plan: Plan, from: Date, to: Date): Planned[] {
  const begin = Math.max(from.getTime(), dayStart(plan.beginsOn).getTime(), plan.madeAt.getTime());
  const end = Math.min(to.getTime(), plan.stoppedAt?.getTime() ?? Number.POSITIVE_INFINITY);
  const blocks = blocksOf(plan.slots);
  const planned: Planned[] = [];
  if (blocks.length === 0 || begin >= end) return planned;
  const firstWeek = Math.floor((begin + hongKongMs - firstMondayMs) / weekMs);
  for (let week = firstWeek; ; week++) {
    const monday = firstMondayMs + week * weekMs - hongKongMs;
    if (monday >= end) return planned;
    for (const { slot, minutes } of blocks) {
      const at = monday + slot * halfHourMs;
      if (at >= begin && at < end) planned.push({ plannedAt: new Date(at), minutes });
    }
  }
}
