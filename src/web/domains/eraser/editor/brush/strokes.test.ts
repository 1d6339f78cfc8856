import { describe, expect, it } from 'vitest';
import { extendStroke, newPick, newStroke, rasterise, type Stroke, touches } from './strokes.ts';

const size = { width: 60, height: 40 };

/** Reference implementation: the distance of each pixel centre from the line. */
function rasteriseByDefinition(strokes: Stroke[]) {
  const pixels = new Uint8Array(size.width * size.height);
  for (const { tool, radius, points } of strokes)
    for (let y = 0; y < size.height; y++)
      for (let x = 0; x < size.width; x++)
        if (distance(points, x + 0.5, y + 0.5) <= radius)
          pixels[y * size.width + x] = tool === 'erase' ? 1 : 2;
  return pixels;
}

function distance(points: number[], x: number, y: number) {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < points.length; at += 2) {
    const [ax = 0, ay = 0] = points.slice(at);
    const [bx, by] = at + 2 < points.length ? points.slice(at + 2) : [ax, ay];
    const [dx, dy] = [(bx as number) - ax, (by as number) - ay];
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
    least = Math.min(least, Math.hypot(x - ax - along * dx, y - ay - along * dy));
  }
  return least;
}

describe('strokes', () => {
  it('cover exactly the pixels whose centres lie in them, also beyond the edges of the page', () => {
    let seed = 7;
    const next = () => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    for (let round = 0; round < 12; round++) {
      const strokes = Array.from({ length: 3 }, (_, index): Stroke => {
        const stroke = newStroke(
          index % 2 ? 'restore' : 'erase',
          next() * 9,
          next() * 80 - 10,
          next() * 60 - 10,
        );
        for (let point = 0; point < 4; point++) extendStroke(stroke, next() * 80 - 10, next() * 60 - 10);
        return stroke;
      });
      expect(rasterise(strokes, size)).toEqual(rasteriseByDefinition(strokes));
    }
  });

  it('make a dot from a tap, and later strokes cover earlier ones', () => {
    const pixels = rasterise([newStroke('erase', 5, 20, 20), newStroke('restore', 2, 20, 20)], size);
    expect(pixels[19 * 60 + 20]).toBe(2);
    expect(pixels[19 * 60 + 16]).toBe(1);
    expect(pixels[19 * 60 + 14]).toBe(0);
  });

  it('skip points that are too close to the last one', () => {
    const stroke = newStroke('erase', 16, 10, 10);
    expect(extendStroke(stroke, 10.5, 10)).toBe(false);
    expect(extendStroke(stroke, 14.13, 10)).toBe(true);
    expect(stroke.points).toEqual([10, 10, 14.25, 10]);
  });

  it('that miss the page are detected', () => {
    expect(touches(newStroke('erase', 5, -20, 10), size)).toBe(false);
    expect(touches(newStroke('erase', 5, -3, 10), size)).toBe(true);
  });

  it('of picked ink fill their boxes to the exact pixel', () => {
    const pixels = rasterise([newPick([1, 1, 3, 2, 0, 3, 1, 4])], { width: 4, height: 4 });
    expect([...pixels]).toEqual([0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
  });
});
