/** How much of a quad is of one colour, whatever the light on it: paper is, a desk beside it is not. */

import type { Corners } from '../types.ts';
import type { Small } from './edges.ts';
import { apply, frame, homography } from './geometry.ts';

const grid = 24;
/** How far red and blue beside green may be off the middle of the page. */
const tint = 0.07;

export function paperWithin(corners: Corners, { data, width, height }: Small) {
  const into = homography(frame(1, 1), corners);
  const red: number[] = [];
  const blue: number[] = [];
  for (let j = 0; j < grid; j++) {
    for (let i = 0; i < grid; i++) {
      const { x, y } = apply(into, { x: (i + 0.5) / grid, y: (j + 0.5) / grid });
      const u = Math.min(Math.max(Math.round(x), 0), width - 1);
      const v = Math.min(Math.max(Math.round(y), 0), height - 1);
      const at = (v * width + u) * 3;
      const green = (data[at + 1] as number) + 4;
      red.push((data[at] as number) / green);
      blue.push((data[at + 2] as number) / green);
    }
  }
  const middle = (values: number[]) => {
    const inner = values.filter((_, k) =>
      [k % grid, Math.floor(k / grid)].every((p) => p >= grid / 4 && p < (3 * grid) / 4),
    );
    return inner.sort((a, b) => a - b)[inner.length >> 1] as number;
  };
  const [r, b] = [middle(red), middle(blue)];
  const alike = red.filter(
    (value, k) => Math.abs(value - r) < tint && Math.abs((blue[k] as number) - b) < tint,
  ).length;
  return alike / red.length;
}
