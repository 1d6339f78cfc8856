export const slotsPerDay = 48;
export const slotsPerWeek = 7 * slotsPerDay;

type HalfHour = { weekday: number; start: string };

/** The index of a slot within the week, and its bit in a set of slots: 0 is Monday 00:00, 335 Sunday 23:30. */
export function slotIndex({ weekday, start }: HalfHour) {
  const [hours = 0, minutes = 0] = start.split(':').map(Number);
  return (weekday - 1) * slotsPerDay + hours * 2 + minutes / 30;
}

export function slotAt(index: number): HalfHour {
  const half = index % slotsPerDay;
  const hours = String(Math.floor(half / 2)).padStart(2, '0');
  return { weekday: Math.floor(index / slotsPerDay) + 1, start: `${hours}:${half % 2 === 0 ? '00' : '30'}` };
}
