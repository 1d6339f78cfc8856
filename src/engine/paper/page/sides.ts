/** Refines the sides of a found page at full resolution. */

import type { Picture } from '../read-picture.ts';
import type { Corners, Point } from '../types.ts';
import { crossing, distance, isConvex } from './geometry.ts';

/** How far the start and end of a side move along its normal, and the share of sample points that support it. */
interface Shift {
  a: number;
  b: number;
  share: number;
}

const samples = 90;
/** How far a side may move, and how far its sample points may be from a line; in pixels of the small picture. */
const reach = 4;
const nearLine = 0.6;
/** The share of sample points that must lie on a line. */
const minShare = 0.45;
/** The share of a side's ends that is ignored: corners are rounded, bent and shadowed. */
const inset = 0.03;

interface RefinedPage {
  corners: Corners;
  /** The share of each side's sample points that lie on one line: top, right, bottom, left. */
  agreed: number[];
}

/** The side as it lies on the picture's border, if it does, within a pixel of the small picture. */
function alongBorder({ width, height }: Picture, from: Point, to: Point, unit: number) {
  for (const [axis, end] of [
    ['x', width],
    ['y', height],
  ] as const) {
    for (const border of [0, end])
      if (Math.max(Math.abs(from[axis] - border), Math.abs(to[axis] - border)) <= unit)
        return [
          { ...from, [axis]: border },
          { ...to, [axis]: border },
        ] as const;
  }
  return undefined;
}

/** `unit`: pixels of the picture per pixel of the small picture. A side on the picture's border stays there. */
export function refineSides(picture: Picture, corners: Corners, unit: number): RefinedPage {
  const agreed: number[] = [];
  const lines = corners.map((from, i) => {
    const to = corners[(i + 1) % 4] as Point;
    const border = alongBorder(picture, from, to, unit);
    if (border) {
      agreed.push(0);
      return border;
    }
    const length = distance(from, to);
    const normal = { x: (from.y - to.y) / length, y: (to.x - from.x) / length };
    const { a, b, share } = shiftOf(picture, from, to, normal, unit);
    agreed.push(share);
    return [
      { x: from.x + a * normal.x, y: from.y + a * normal.y },
      { x: to.x + b * normal.x, y: to.y + b * normal.y },
    ] as const;
  });
  const refined = lines.map((line, i) => crossing(lines[(i + 3) % 4] as typeof line, line));
  if (!refined.every((p, i) => p && distance(p, corners[i as 0]) < 3 * reach * unit))
    return { corners, agreed };
  const clamped = refined.map((p) => ({
    x: Math.min(Math.max((p as Point).x, 0), picture.width),
    y: Math.min(Math.max((p as Point).y, 0), picture.height),
  })) as unknown as Corners;
  return { corners: isConvex(clamped) ? clamped : corners, agreed };
}

interface Place {
  along: number;
  off: number;
  weight: number;
}

function shiftOf(picture: Picture, from: Point, to: Point, normal: Point, unit: number): Shift {
  const places: Place[] = [];
  for (let i = 0; i < samples; i++) {
    const along = inset + ((1 - 2 * inset) * i) / (samples - 1);
    const at = { x: from.x + along * (to.x - from.x), y: from.y + along * (to.y - from.y) };
    const step = steepestStep(picture, at, normal, unit);
    if (step) places.push({ along, ...step });
  }
  return lineThrough(places, nearLine * unit);
}

/** Where the picture changes most along the normal, near `at`. */
function steepestStep({ data, width, height }: Picture, at: Point, normal: Point, unit: number) {
  const most = Math.ceil(reach * unit);
  const half = Math.max(2, Math.round(unit));
  const size = 2 * (most + half);
  const sums = new Float64Array((size + 1) * 3);
  for (let i = 0; i < size; i++) {
    const t = i - most - half + 0.5;
    const x = Math.floor(at.x + t * normal.x);
    const y = Math.floor(at.y + t * normal.y);
    const pixel = (Math.min(Math.max(y, 0), height - 1) * width + Math.min(Math.max(x, 0), width - 1)) * 3;
    for (let c = 0; c < 3; c++)
      sums[(i + 1) * 3 + c] = (sums[i * 3 + c] as number) + (data[pixel + c] as number);
  }
  let [best, off] = [0, 0];
  for (let i = half; i <= size - half; i++) {
    let difference = 0;
    for (let c = 0; c < 3; c++) {
      const sum = (k: number) => sums[k * 3 + c] as number;
      difference += Math.abs(sum(i + half) - 2 * sum(i) + sum(i - half));
    }
    if (difference > best) [best, off] = [difference, i - most - half];
  }
  const step = best / (3 * half);
  return step < 3 ? undefined : { off, weight: Math.min(step, 20) };
}

/** The line with the most support among pairs of points, then a least-squares fit of the points near it. */
function lineThrough(places: Place[], tolerance: number): Shift {
  let [best, bestSlope, bestOffset] = [0, 0, 0];
  for (let i = 0; i < places.length; i += 2) {
    for (let j = i + 12; j < places.length; j += 3) {
      const [p, q] = [places[i] as Place, places[j] as Place];
      const slope = (q.off - p.off) / (q.along - p.along);
      const offset = p.off - slope * p.along;
      let sum = 0;
      for (const { along, off, weight } of places)
        if (Math.abs(off - offset - slope * along) <= tolerance) sum += weight;
      if (sum > best) [best, bestSlope, bestOffset] = [sum, slope, offset];
    }
  }
  const on = places.filter(({ along, off }) => Math.abs(off - bestOffset - bestSlope * along) <= tolerance);
  const share = on.length / samples;
  if (share < minShare) return { a: 0, b: 0, share };
  const total = (value: (place: Place) => number) =>
    on.reduce((sum, place) => sum + place.weight * value(place), 0);
  const [n, st, so] = [total(() => 1), total((p) => p.along), total((p) => p.off)];
  const [stt, sto] = [total((p) => p.along ** 2), total((p) => p.along * p.off)];
  const spread = n * stt - st * st;
  const slope = (n * sto - st * so) / spread;
  const offset = (so - slope * st) / n;
  return { a: offset, b: offset + slope, share };
}
