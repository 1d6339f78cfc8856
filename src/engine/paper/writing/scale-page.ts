/** Scales the page so that its print has the size the networks were trained on. */

import sharp from 'sharp';
import type { Constants } from '../constants.ts';
import type { Picture } from '../read-picture.ts';
import { type NetworkPage, networkPage, shared, sharedBytes } from './network-page.ts';

/** The view network sees all of it at once: a larger page needs more memory, and takes longer than people wait. */
const mostPixels = 6_000_000;
/** Between these scales the networks work as well without scaling, and no detail is lost. */
const [minUnscaled, maxUnscaled] = [0.92, 1.3];

export async function networkScale(page: Picture, constants: Constants) {
  const affordable = Math.sqrt(mostPixels / (page.width * page.height));
  return Math.min(printScale(await textHeight(page), constants) * constants.enlarge, affordable);
}

/** By how much print is scaled to the height the networks know best, before they get it somewhat larger. */
export function printScale({ size, measured }: TextHeight, constants: Constants) {
  const { print_height_px, least_scale, largest_scale, large_print_px } = constants;
  const ideal = print_height_px / size;
  // Twelve megapixels of a whole sheet. Smaller heights are often measured too large, and larger print does no harm.
  if (size >= large_print_px) return ideal;
  if (ideal > minUnscaled && ideal < maxUnscaled) return 1;
  // Without measured print the page is not enlarged.
  return Math.min(Math.max(ideal, least_scale), measured ? largest_scale : 1);
}

export async function scalePage(
  { data, width, height }: Picture,
  scale: number,
  constants: Constants,
): Promise<NetworkPage> {
  if (scale === 1) return networkPage(shared(data), width, height, constants);
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  if (scale > 1) return networkPage(enlarged({ data, width, height }, w, h), w, h, constants);
  const resized = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(w, h, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  return networkPage(shared(resized), w, h, constants);
}

/** For each pixel of a line, the four pixels of the other line around it and their cubic weights (Catmull and Rom's). */
function cubicTaps(length: number, other: number) {
  const from = new Int32Array(4 * length);
  const weight = new Float32Array(4 * length);
  for (let i = 0; i < length; i++) {
    const at = ((i + 0.5) * other) / length - 0.5;
    const first = Math.floor(at);
    const t = at - first;
    const weights = [
      ((2 - t) * t - 1) * t * 0.5,
      ((3 * t - 5) * t * t + 2) * 0.5,
      ((4 - 3 * t) * t + 1) * t * 0.5,
      (t - 1) * t * t * 0.5,
    ];
    for (let k = 0; k < 4; k++) {
      from[4 * i + k] = Math.min(Math.max(first - 1 + k, 0), other - 1);
      weight[4 * i + k] = weights[k] as number;
    }
  }
  return { from, weight };
}

/** sharp's enlargements are off by up to half a pixel, which costs a thin stroke; its reductions are not. */
export function enlarged({ data, width, height }: Picture, w: number, h: number) {
  const out = sharedBytes(w * h * 3);
  const clamped = new Uint8ClampedArray(out.buffer);
  const across = cubicTaps(w, width);
  const columns = across.from.map((x) => x * 3);
  const down = cubicTaps(h, height);
  const row = new Float32Array(width * 3);
  for (let y = 0, to = 0; y < h; y++) {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => (down.from[4 * y + k] as number) * width * 3) as Four;
    const [p, q, r, s] = [0, 1, 2, 3].map((k) => down.weight[4 * y + k] as number) as Four;
    for (let i = 0; i < row.length; i++)
      row[i] =
        p * (data[a + i] as number) +
        q * (data[b + i] as number) +
        r * (data[c + i] as number) +
        s * (data[d + i] as number);
    for (let at = 0; at < 4 * w; at += 4) {
      for (let channel = 0; channel < 3; channel++, to++) {
        clamped[to] =
          (across.weight[at] as number) * (row[(columns[at] as number) + channel] as number) +
          (across.weight[at + 1] as number) * (row[(columns[at + 1] as number) + channel] as number) +
          (across.weight[at + 2] as number) * (row[(columns[at + 2] as number) + channel] as number) +
          (across.weight[at + 3] as number) * (row[(columns[at + 3] as number) + channel] as number);
      }
    }
  }
  return out;
}

type Four = [number, number, number, number];

// Measures the height of the print.

/** The longer side of the picture in which print is measured. */
const measureSide = 1600;
/** Lines of an A4 page set solid (no leading) in 12 pt, the size of most exam papers. */
const linesOfPage = 70;
/**
 * Height of a run of print as a share of its font size: from the top of an ascender or
 * Chinese character to its foot.
 */
const heightOfSize = 0.85;
const minRuns = 6;
/** A smaller picture is not a readable whole sheet. */
const sheetSide = 900;

interface TextHeight {
  /** Font size in pixels of the page. */
  size: number;
  /** Whether it was measured, or derived from the size of the sheet. */
  measured: boolean;
}

async function textHeight({ data, width, height }: Picture): Promise<TextHeight> {
  const scale = Math.min(1, measureSide / Math.max(width, height));
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const expected = Math.max(w, h) / linesOfPage;
  const grey = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(w, h, { fit: 'fill', kernel: 'mitchell' })
    .extractChannel(1)
    .raw()
    .toBuffer();
  const dark = darkPixels(grey, w, h);
  const first = measured(dark, w, h, expected);
  if (first === undefined) return { size: expected / scale, measured: false };
  // Measured again: with the size found first, the gap between letters is known better.
  const size = measured(dark, w, h, first) ?? first;
  // A whole sheet's size says more than runs disturbed by writing and formulas; the size of a fragment says
  // nothing.
  const trust = isSheet(w, h) ? 0.25 : 0.8;
  const estimated = expected * (size / expected) ** trust;
  return { size: Math.min(Math.max(estimated, expected / 2), expected * 4) / scale, measured: true };
}

function isSheet(w: number, h: number) {
  const ratio = Math.max(w / h, h / w);
  return ratio > 1.25 && ratio < 1.6 && Math.max(w, h) >= sheetSide;
}

function measured(dark: Uint8Array, w: number, h: number, expected: number) {
  const runs = runHeights(joinGaps(dark.slice(), w, h, Math.round(expected * 0.6)), w, h, expected);
  return runs.length < minRuns ? undefined : weightedMedian(runs) / heightOfSize;
}

/** 1 for pixels darker than three quarters of the brightest pixel in their block. */
function darkPixels(grey: Uint8Array, w: number, h: number) {
  const block = 16;
  const columns = Math.ceil(w / block);
  const rows = Math.ceil(h / block);
  const brightest = new Uint8Array(columns * rows);
  for (let y = 0, i = 0; y < h; y++) {
    const row = (y >> 4) * columns;
    for (let x = 0; x < w; x++, i++) {
      const at = row + (x >> 4);
      if ((grey[i] as number) > (brightest[at] as number)) brightest[at] = grey[i] as number;
    }
  }
  const limits = Float64Array.from(brightest, (paper) => 0.75 * paper);
  const dark = new Uint8Array(w * h);
  for (let y = 0, i = 0; y < h; y++) {
    const row = (y >> 4) * columns;
    for (let x = 0; x < w; x++, i++)
      if ((grey[i] as number) < (limits[row + (x >> 4)] as number)) dark[i] = 1;
  }
  return dark;
}

/** Closes gaps along rows, so that the letters of a line become one run. */
function joinGaps(dark: Uint8Array, w: number, h: number, gap: number) {
  for (let y = 0; y < h; y++) {
    let last = -1;
    for (let x = 0; x < w; x++) {
      if (!dark[y * w + x]) continue;
      if (last >= 0 && x - last <= gap) dark.fill(1, y * w + last + 1, y * w + x);
      last = x;
    }
  }
  return dark;
}

interface Run {
  height: number;
  weight: number;
}

/** Connected regions that look like part of a line of print: longer than high, well filled, of plausible height. */
function runHeights(mask: Uint8Array, w: number, h: number, expected: number): Run[] {
  const stack = new Int32Array(w * h);
  const runs: Run[] = [];
  for (let start = mask.indexOf(1); start >= 0; start = mask.indexOf(1, start + 1)) {
    let left = w;
    let right = 0;
    let top = h;
    let bottom = 0;
    let size = 0;
    let filled = 1;
    mask[start] = 2;
    stack[0] = start;
    while (filled > 0) {
      const at = stack[--filled] as number;
      const y = Math.floor(at / w);
      const x = at - y * w;
      size++;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      if (x > 0 && mask[at - 1] === 1) {
        mask[at - 1] = 2;
        stack[filled++] = at - 1;
      }
      if (x < w - 1 && mask[at + 1] === 1) {
        mask[at + 1] = 2;
        stack[filled++] = at + 1;
      }
      if (y > 0 && mask[at - w] === 1) {
        mask[at - w] = 2;
        stack[filled++] = at - w;
      }
      if (y < h - 1 && mask[at + w] === 1) {
        mask[at + w] = 2;
        stack[filled++] = at + w;
      }
    }
    const [across, down] = [right - left + 1, bottom - top + 1];
    const likePrint =
      down >= expected / 4 && down <= expected * 4 && across > 2 * down && size > 0.35 * across * down;
    if (likePrint) runs.push({ height: down, weight: Math.min(across, 20 * expected) });
  }
  return runs;
}

function weightedMedian(runs: Run[]) {
  const sorted = runs.sort((a, b) => a.height - b.height);
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  let sum = 0;
  for (const { height, weight } of sorted) {
    sum += weight;
    if (sum >= total / 2) return height;
  }
  return 0;
}
