import { expect, it } from 'vitest';
import type { CaseDetail } from '#shared/cases.ts';
import { fitOf, halfHoursOf, reasonViews } from './reasons.ts';
import { changedCase } from './tutors-page.tsx';

it('shows a fit that orders as the score does and is 100 only at the top', () => {
  expect(fitOf({ score: 0 })).toBe(100);
  expect(fitOf({ score: 4 * Math.log(0.5) })).toBe(50);
  const scores = [-0.2, -1, -1.5, -3, -8];
  const fits = scores.map((score) => fitOf({ score }));
  expect([...fits].sort((a, b) => b - a)).toEqual(fits);
});

it('always tells times and way, then the reasons, each against the average of who fits', () => {
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

it('offers the half hours of the common times', () => {
  expect(halfHoursOf([{ weekday: 3, start: '22:30', end: '24:00' }])).toEqual([
    { weekday: 3, start: '22:30' },
    { weekday: 3, start: '23:00' },
    { weekday: 3, start: '23:30' },
  ]);
});

const kept = { weekday: [3], start_tutoring_time: '17:00', tutoring_region: 16, match_time: [] };
const wanted = kept as unknown as CaseDetail;

it('changes one thing of a case, and what says the same', () => {
  const match_time = [
    { weekday: 6, start: '10:00' },
    { weekday: 3, start: '17:00' },
    { weekday: 3, start: '16:30' },
  ];
  expect(changedCase(wanted, { kind: 'times', change: { match_time } })).toEqual({
    ...{ tutoring_region: 16, match_time, weekday: [3, 6] },
    ...{ start_tutoring_time: '16:30', weekend_start_tutoring_time: '10:00' },
  });
  expect(changedCase(wanted, { kind: 'online', change: { tutoring_type: 2 } })).toEqual({
    ...{ ...kept, tutoring_type: 2, tutoring_region: null },
  });
  expect(changedCase(wanted, { kind: 'price', change: { price: 280 } })).toEqual({ ...kept, price: 280 });
});
