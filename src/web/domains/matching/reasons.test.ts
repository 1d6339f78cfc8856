import { expect, it } from 'vitest';
import type { CaseDetail } from '#shared/cases.ts';
import { fitOf, halfHoursOf, reasonViews } from './reasons.ts';
import { changedCase } from './tutors-page.tsx';

it('the displayed fit has the same order as the score, and only the best score is 100', () => {
  expect(fitOf({ score: 0 })).toBe(100);
  expect(fitOf({ score: 4 * Math.log(0.5) })).toBe(50);
  const scores = [-0.2, -1, -1.5, -3, -8];
  const fits = scores.map((score) => fitOf({ score }));
  expect([...fits].sort((a, b) => b - a)).toEqual(fits);
});

it('times and travel always come first, then the reasons, each relative to the average candidate', () => {
  const t = ((key: string) => key) as never;
  const term = (attribute: string, value: number, is_reason = false) => ({
    ...{ attribute, term: value, value: 3, is_reason },
  });
  const terms = [term('dse', 0.4, true), term('travel', -0.2), term('price', 0.1), term('unheard', 1, true)];
  const views = reasonViews(t, { terms }, (attribute, value) => `${attribute} ${value}`);
  expect(views.map(({ words }) => words)).toEqual(['times undefined', 'travel 3', 'dse 3']);
  expect(views.map(({ share }) => Math.sign(share - 0.5))).toEqual([0, -1, 1]);
  expect(views.map(({ isReason }) => isReason)).toEqual([false, false, true]);
});

it('common times are split into half hours', () => {
  expect(halfHoursOf([{ weekday: 3, start: '22:30', end: '24:00' }])).toEqual([
    { weekday: 3, start: '22:30' },
    { weekday: 3, start: '23:00' },
    { weekday: 3, start: '23:30' },
  ]);
});

const stored = { weekday: [3], start_tutoring_time: '17:00', tutoring_region: 16, match_time: [] };
const parentCase = stored as unknown as CaseDetail;

it('a relaxation changes one field of a case and the fields that repeat it', () => {
  const match_time = [
    { weekday: 6, start: '10:00' },
    { weekday: 3, start: '17:00' },
    { weekday: 3, start: '16:30' },
  ];
  expect(changedCase(parentCase, { kind: 'times', change: { match_time } })).toEqual({
    ...{ tutoring_region: 16, match_time, weekday: [3, 6] },
    ...{ start_tutoring_time: '16:30', weekend_start_tutoring_time: '10:00' },
  });
  expect(changedCase(parentCase, { kind: 'online', change: { tutoring_type: 2 } })).toEqual({
    ...{ ...stored, tutoring_type: 2, tutoring_region: null },
  });
  expect(changedCase(parentCase, { kind: 'price', change: { price: 280 } })).toEqual({
    ...stored,
    price: 280,
  });
});
