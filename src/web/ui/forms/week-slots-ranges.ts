/** A slot is a half hour of the week, counted from Monday 00:00. */
export const slotsOfDay = 48;

export const clock = (slot: number) => {
  const half = slot % slotsOfDay;
  return `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
};

/** The end of the half hour before; the day's last ends at 24:00. */
const clockAtEnd = (slot: number) => (slot % slotsOfDay === slotsOfDay - 1 ? '24:00' : clock(slot + 1));

/** `from` and `to` are half hours of the day; `day` counts from 0. */
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
