import { addDays, addMonths, type Day, firstDayOf, lastDayOf, mondayOf, monthOf } from '#shared/hong-kong.ts';

type Limits = { min?: Day | undefined; max?: Day | undefined };

export function within(day: Day, { min, max }: Limits): Day {
  if (min !== undefined && day < min) return min;
  return max !== undefined && day > max ? max : day;
}

const moves: Record<string, (day: Day, isShift: boolean) => Day> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => mondayOf(day),
  End: (day) => addDays(mondayOf(day), 6),
  PageUp: (day, isShift) => addMonths(day, isShift ? -12 : -1),
  PageDown: (day, isShift) => addMonths(day, isShift ? 12 : 1),
};

/** The day that a key leads to from another; undefined for a key that does not move. */
export function dayByKey(day: Day, key: string, limits: Limits & { isShift?: boolean } = {}) {
  const moved = moves[key]?.(day, limits.isShift ?? false);
  return moved === undefined ? undefined : within(moved, limits);
}

/** The weeks of a month, Monday first; days of its neighbours are null. */
export function weeksOf(day: Day): (Day | null)[][] {
  const month = monthOf(day);
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const weeks: (Day | null)[][] = [];
  for (let monday = mondayOf(first); monday <= last; monday = addDays(monday, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const one = addDays(monday, index);
        return monthOf(one) === month ? one : null;
      }),
    );
  return weeks;
}
