/**
 * Days of Hong Kong, written 2026-11-15, and months, written 2026-11. Hong Kong has had no summer time since 1979, so a
 * day is always 24 hours. Weeks begin on Monday, as everywhere in the product.
 */
export type Day = string;
export type Month = string;
export type CalendarView = 'week' | 'month';

const dayMs = 86_400_000;
const hongKongMs = 8 * 3_600_000;
const utc = (day: Day) => Date.parse(`${day}T00:00:00Z`);
const written = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

/** The day it is in Hong Kong at some moment. */
export const dayAt = (moment: number): Day => written(moment + hongKongMs);
export const addDays = (day: Day, days: number): Day => written(utc(day) + days * dayMs);
/** 1 Monday to 7 Sunday. */
export const weekdayOf = (day: Day) => new Date(utc(day)).getUTCDay() || 7;
export const mondayOf = (day: Day) => addDays(day, 1 - weekdayOf(day));
export const monthOf = (day: Day): Month => day.slice(0, 7);

export function addToMonth(month: Month, months: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The last day of the next month is the 30th for a 31st, and in February the 28th or 29th. */
export function addMonths(day: Day, months: number): Day {
  const month = addToMonth(monthOf(day), months);
  const last = lastDayOf(month);
  const same = `${month}-${day.slice(8)}`;
  return same < last ? same : last;
}

export const firstDayOf = (month: Month): Day => `${month}-01`;
export const lastDayOf = (month: Month): Day => addDays(firstDayOf(addToMonth(month, 1)), -1);

export const weekOf = (day: Day): Day[] =>
  Array.from({ length: 7 }, (_, index) => addDays(mondayOf(day), index));

/** The weeks that have a day of the month, whole. */
export function weeksOf(month: Month): Day[][] {
  const weeks: Day[][] = [];
  const last = lastDayOf(month);
  for (let monday = mondayOf(firstDayOf(month)); monday <= last; monday = addDays(monday, 7))
    weeks.push(weekOf(monday));
  return weeks;
}

/** The rows of a calendar that shows this day. */
export const rowsOf = (view: CalendarView, day: Day): Day[][] =>
  view === 'week' ? [weekOf(day)] : weeksOf(monthOf(day));

/** Where a key leads in a calendar; undefined for a key that is not its own. */
export function dayByKey(key: string, day: Day, view: CalendarView): Day | undefined {
  const page = (by: 1 | -1) => (view === 'week' ? addDays(day, 7 * by) : addMonths(day, by));
  const moves: Record<string, () => Day> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => mondayOf(day),
    End: () => addDays(mondayOf(day), 6),
    PageUp: () => page(-1),
    PageDown: () => page(1),
  };
  return moves[key]?.();
}

/** A time of a day in Hong Kong as the API takes it. */
export const momentAt = (day: Day, time: string) => `${day}T${time}:00+08:00`;

export const isDay = (text: string | null): text is Day => {
  if (!/^20\d\d-\d\d-\d\d$/.test(text ?? '')) return false;
  const ms = utc(text as Day);
  return !Number.isNaN(ms) && written(ms) === text;
};
export const isMonth = (text: string | null): text is Month => /^20\d\d-(0[1-9]|1[0-2])$/.test(text ?? '');
