import { expect, test } from 'vitest';
import type { PlanProposal } from '#shared/timetable/proposals.ts';
import { isOnDay } from './proposal-words.ts';
import { lessonsOf } from './weekly-lessons.ts';

test('half hours that follow each other on one day are one weekly lesson', () => {
  const slots = [
    { weekday: 3, start: '17:30' },
    { weekday: 3, start: '17:00' },
    { weekday: 3, start: '20:00' },
    { weekday: 6, start: '23:30' },
    { weekday: 7, start: '00:00' },
  ];
  expect(lessonsOf(slots)).toEqual([
    { weekday: 3, start: '17:00', minutes: 60 },
    { weekday: 3, start: '20:00', minutes: 30 },
    { weekday: 6, start: '23:30', minutes: 30 },
    { weekday: 7, start: '00:00', minutes: 30 },
  ]);
});

test('a proposal is told on the day of its lesson, on the day it would move to, and on each day of a holiday', () => {
  const none = { was_at: null, starts_at: null, from_day: null, to_day: null };
  const days = (proposal: Partial<PlanProposal>) =>
    ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'].filter((day) =>
      isOnDay({ ...none, ...proposal } as PlanProposal, day),
    );
  const move = { was_at: '2026-12-01T09:00:00.000Z', starts_at: '2026-12-03T17:00:00.000Z' };
  expect(days({ kind: 'move', ...move })).toEqual(['2026-12-01', '2026-12-04']);
  expect(days({ kind: 'pause', from_day: '2026-12-02', to_day: '2026-12-03' })).toEqual([
    '2026-12-02',
    '2026-12-03',
  ]);
  // Weekly times have no day of their own.
  expect(days({ kind: 'weekly', from_day: '2026-12-02' })).toEqual([]);
});
