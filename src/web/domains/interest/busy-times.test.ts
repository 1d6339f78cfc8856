import { expect, test } from 'vitest';
import { busyHours, busyTimes, clashOf } from './busy-times.ts';

const classOf = (id: number, more: object = {}) => ({
  ...{ id, match_id: id * 10, my_side: 'tutor' as const, finish_status: 1 as const },
  ...{ weekly_from: '2026-01-01T00:00:00.000Z', slots: [], ...more },
});
const lesson = (class_id: number, from: string, to: string, more: object = {}) => ({
  ...{ class_id, is_trial: false, state: 'planned' as const },
  ...{ starts_at: `2026-11-20T${from}:00+08:00`, ends_at: `2026-11-20T${to}:00+08:00`, ...more },
});
const friday = '2026-11-20';

test('a lesson of one’s own clashes with every start that runs into it, and with no other', () => {
  const busy = busyTimes([lesson(1, '17:00', '18:30')], [classOf(1), classOf(2)], 20, [friday]);
  const clashing = (start: string) => clashOf(friday, start, 90, busy)?.class_id;
  expect(['15:30', '16:00', '17:30', '18:30'].map(clashing)).toEqual([undefined, 1, 1, undefined]);
});

test('the trial that is being moved and a cancelled lesson are not in the way', () => {
  const lessons = [
    lesson(1, '10:00', '11:30', { is_trial: true }),
    lesson(2, '12:00', '13:00', { state: 'cancelled' }),
  ];
  expect(busyTimes(lessons, [classOf(1), classOf(2)], 10, [friday])).toEqual([]);
});

test('a tutor’s weekly time that is kept until another trial has passed is one time, a family’s is none', () => {
  const slots = ['17:00', '17:30', '18:00'].map((start) => ({ weekday: 5, start }));
  const kept = (more: object) =>
    busyTimes([], [classOf(1, { weekly_from: null, slots, ...more })], 20, [friday]);
  expect(kept({}).map(busyHours)).toEqual(['17:00–18:30']);
  expect(kept({ my_side: 'family' })).toEqual([]);
});
