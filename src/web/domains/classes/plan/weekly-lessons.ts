import { slotAt, slotIndex } from '#shared/rules/half-hours.ts';
import type { WeeklySlot } from '#shared/weekly-slots.ts';
import { slotsOfDay } from '#web/ground/i18n/times.ts';

export type WeeklyLesson = { weekday: number; start: string; minutes: number };

/** Half hours that follow each other on one day are one lesson. */
export function lessonsOf(slots: readonly WeeklySlot[]): WeeklyLesson[] {
  const lessons: WeeklyLesson[] = [];
  let last = -2;
  for (const slot of slots.map(slotIndex).sort((a, b) => a - b)) {
    const before = lessons.at(-1);
    if (before && slot === last + 1 && slot % slotsOfDay !== 0) before.minutes += 30;
    else lessons.push({ ...slotAt(slot), minutes: 30 });
    last = slot;
  }
  return lessons;
}
