import { expect, test } from 'vitest';
import { dayByKey, weeksOf } from './calendar-keys.ts';

test.each([
  ['ArrowLeft', '2026-10-31'],
  ['ArrowRight', '2026-11-02'],
  ['ArrowUp', '2026-10-25'],
  ['ArrowDown', '2026-11-08'],
  ['Home', '2026-10-26'],
  ['End', '2026-11-01'],
  ['PageUp', '2026-10-01'],
  ['PageDown', '2026-12-01'],
])('%s leads from Sunday 1 November 2026 to %s', (key, day) => {
  expect(dayByKey('2026-11-01', key)).toBe(day);
});

test('a key stays within the limits and the month, and other keys do not move', () => {
  const limits = { min: '2026-10-30', max: '2026-11-05' };
  expect(dayByKey('2026-11-01', 'PageUp', limits)).toBe('2026-10-30');
  expect(dayByKey('2026-11-01', 'ArrowDown', limits)).toBe('2026-11-05');
  expect(dayByKey('2026-01-31', 'PageDown')).toBe('2026-02-28');
  expect(dayByKey('2026-01-31', 'PageDown', { isShift: true })).toBe('2027-01-31');
  expect(dayByKey('2026-11-01', 'a')).toBeUndefined();
});

test('the weeks of a month begin on Monday and hold its days only', () => {
  const weeks = weeksOf('2026-11-17');
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
});
