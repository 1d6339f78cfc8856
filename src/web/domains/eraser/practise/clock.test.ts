import { expect, it } from 'vitest';
import { durationWords } from '#web/ground/i18n/numbers.ts';
import { paused, running, secondsOf } from './clock.ts';

it('counts while it runs, and only then', () => {
  const begun = running({ seconds: 0, since: null }, 1000);
  expect(secondsOf(begun, 61_999)).toBe(60);
  const still = paused(begun, 61_999);
  expect(secondsOf(still, 999_999)).toBe(60);
  expect(secondsOf(running(still, 1_000_000), 1_005_000)).toBe(65);
  // Started twice is started once.
  expect(running(begun, 50_000)).toBe(begun);
});

it('never runs backwards, nor past a day', () => {
  expect(secondsOf({ seconds: 5, since: 10_000 }, 0)).toBe(5);
  expect(secondsOf({ seconds: 0, since: 0 }, 1e12)).toBe(86_400);
});

it('is read as people read clocks', () => {
  expect([0, 65, 3600, 3723].map(durationWords)).toEqual(['0:00', '1:05', '1:00:00', '1:02:03']);
});
