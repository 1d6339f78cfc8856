import { describe, expect, it } from 'vitest';
import type { Corners, Point } from '../types.ts';
import { distance } from './geometry.ts';
import { disagreement, fitQuad, movedSides } from './seen.ts';

const [columns, rows] = [48, 64];
const page: Corners = [
  { x: 9.3, y: 8.1 },
  { x: 39.2, y: 11.4 },
  { x: 41.7, y: 55.6 },
  { x: 5.8, y: 52.9 },
];

/** What a network that sees everything would answer: the share of each cell that lies in the quad. */
function seen(corners: Corners) {
  const finer = 8;
  const inside = (x: number, y: number) =>
    corners.every((a, i) => {
      const b = corners[(i + 1) % 4] as Point;
      return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) >= 0;
    });
  const share = Float32Array.from({ length: columns * rows }, (_, i) => {
    let n = 0;
    for (let k = 0; k < finer * finer; k++) {
      const x = (i % columns) + ((k % finer) + 0.5) / finer;
      const y = Math.floor(i / columns) + (Math.floor(k / finer) + 0.5) / finer;
      if (inside(x, y)) n++;
    }
    return n / finer ** 2;
  });
  return { share, columns, rows };
}

describe('the quad of what is seen', () => {
  it('is found to a fraction of a cell, with a finger over a side too', () => {
    const clear = seen(page);
    const found = fitQuad(clear) as Corners;
    for (const [i, corner] of page.entries()) expect(distance(corner, found[i as 0])).toBeLessThan(0.3);
    const covered = seen(page);
    for (let y = 20; y < 24; y++) for (let x = 36; x < 44; x++) covered.share[y * columns + x] = 0;
    const guessed = fitQuad(covered) as Corners;
    for (const [i, corner] of page.entries()) expect(distance(corner, guessed[i as 0])).toBeLessThan(0.6);
  });

  it('is none where there is no page', () => {
    expect(fitQuad({ share: new Float32Array(columns * rows), columns, rows })).toBeUndefined();
  });
});

describe('disagreement', () => {
  it('is next to nothing for the page, and grows by what a side leaves out or takes in', () => {
    const all = seen(page);
    expect(disagreement(all, page)).toBeLessThan(0.01);
    for (const by of [-1.5, 1.5]) {
      let side = 0;
      const moved = movedSides(page, () => {
        const shift = side++ === 2 ? by : 0;
        return { start: shift, end: shift };
      }) as Corners;
      // One and a half of some 44 rows.
      expect(disagreement(all, moved)).toBeGreaterThan(0.03);
      expect(disagreement(all, moved)).toBeLessThan(0.045);
    }
  });
});
