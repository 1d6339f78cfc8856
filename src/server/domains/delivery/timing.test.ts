import { expect, test } from 'vitest';
import { cannotWait, nextHour, quietEnd } from './timing.ts';

const at = (clock: string) => new Date(`2026-11-18T${clock}+08:00`);
const night = { from: '22:30', until: '07:30' };

test.each([
  ['22:29:59', undefined],
  ['22:30:00', '2026-11-19T07:30+08:00'],
  ['00:00:00', '2026-11-18T07:30+08:00'],
  ['07:29:59', '2026-11-18T07:30+08:00'],
  ['07:30:00', undefined],
])('at %s in Hong Kong the quiet hours end at %s', (clock, end) => {
  expect(quietEnd(at(clock), night)?.toISOString()).toBe(end && new Date(end).toISOString());
});

test('quiet hours may lie within one day', () => {
  const hours = { from: '01:00', until: '06:00' };
  expect(quietEnd(at('23:00:00'), hours)).toBeUndefined();
  expect(quietEnd(at('05:59:00'), hours)?.toISOString()).toBe('2026-11-17T22:00:00.000Z');
});

test('a digest comes the next time that its hour strikes', () => {
  expect(nextHour(19, at('18:59:59')).toISOString()).toBe('2026-11-18T11:00:00.000Z');
  expect(nextHour(19, at('19:00:00')).toISOString()).toBe('2026-11-19T11:00:00.000Z');
});

test('a lesson of this day in Hong Kong cannot wait, one of another day can', () => {
  const now = at('00:10:00');
  expect(cannotWait('lesson_cancelled', { planned_at: '2026-11-18T15:59:00.000Z' }, now)).toBe(true);
  expect(cannotWait('lesson_cancelled', { planned_at: '2026-11-18T16:00:00.000Z' }, now)).toBe(false);
  expect(cannotWait('lesson_cancelled', { planned_at: '2026-11-17T15:59:00.000Z' }, now)).toBe(false);
});

test('a match that ends for the safety of a child cannot wait; one that ends for other reasons can', () => {
  expect(cannotWait('match_closed', { is_child_safety: true }, new Date())).toBe(true);
  expect(cannotWait('match_closed', { is_child_safety: false }, new Date())).toBe(false);
  expect(cannotWait('message', {}, new Date())).toBe(false);
});
