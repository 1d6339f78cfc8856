import { expect, it } from 'vitest';
import { between, largestSquare, moved, resized, squared } from './crop.ts';

const isOnPage = ({ left, top, width, height }: ReturnType<typeof between>) =>
  left >= 0 && top >= 0 && width > 0 && height > 0 && left + width <= 1 + 1e-9 && top + height <= 1 + 1e-9;

it('a crop can be drawn from any corner', () => {
  expect(between(0.6, 0.7, 0.2, 0.3)).toEqual(between(0.2, 0.3, 0.6, 0.7));
  expect(between(0.2, 0.3, 0.6, 0.7).left).toBe(0.2);
});

it('a crop stays on the page wherever it is dragged', () => {
  const crop = between(0.4, 0.4, 0.6, 0.6);
  for (const [x, y] of [
    [-9, 0],
    [9, 9],
    [0, -9],
  ] as const) {
    expect(isOnPage(moved(crop, x, y))).toBe(true);
    expect(isOnPage(resized(crop, x, y))).toBe(true);
    expect(isOnPage(between(x, y, 1 - x, 0.5))).toBe(true);
  }
});

it('a square stays square on the page, whichever side is drawn', () => {
  for (const aspect of [0.5, 1, 1.6]) {
    const first = largestSquare(aspect);
    expect(isOnPage(first)).toBe(true);
    for (const next of [resized(first, -0.2, 0), resized(first, 0, -0.2), between(0.1, 0.2, 0.9, 0.4)]) {
      const square = squared(next, first, aspect);
      expect(isOnPage(square)).toBe(true);
      expect(square.height).toBeCloseTo(square.width * aspect);
    }
  }
});
