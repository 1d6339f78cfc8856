import { addDays, clockOf, type Day, dayOf, isoTimeAt, weekdayOf } from '#shared/hong-kong.ts';
import { slotIndex } from '#shared/rules/half-hours.ts';
import { trialRules } from '#shared/rules/offer-rules.ts';
import type { WeeklySlot } from '#shared/weekly-slots.ts';
import { slotsOfDay } from '#web/ground/i18n/times.ts';

const halfHourMs = 30 * 60_000;
const startsAt = (day: Day, time: string) => Date.parse(isoTimeAt(day, time));

/** The days on which a trial lesson can still begin, the next first. */
export function trialDays(now: number, minutes: number): Day[] {
  const days = Array.from({ length: trialRules.mostDays }, (_, ahead) => addDays(dayOf(now), ahead));
  return days.filter((day) => trialStarts(day, now, minutes).length > 0);
}

/** The hours at which a trial lesson of this length can begin on a day. */
export function trialStarts(day: Day, now: number, minutes: number): string[] {
  const last = startsAt(day, trialRules.latest) - minutes * 60_000;
  const starts: string[] = [];
  for (let at = startsAt(day, trialRules.earliest); at <= last; at += halfHourMs)
    if (at > now) starts.push(clockOf(at));
  return starts;
}

/** Those of them at which both are usually free for the whole lesson. */
export function commonStarts(
  day: Day,
  starts: readonly string[],
  common: readonly WeeklySlot[],
  minutes: number,
) {
  const free = new Set(common.map(slotIndex));
  const length = Math.ceil(minutes / 30);
  return starts.filter((start) => {
    const first = slotIndex({ weekday: weekdayOf(day), start });
    return Array.from({ length }, (_, at) => first + at).every(
      (slot) => free.has(slot) && Math.floor(slot / slotsOfDay) === weekdayOf(day) - 1,
    );
  });
}
