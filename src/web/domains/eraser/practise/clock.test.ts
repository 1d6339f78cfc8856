import { expect, it } from 'vitest';
import { durationWords } from '#web/ground/i18n/numbers.ts';
import { paused, running, secondsOf } from './clock.ts';

it('the practice clock counts only while it runs', () => {
  const begun = running({ seconds: 0, since: null }, 1000);
  expect(secondsOf(begun, 61_999)).toBe(60);
  const still = paused(begun, 61_999);
  expect(secondsOf(still, 999_999)).toBe(60);
  expect(secondsOf(running(still, 1_000_000), 1_005_000)).toBe(65);
  // Starting a running clock changes nothing.
  expect(running(begun, 50_000)).toBe(begun);
});

it('the practice clock never runs backwards nor past a day', () => {
  expect(secondsOf({ seconds: 5, since: 10_000 }, 0)).toBe(5);
  expect(secondsOf({ seconds: 0, since: 0 }, 1e12)).toBe(86_400);
});

it('times are shown as minutes and seconds, with hours from one hour on', () => {
  expect([0, 65, 3600, 3723].map(durationWords)).toEqual(['0:00', '1:05', '1:00:00', '1:02:03']);
});
