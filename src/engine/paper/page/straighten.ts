/** Removes perspective and curl: maps the page's quad to a rectangle with level lines by one cubic interpolation. */

import type { Picture } from '../read-picture.ts';
import type { Corners } from '../types.ts';
import { shared, sharedBytes } from '../writing/network-page.ts';
import { distance, frame, type Homography, homography } from './geometry.ts';

/** Vertical offset, in pixels, at which each target position is read; a grid that includes the target's edges. */
export interface Bend {
  columns: number;
  rows: number;
  down: Float32Array;
}

export interface StraightenTask {
  source: Picture;
  target: Picture;
  /** Maps target pixels to source pixels. */
  back: Homography;
  bend?: Bend;
  from: number;
  to: number;
}

const phases = 64;
/** Catmull-Rom weights of the four neighbours for each 64th of a pixel. */
const weights = Float32Array.from({ length: phases * 4 }, (_, i) => {
  const t = Math.floor(i / 4) / phases;
  const kernel = [
    -0.5 * t ** 3 + t ** 2 - 0.5 * t,
    1.5 * t ** 3 - 2.5 * t ** 2 + 1,
    -1.5 * t ** 3 + 2 * t ** 2 + 0.5 * t,
    0.5 * t ** 3 - 0.5 * t ** 2,
  ];
  return kernel[i % 4] as number;
});

/**
 * The size of the page without perspective: from the camera's geometry if that can be
 * estimated, else from its sides.
 */
export function flatSize(corners: Corners, width: number, height: number) {
  const [a, b, c, d] = corners;
  const across = Math.max(distance(a, b), distance(d, c));
  const down = Math.max(distance(a, d), distance(b, c));
  const ratio = flatRatio(corners, width, height) ?? down / across;
  // Paper sizes have the ratio √2; a ratio near it is set to it.
  const upright = ratio >= 1 ? ratio : 1 / ratio;
  const snapped = Math.abs(upright / Math.SQRT2 - 1) < 0.06 ? Math.SQRT2 : upright;
  const tall = ratio >= 1 ? snapped : 1 / snapped;
  const area = across * down;
  return {
    width: Math.max(1, Math.round(Math.sqrt(area / tall))),
    height: Math.max(1, Math.round(Math.sqrt(area * tall))),
  };
}

/**
 * Height divided by width of the rectangle behind a quad, if the camera's axis is in
 * the middle (Zhang and He, 2007).
 */
function flatRatio(corners: Corners, width: number, height: number): number | undefined {
  const h = homography(frame(1, 1), corners);
  const [a = 0, b = 0, , d = 0, e = 0, , g = 0, k = 0] = h;
  const [u, v] = [width / 2, height / 2];
  const [p1, q1] = [a - u * g, d - v * g];
  const [p2, q2] = [b - u * k, e - v * k];
  const focal2 = -(p1 * p2 + q1 * q2) / (g * k);
  // Without a vanishing point nearby, the estimated focal length is noise.
  if (Math.abs(g) < 0.08 || Math.abs(k) < 0.08 || !(focal2 > (0.3 * width) ** 2) || focal2 > (6 * width) ** 2)
    return undefined;
  const ratio = Math.sqrt((p2 ** 2 + q2 ** 2 + focal2 * k ** 2) / (p1 ** 2 + q1 ** 2 + focal2 * g ** 2));
  const bySides = distanceRatio(corners);
  return Math.abs(Math.log(ratio / bySides)) < 0.3 ? ratio : undefined;
}

function distanceRatio([a, b, c, d]: Corners) {
  return (distance(a, d) + distance(b, c)) / (distance(a, b) + distance(d, c));
}

/** Splits the target's rows into tasks that threads can run in parallel. */
export function straightenTasks(source: Picture, corners: Corners, bend: Bend | undefined, parts: number) {
  const { width, height } = flatSize(corners, source.width, source.height);
  const target: Picture = { data: sharedBytes(width * height * 3), width, height };
  const everywhere = { ...source, data: shared(source.data) };
  const back = homography(frame(width, height), corners);
  const rows = Math.ceil(height / parts);
  const tasks = Array.from({ length: parts }, (_, i) => ({
    source: everywhere,
    target,
    back,
    bend,
    from: Math.min(height, i * rows),
    to: Math.min(height, (i + 1) * rows),
  }));
  return { target, tasks };
}

function bendAt(bend: Bend, u: number, v: number) {
  const x = u * (bend.columns - 1);
  const y = v * (bend.rows - 1);
  const i = Math.min(Math.floor(x), bend.columns - 2);
  const j = Math.min(Math.floor(y), bend.rows - 2);
  const [s, t] = [x - i, y - j];
  const at = (dx: number, dy: number) => bend.down[(j + dy) * bend.columns + i + dx] as number;
  return (at(0, 0) * (1 - s) + at(1, 0) * s) * (1 - t) + (at(0, 1) * (1 - s) + at(1, 1) * s) * t;
}

export function straightenRows({ source, target, back, bend, from, to }: StraightenTask) {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, k = 0, l = 1] = back;
  for (let y = from; y < to; y++) {
    for (let x = 0, out = y * target.width * 3; x < target.width; x++, out += 3) {
      const down = bend ? bendAt(bend, (x + 0.5) / target.width, (y + 0.5) / target.height) : 0;
      const [px, py] = [x + 0.5, y + 0.5 + down];
      const w = g * px + k * py + l;
      sampleCubic(source, (a * px + b * py + c) / w - 0.5, (d * px + e * py + f) / w - 0.5, target.data, out);
    }
  }
}

/** Beyond the picture, its edge pixels are repeated. */
function sampleCubic({ data, width, height }: Picture, x: number, y: number, into: Uint8Array, out: number) {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const wx = Math.floor((x - i) * phases) * 4;
  const wy = Math.floor((y - j) * phases) * 4;
  let [red, green, blue] = [0.5, 0.5, 0.5];
  for (let v = 0; v < 4; v++) {
    const row = Math.min(Math.max(j - 1 + v, 0), height - 1) * width;
    const weightY = weights[wy + v] as number;
    for (let u = 0; u < 4; u++) {
      const at = (row + Math.min(Math.max(i - 1 + u, 0), width - 1)) * 3;
      const weight = weightY * (weights[wx + u] as number);
      red += weight * (data[at] as number);
      green += weight * (data[at + 1] as number);
      blue += weight * (data[at + 2] as number);
    }
  }
  into[out] = red < 0 ? 0 : red > 255 ? 255 : red;
  into[out + 1] = green < 0 ? 0 : green > 255 ? 255 : green;
  into[out + 2] = blue < 0 ? 0 : blue > 255 ? 255 : blue;
}
