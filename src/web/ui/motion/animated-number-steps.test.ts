import { expect, it } from 'vitest';
import { animatedNumberDuration, numberAt } from './animated-number.tsx';

it('an animated number takes 2000 ms by default', () => {
  expect(animatedNumberDuration).toBe(2000);
});

it('an animated number begins at the old value and ends at the new one, rounded down', () => {
  expect(numberAt(0, 3218, 0, 2000)).toBe(0);
  expect(numberAt(0, 3218, 2000, 2000)).toBe(3218);
  expect(numberAt(0, 3218, 99_999, 2000)).toBe(3218);
  expect(numberAt(100, 12.9, 2000, 2000)).toBe(12);
  expect(numberAt(0, 9, -5, 2000)).toBe(0);
  expect(numberAt(5, 9, 0, 0)).toBe(9);
});

it.each([
  [0, 3218],
  [900, 7],
  [-20, 20],
])('an animated number goes from %d to %d in whole numbers, without turning back', (from, to) => {
  const steps = Array.from({ length: 101 }, (_, percent) => numberAt(from, to, percent * 20, 2000));
  for (const [at, step] of steps.entries()) {
    expect(Number.isInteger(step)).toBe(true);
    if (at > 0)
      expect(Math.sign(step - (steps[at - 1] as number)) * Math.sign(to - from)).toBeGreaterThanOrEqual(0);
  }
  expect(steps.at(-1)).toBe(to);
});
