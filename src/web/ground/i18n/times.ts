import type { WeeklySlot } from '#shared/weekly-slots.ts';
import type { Translate } from './i18n.ts';

type Day = 1 | 2 | 3 | 4 | 5 | 6 | 7;
const days: readonly Day[] = [1, 2, 3, 4, 5, 6, 7];

function slotNumber({ weekday, start }: WeeklySlot) {
  const [hours = 0, minutes = 0] = start.split(':').map(Number);
  return (weekday - 1) * slotsOfDay + hours * 2 + minutes / 30;
}

/** A line such as 星期三 17:00–20:00 for each day that has slots. */
export function weekLines(slots: readonly WeeklySlot[], weekdays: readonly { id: number; name: string }[]) {
  const numbers = slots.map(slotNumber);
  return weekdays
    .map(({ id, name }) => ({ name, ranges: rangesOn(numbers, id - 1) }))
    .filter(({ ranges }) => ranges.length > 0);
}

/** 平日, 週末, 星期三、六. */
function formatDays(t: Translate, selected: readonly number[]) {
  const sorted = days.filter((day) => selected.includes(day));
  const set = sorted.join('');
  if (set === '1234567') return t('market.everyDay');
  if (set === '12345') return t('market.schoolDays');
  if (set === '67') return t('market.weekend');
  return t('market.onDays', { days: sorted.map((day) => t(`market.days.${day}`)).join(t('market.and')) });
}

type CaseTimes = {
  match_time: readonly WeeklySlot[];
  weekday: readonly number[];
  start_tutoring_time: string | null;
  weekend_start_tutoring_time: string | null;
};

/** When the lessons of a case could be, short enough for a chip: 平日 16:00–20:00, else 平日 16:00 起. */
export function timeInShort(t: Translate, times: CaseTimes) {
  const { match_time, weekday, start_tutoring_time, weekend_start_tutoring_time } = times;
  const slots = match_time.map(slotNumber);
  const rangesOf = (day: Day) => rangesOn(slots, day - 1);
  const startOn = (day: Day) =>
    slots.length > 0
      ? rangesOf(day)[0]?.slice(0, 5)
      : (day >= 6 ? (weekend_start_tutoring_time ?? start_tutoring_time) : start_tutoring_time)?.slice(0, 5);
  const on = days.filter((day) => (slots.length > 0 ? rangesOf(day).length > 0 : weekday.includes(day)));
  if (on.length === 0) return t('market.timesOpen');
  // Whole ranges where there are one or two for all days, else when each begins.
  const whole = new Set(on.map((day) => rangesOf(day).join(t('market.and'))));
  const isWhole = slots.length > 0 && whole.size <= 2;
  const timesOn = (day: Day) => (isWhole ? rangesOf(day).join(t('market.and')) : startOn(day));
  const different = [...new Set(on.map(timesOn))];
  const words = different.slice(0, 2).map((when) => {
    const together = formatDays(
      t,
      on.filter((day) => timesOn(day) === when),
    );
    if (isWhole) return `${together} ${when}`;
    return when ? t('market.from', { days: together, start: when }) : together;
  });
  return words.join(t('market.and')) + (different.length > 2 ? t('market.andOthers') : '');
}

/** A slot is a half hour of the week, counted from Monday 00:00. */
export const slotsOfDay = 48;

export const clock = (slot: number) => {
  const half = slot % slotsOfDay;
  return `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
};

/** The end of a slot; the day's last slot ends at 24:00. */
const clockAtEnd = (slot: number) => (slot % slotsOfDay === slotsOfDay - 1 ? '24:00' : clock(slot + 1));

/** `from` and `to` are half hours of the day; `day` counts from 0 (Monday). */
export const slotsBetween = (day: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => day * slotsOfDay + from + index);

export const slotsOn = (slots: readonly number[], day: number) =>
  slots.filter((slot) => Math.floor(slot / slotsOfDay) === day).sort((a, b) => a - b);

/** 16:00–18:00, 19:30–20:00 of one day. */
export function rangesOn(slots: readonly number[], day: number): string[] {
  const ranges: { first: number; last: number }[] = [];
  for (const slot of slotsOn(slots, day)) {
    const open = ranges.at(-1);
    if (open?.last === slot - 1) open.last = slot;
    else ranges.push({ first: slot, last: slot });
  }
  return ranges.map(({ first, last }) => `${clock(first)}–${clockAtEnd(last)}`);
}
