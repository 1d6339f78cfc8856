import { expect, it } from 'vitest';
import { clock, rangesOn, slotsBetween, slotsOn } from './times.ts';

it('the half-hour slots of a day are formatted as ranges', () => {
  const tuesday = [...slotsBetween(1, 32, 36), ...slotsBetween(1, 39, 40)];
  expect(rangesOn(tuesday, 1)).toEqual(['16:00–18:00', '19:30–20:00']);
  expect(rangesOn(tuesday, 0)).toEqual([]);
  expect(rangesOn([6 * 48 + 47], 6)).toEqual(['23:30–24:00']);
});

it('slots on both sides of midnight belong to different days', () => {
  const midnight = [47, 48];
  expect(slotsOn(midnight, 0)).toEqual([47]);
  expect(rangesOn(midnight, 1)).toEqual(['00:00–00:30']);
  expect(clock(48 + 35)).toBe('17:30');
});
