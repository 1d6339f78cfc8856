import { expect, test } from 'vitest';
import type { Lesson, PlannedLesson } from '#shared/classes.ts';
import { daysOf, queryPath, readKey, readQuery } from '../ledger/ledger-query.ts';
import { dueOf, earlyStart, itemsByDay, sumsOf } from './day-items.ts';

const plan = (starts_at: string, more: Partial<PlannedLesson> = {}): PlannedLesson => ({
  class_id: 1,
  my_side: 'tutor',
  planned_at: starts_at,
  starts_at,
  ends_at: new Date(Date.parse(starts_at) + 3_600_000).toISOString(),
  is_trial: false,
  state: 'planned',
  cancelled_by: null,
  by_weather: false,
  by_platform: false,
  by_agreement: false,
  is_extra: false,
  holiday: null,
  proposal_id: null,
  lesson_id: null,
  ...more,
});
const lesson = (id: number, started_at: string, state: Lesson['state'] = 'confirmed') =>
  ({ id, class_id: 1, started_at, ended_at: null, state, minutes: 60, amount: 300 }) as Lesson;

test('a lesson is shown on the Hong Kong day it began, and replaces its planned lesson', () => {
  const days = itemsByDay(
    [
      plan('2026-10-31T15:30:00.000Z', { state: 'taught', lesson_id: 5 }),
      plan('2026-10-31T17:00:00.000Z', { state: 'cancelled' }),
    ],
    // Began five minutes past midnight: in November, not on the day it was planned for.
    [lesson(5, '2026-10-31T16:05:00.000Z')],
  );
  expect([...days.keys()]).toEqual(['2026-11-01']);
  expect(days.get('2026-11-01')?.map(({ state }) => state)).toEqual(['confirmed', 'cancelled']);
});

test('disputed, void and open lessons are not counted', () => {
  const at = '2026-11-01T10:00:00.000Z';
  const states = ['confirmed', 'awaiting', 'disputed', 'void', 'open'] as const;
  expect(sumsOf(states.map((state, id) => lesson(id, at, state)))).toEqual({
    lessons: 2,
    minutes: 120,
    amount: 600,
  });
});

test('the tutor’s button is for the lesson that is due, otherwise for the next one', () => {
  const now = Date.parse('2026-11-01T10:00:00.000Z');
  const over = plan('2026-11-01T08:00:00.000Z');
  const cancelled = plan('2026-11-01T09:45:00.000Z', { state: 'cancelled' });
  const soon = plan('2026-11-01T10:50:00.000Z');
  const later = plan('2026-11-02T10:00:00.000Z', { class_id: 2 });
  const ofFamily = plan('2026-11-01T10:00:00.000Z', { my_side: 'family' });
  expect(dueOf([over, cancelled, ofFamily, soon, later], now)).toBe(soon);
  expect(dueOf([over, later], now)).toBe(later);
  expect(dueOf([over], now)).toBeUndefined();
  // Who came for one class never starts the lesson of another.
  expect(dueOf([soon, later], now, 2)).toBe(later);
  expect(dueOf([soon], now, 2)).toBeUndefined();
});

test('a start that is not due is asked about, and the answer says which lesson it is', () => {
  const now = Date.parse('2026-11-01T10:00:00.000Z');
  const asked = (minutes: number) =>
    earlyStart({ starts_at: new Date(now + minutes * 60_000).toISOString() }, now);
  expect([-20, 30, 31, 720, 721].map(asked)).toEqual([undefined, undefined, 'plan', 'plan', 'extra']);
  expect(earlyStart(undefined, now)).toBe('none');
});

test('the address contains the query, without default values', () => {
  const now = Date.parse('2026-11-15T16:30:00.000Z');
  const read = (search: string) => readQuery(new URLSearchParams(search), now);
  expect(read('')).toMatchObject({ view: 'week', day: '2026-11-16', classId: null, page: 1 });
  expect(queryPath(read(''), now)).toBe('/clock-in');
  for (const path of [
    '/clock-in?view=month&class=7&day=2028-02-29',
    '/clock-in?view=list&class=7&month=2026-02&state=disputed&page=2',
  ])
    expect(queryPath(read(path.split('?')[1] ?? ''), now)).toBe(path);
  expect(read('view=year&day=2026-02-30&class=x&month=2026-13&state=nice&page=0')).toEqual(read(''));
  expect(daysOf(read('view=list&month=2028-02'))).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(daysOf(read('view=month&day=2026-11-15'))).toEqual({ from: '2026-10-26', to: '2026-12-06' });
});

test('choosing another day of the same month loads nothing', () => {
  const at = (day: string) => readKey(readQuery(new URLSearchParams({ view: 'month', day }), 0));
  expect(at('2026-11-01')).toBe(at('2026-11-30'));
  expect(at('2026-11-30')).not.toBe(at('2026-12-01'));
});
