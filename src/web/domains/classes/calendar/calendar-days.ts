import {
  addDays,
  addMonths,
  type Day,
  firstDayOf,
  lastDayOf,
  type Month,
  mondayOf,
  monthOf,
} from '#shared/hong-kong.ts';

export type CalendarView = 'week' | 'month';

const weekOf = (day: Day): Day[] => Array.from({ length: 7 }, (_, index) => addDays(mondayOf(day), index));

/** The whole weeks that contain a day of the month. */
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

/** The day to which a key moves in a calendar; undefined for other keys. */
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
