/** Scales the page so that its print has the size the networks were trained on. */

import sharp from 'sharp';
import type { Constants } from '../constants.ts';
import type { Picture } from '../read-picture.ts';
import { type NetworkPage, networkPage, shared } from './network-page.ts';

/** A larger page takes longer than people wait, and no sheet has print so small that it needs more. */
const mostPixels = 10_000_000;
/** Between these scales the networks work as well without scaling, and no detail is lost. */
const [minUnscaled, maxUnscaled] = [0.92, 1.3];
const [smallest, largest] = [0.1, 3];

export async function networkScale(page: Picture, { print_height_px }: Constants) {
  const { size, measured } = await textHeight(page);
  // Without measured print the page is not enlarged.
  const ideal = Math.min(Math.max(print_height_px / size, smallest), measured ? largest : 1);
  const affordable = Math.sqrt(mostPixels / (page.width * page.height));
  if (ideal > minUnscaled && ideal < maxUnscaled && affordable >= 1) return 1;
  return Math.min(ideal, affordable);
}

export async function scalePage({ data, width, height }: Picture, scale: number): Promise<NetworkPage> {
  if (scale === 1) return networkPage(shared(data), width, height);
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const resized = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(w, h, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  return networkPage(shared(resized), w, h);
}

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
