/** Compares the network's predicted page area with quads, and fits a quad to it. Lengths are in cells. */

import type { Corners, Point } from '../types.ts';
import { crossing, distance, isConvex } from './geometry.ts';
import type { PageArea } from './networks.ts';

const places = 24;
/** The share of a side's ends that is ignored: cells round off the corners. */
const inset = 0.06;
const stepSize = 0.25;
const beyondReach = 4;

function shareAt({ share, columns, rows }: PageArea, x: number, y: number) {
  const [u, v] = [Math.min(Math.max(x - 0.5, 0), columns - 1), Math.min(Math.max(y - 0.5, 0), rows - 1)];
  const [i, j] = [Math.min(Math.floor(u), columns - 2), Math.min(Math.floor(v), rows - 2)];
  const at = j * columns + i;
  const [s, t] = [u - i, v - j];
  const top = (share[at] as number) * (1 - s) + (share[at + 1] as number) * s;
  const bottom = (share[at + columns] as number) * (1 - s) + (share[at + columns + 1] as number) * s;
  return top * (1 - t) + bottom * t;
}

/**
 * How far outside the side from a to b the predicted page ends, at points along it. There
 * is no page beyond the picture.
 */
function edgeOffsets(seen: PageArea, a: Point, b: Point, reach: number): number[] {
  const length = distance(a, b);
  const out = { x: (b.y - a.y) / length, y: (a.x - b.x) / length };
  return Array.from({ length: places }, (_, k) => {
    const along = inset + ((1 - 2 * inset) * k) / (places - 1);
    const [x, y] = [a.x + along * (b.x - a.x), a.y + along * (b.y - a.y)];
    let sum = -reach;
    for (let s = -reach + stepSize / 2; s < reach; s += stepSize) {
      const [px, py] = [x + s * out.x, y + s * out.y];
      if (px < 0 || py < 0 || px > seen.columns || py > seen.rows) continue;
      sum += stepSize * shareAt(seen, px, py);
    }
    return sum;
  });
}

/** How many cells the predicted page continues beyond each side; negative if it ends inside. */
export function cellsBeyond(seen: PageArea, corners: Corners) {
  return corners.map((a, i) => {
    const offsets = edgeOffsets(seen, a, corners[(i + 1) % 4] as Point, beyondReach);
    return offsets.toSorted((one, other) => one - other)[places >> 1] as number;
  });
}

/** Sides this close to the picture's border lie on it. */
const onBorder = 0.3;

/**
 * For each side that lies on the picture's border, how much of the predicted page lies along it, 0 to 1: a page
 * that leaves the picture there has no edge to be seen.
 */
export function pageAlongBorder(seen: PageArea, corners: Corners): (number | undefined)[] {
  const { columns, rows } = seen;
  return corners.map((a, i) => {
    const b = corners[(i + 1) % 4] as Point;
    const both = (distanceOf: (p: Point) => number) => Math.max(distanceOf(a), distanceOf(b)) < onBorder;
    const lies =
      both((p) => p.x) || both((p) => p.y) || both((p) => columns - p.x) || both((p) => rows - p.y);
    if (!lies) return undefined;
    let sum = 0;
    for (let k = 0; k < places; k++) {
      const along = inset + ((1 - 2 * inset) * k) / (places - 1);
      sum += shareAt(seen, a.x + along * (b.x - a.x), a.y + along * (b.y - a.y));
    }
    return sum / places;
  });
}

/** Area where the quad and the predicted page differ, as a share of the predicted page: 0 if they are equal. */
export function disagreement(seen: PageArea, corners: Corners) {
  const sides = corners.map((a, i) => {
    const b = corners[(i + 1) % 4] as Point;
    const length = distance(a, b);
    const [nx, ny] = [(a.y - b.y) / length, (b.x - a.x) / length];
    return { nx, ny, at: nx * a.x + ny * a.y };
  });
  let [off, total] = [0, 0];
  for (let j = 0, i = 0; j < seen.rows; j++) {
    for (let k = 0; k < seen.columns; k++, i++) {
      let inside = 1;
      for (const { nx, ny, at } of sides) {
        const depth = nx * (k + 0.5) + ny * (j + 0.5) - at + 0.5;
        if (depth < inside) inside = depth;
      }
      const here = seen.share[i] as number;
      off += Math.abs(here - Math.max(0, inside));
      total += here;
    }
  }
  return total < 1 ? 1 : off / total;
}

/** The page's outermost cells towards each corner of the picture. */
function outermost({ share, columns, rows }: PageArea): Corners | undefined {
  const towards = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  const best = towards.map(() => ({ x: 0, y: 0, far: Number.NEGATIVE_INFINITY }));
  for (let j = 0, i = 0; j < rows; j++) {
    for (let k = 0; k < columns; k++, i++) {
      if ((share[i] as number) < 0.5) continue;
      towards.forEach(([dx, dy], c) => {
        const [x, y] = [k + 0.5 + dx / 2, j + 0.5 + dy / 2];
        const far = dx * x + dy * y;
        if (far > (best[c]?.far ?? 0)) best[c] = { x, y, far };
      });
    }
  }
  const corners = best.map(({ x, y }) => ({ x, y })) as unknown as Corners;
  return best.every(({ far }) => Number.isFinite(far)) && isConvex(corners) ? corners : undefined;
}

/** Weighted least-squares line through the offsets along a side; those far from the median count little. */
function lineOf(offsets: number[]) {
  const middle = offsets.toSorted((a, b) => a - b)[offsets.length >> 1] as number;
  let [n, st, so, stt, sto] = [0, 0, 0, 0, 0];
  offsets.forEach((offset, k) => {
    const t = inset + ((1 - 2 * inset) * k) / (places - 1);
    const far = Math.abs(offset - middle);
    const weight = far < 1 ? 1 : 1 / far ** 2;
    n += weight;
    st += weight * t;
    so += weight * offset;
    stt += weight * t * t;
    sto += weight * t * offset;
  });
  const slope = (n * sto - st * so) / (n * stt - st * st);
  const start = (so - slope * st) / n;
  return { start, end: start + slope };
}

/** The quad whose sides follow the edge of the predicted page. */
export function fitQuad(seen: PageArea): Corners | undefined {
  let corners = outermost(seen);
  for (const reach of [9, 9, 6, 6, 4, 3, 3]) {
    if (!corners) return undefined;
    corners = movedSides(corners, (a, b) => lineOf(edgeOffsets(seen, a, b, reach)));
  }
  return corners;
}

/** Moves each side outwards by the given shifts of its start and its end. */
export function movedSides(
  corners: Corners,
  shiftOf: (a: Point, b: Point, side: number) => { start: number; end: number },
): Corners | undefined {
  const lines = corners.map((a, i) => {
    const b = corners[(i + 1) % 4] as Point;
    const length = distance(a, b);
    const [ox, oy] = [(b.y - a.y) / length, (a.x - b.x) / length];
    const { start, end } = shiftOf(a, b, i);
    return [
      { x: a.x + start * ox, y: a.y + start * oy },
      { x: b.x + end * ox, y: b.y + end * oy },
    ] as const;
  });
  const moved = lines.map((line, i) => crossing(lines[(i + 3) % 4] as typeof line, line));
  const all = moved.every((point) => point !== undefined) ? (moved as unknown as Corners) : undefined;
  return all && isConvex(all) ? all : undefined;
}
