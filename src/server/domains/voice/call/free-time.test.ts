import { expect, test } from 'vitest';
import { createFreeTime } from './free-time.ts';

const minute = 60_000;

test('two minutes after help was shown are free; a second time inside them makes them longer, not double', () => {
  const free = createFreeTime();
  expect(free.upTo(minute)).toBe(0);
  free.begin(minute);
  expect(free.upTo(1.5 * minute)).toBe(0.5 * minute);
  free.begin(2 * minute);
  expect(free.upTo(10 * minute)).toBe(3 * minute);
});

test('not more than about ten minutes of a call are free, and counted time never runs backwards', () => {
  const free = createFreeTime();
  let counted = 0;
  for (let ms = 0; ms < 60 * minute; ms += 10_000) {
    free.begin(ms);
    const now = ms - free.upTo(ms);
    expect(now).toBeGreaterThanOrEqual(counted);
    counted = now;
  }
  expect(free.upTo(60 * minute)).toBeLessThanOrEqual(12 * minute);
});
