import { describe, expect, it } from 'vitest';
import type { Corners, Point } from '../types.ts';
import { distance } from './geometry.ts';
import { disagreement, fitQuad, movedSides, pageAlongBorder } from './page-area.ts';

const [columns, rows] = [48, 64];
const page: Corners = [
  { x: 9.3, y: 8.1 },
  { x: 39.2, y: 11.4 },
  { x: 41.7, y: 55.6 },
  { x: 5.8, y: 52.9 },
];

/** The output of a perfect network: the share of each cell that lies inside the quad. */
function predictionOf(corners: Corners) {
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

describe('fitQuad', () => {
  it('finds the page to a fraction of a cell, even if a finger covers part of a side', () => {
    const clear = predictionOf(page);
    const found = fitQuad(clear) as Corners;
    for (const [i, corner] of page.entries()) expect(distance(corner, found[i as 0])).toBeLessThan(0.3);
    const covered = predictionOf(page);
    for (let y = 20; y < 24; y++) for (let x = 36; x < 44; x++) covered.share[y * columns + x] = 0;
    const guessed = fitQuad(covered) as Corners;
    for (const [i, corner] of page.entries()) expect(distance(corner, guessed[i as 0])).toBeLessThan(0.6);
  });

  it('returns nothing if the network predicts no page', () => {
    expect(fitQuad({ share: new Float32Array(columns * rows), columns, rows })).toBeUndefined();
  });
});

describe('disagreement', () => {
  it('is nearly 0 for the page itself and grows when a side moves inwards or outwards', () => {
    const all = predictionOf(page);
    expect(disagreement(all, page)).toBeLessThan(0.01);
    for (const by of [-1.5, 1.5]) {
      let side = 0;
      const moved = movedSides(page, () => {
        const shift = side++ === 2 ? by : 0;
        return { start: shift, end: shift };
      }) as Corners;
      // A side moved by one and a half of some 44 rows.
      expect(disagreement(all, moved)).toBeGreaterThan(0.03);
      expect(disagreement(all, moved)).toBeLessThan(0.045);
    }
  });
});

describe('pageAlongBorder', () => {
  it('says how much page there is along sides that lie on the border, and nothing of other sides', () => {
    const leaving: Corners = [
      { x: 9, y: 8 },
      { x: 39, y: 8 },
      { x: 39, y: rows },
      { x: 9, y: rows },
    ];
    const [top, right, bottom, left] = pageAlongBorder(predictionOf(leaving), leaving);
    expect([top, right, left]).toEqual([undefined, undefined, undefined]);
    expect(bottom).toBeCloseTo(1);
    const inside = predictionOf(page);
    expect(pageAlongBorder(inside, leaving)[2]).toBeCloseTo(0);
  });
});
