import { expect, it } from 'vitest';
import { curvePath, valueAt } from './curve-path.ts';
import { moved, numberLabel, ticksOf, viewOf, zoomed } from './view.ts';

const home = viewOf([-10, 10], [-5, 5]);

it('a view moves by fractions of its size, and zooms around a fixed point', () => {
  expect(moved(home, 0.5, -0.1)).toEqual({ x0: 0, x1: 20, y0: -6, y1: 4 });
  const closer = zoomed(home, 0.5, home, 0.25, 0.5);
  expect(closer).toEqual({ x0: -7.5, x1: 2.5, y0: -2.5, y1: 2.5 });
  // The point a quarter from the left was −5, and still is.
  expect(closer.x0 + 0.25 * (closer.x1 - closer.x0)).toBe(-5);
});

it('zooming is bounded in both directions, however often it is repeated', () => {
  let [near, far] = [home, home];
  for (let times = 0; times < 200; times += 1) [near, far] = [zoomed(near, 0.5, home), zoomed(far, 2, home)];
  expect(near.x1 - near.x0).toBeCloseTo(0.02);
  expect(far.x1 - far.x0).toBeCloseTo(400);
  expect([near, far].every((view) => Object.values(view).every(Number.isFinite))).toBe(true);
});

it('an empty or invalid range gets some width', () => {
  expect(viewOf([3, 3], [2, -2])).toEqual({ x0: 2, x1: 4, y0: -2, y1: 2 });
  expect(viewOf([Number.NaN, 1], [0, Number.POSITIVE_INFINITY])).toEqual({
    x0: -10,
    x1: 10,
    y0: -10,
    y1: 10,
  });
});

it('ticks are at round numbers', () => {
  expect(ticksOf(-3, 5, 6).map(({ label }) => label)).toEqual(['−2', '0', '2', '4']);
  expect(ticksOf(0, 0.5, 5).map(({ label }) => label)).toEqual(['0', '0.1', '0.2', '0.3', '0.4', '0.5']);
  expect(numberLabel(-0.001)).toBe('0');
  expect(numberLabel(2.5e7)).toBe('2.5e+7');
});

it('a curve is broken where it is undefined and where it jumps, and its path stays drawable', () => {
  const samples: [number, number | null][] = [
    [-10, 0],
    [-5, null],
    [0, 0],
    [1, 1e300],
    [2, -1e300],
    [10, 0],
  ];
  const path = curvePath(samples, home);
  expect(path.match(/M/g)?.length).toBe(3);
  expect(path).not.toMatch(/NaN|Infinity|e\+/);
  expect(
    valueAt(
      [
        [0, 0],
        [2, 4],
      ],
      1,
    ),
  ).toBe(2);
  expect(
    valueAt(
      [
        [0, 0],
        [2, null],
      ],
      1,
    ),
  ).toBeNull();
  expect(valueAt([[0, 0]], 9)).toBeNull();
});
