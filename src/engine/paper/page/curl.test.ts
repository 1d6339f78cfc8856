import { describe, expect, it } from 'vitest';
import { findBend } from './curl.ts';
import type { GreyPage } from './sample.ts';

const [width, height] = [704, 1024];

/** Draws lines of words that sink by `down` pixels from where they would be on a flat page. */
function page(down: (x: number, y: number) => number, ends = width - 60): GreyPage {
  const data = new Uint8Array(width * height).fill(230);
  for (let y = 0; y < height; y++) {
    for (let x = 60; x < ends; x++) {
      const row = y - down(x / width, y / height);
      const [line, at] = [Math.floor(row / 26), row - 26 * Math.floor(row / 26)];
      const word = (x * 7 + line * 131) % 90 > 16 && (x * 3 + line * 17) % 11 > 4;
      if (line > 1 && line < 37 && at > 4 && at < 15 && word) data[y * width + x] = 40;
    }
  }
  return { data, width, height };
}

describe('findBend', () => {
  it('finds no bend on a page with straight lines, level or slanted, or without print', () => {
    expect(
      findBend(
        page(() => 0),
        1000,
      ),
    ).toBeUndefined();
    expect(
      findBend(
        page((x) => 14 * x),
        1000,
      ),
    ).toBeUndefined();
    expect(findBend({ data: new Uint8Array(width * height).fill(240), width, height }, 1000)).toBeUndefined();
  });

  it('finds no bend when print covers only part of the width', () => {
    expect(
      findBend(
        page((x) => 60 * x * (1 - x), 300),
        1000,
      ),
    ).toBeUndefined();
  });

  it('measures the bend of curled lines in pixels of the target page', () => {
    const bend = findBend(
      page((x, y) => 64 * x * (1 - x) * (1 - 0.5 * y)),
      2 * height,
    );
    expect(bend).toMatchObject({ columns: 33, rows: 9 });
    const at = (column: number, row: number) => bend?.down[row * 33 + column] as number;
    expect(at(16, 0)).toBeGreaterThan(27);
    expect(at(16, 0)).toBeLessThan(36);
    expect(at(16, 8)).toBeGreaterThan(12);
    expect(at(16, 8)).toBeLessThan(20);
    expect(at(0, 4)).toBeCloseTo(0);
    expect(at(32, 4)).toBeCloseTo(0);
  });
});
