import { expect, test } from 'vitest';
import { slotAt, slotIndex, slotsPerWeek } from './rules/half-hours.ts';
import { WeeklySlot } from './weekly-slots.ts';

test('every half hour of the week has its own index', () => {
  const week = Array.from({ length: slotsPerWeek }, (_, index) => slotAt(index));
  expect(week.map(slotIndex)).toEqual([...week.keys()]);
  for (const slot of week) expect(WeeklySlot.safeParse(slot).success).toBe(true);
  expect([week[0], week[2 * 48 + 35], week.at(-1)]).toEqual([
    { weekday: 1, start: '00:00' },
    { weekday: 3, start: '17:30' },
    { weekday: 7, start: '23:30' },
  ]);
});
