import type { Corners, Point } from '../types.ts';

/** A 3×3 matrix in row order that maps (x, y, 1) to (u·w, v·w, w). */
export type Homography = Float64Array;

export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

export const frame = (width: number, height: number): Corners => [
  { x: 0, y: 0 },
  { x: width, y: 0 },
  { x: width, y: height },
  { x: 0, y: height },
];

/** The homography that maps each corner of `from` to the same corner of `to`. */
export function homography(from: Corners, to: Corners): Homography {
  const rows: number[][] = [];
  from.forEach(({ x, y }, i) => {
    const { x: u, y: v } = to[i] as Point;
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  });
  return Float64Array.from([...solve(rows), 1]);
}

/** Solves n linear equations by Gaussian elimination with pivoting; a row is n coefficients and the right side. */
export function solve(rows: number[][]): number[] {
  const n = rows.length;
  const at = (r: number, c: number) => (rows[r] as number[])[c] as number;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let r = column + 1; r < n; r++) if (Math.abs(at(r, column)) > Math.abs(at(pivot, column))) pivot = r;
    [rows[column], rows[pivot]] = [rows[pivot] as number[], rows[column] as number[]];
    for (let r = 0; r < n; r++) {
      if (r === column || at(r, column) === 0) continue;
      const factor = at(r, column) / at(column, column);
      for (let c = column; c <= n; c++) (rows[r] as number[])[c] = at(r, c) - factor * at(column, c);
    }
  }
  return rows.map((_, i) => at(i, n) / at(i, i));
}

export function apply(h: Homography, { x, y }: Point): Point {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, k = 0, l = 1] = h;
  const w = g * x + k * y + l;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}

/** Twice the signed area of a triangle, positive if its corners run clockwise on screen. */
const turn = (a: Point, b: Point, c: Point) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

export function isConvex(corners: Corners) {
  return corners.every((_, i) => {
    const [a, b, c] = [0, 1, 2].map((k) => corners[(i + k) % 4] as Point) as [Point, Point, Point];
    return turn(a, b, c) > 0;
  });
}

export function area(corners: Corners) {
  const [a, b, c, d] = corners;
  return (turn(a, b, c) + turn(a, c, d)) / 2;
}

type Segment = readonly [Point, Point];

/** Where the lines through two segments meet. */
export function crossing([a, b]: Segment, [c, d]: Segment): Point | undefined {
  const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y];
  const cross = ux * vy - uy * vx;
  if (Math.abs(cross) < 1e-6) return undefined;
  const s = ((c.x - a.x) * vy - (c.y - a.y) * vx) / cross;
  return { x: a.x + s * ux, y: a.y + s * uy };
}
