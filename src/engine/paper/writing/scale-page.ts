/** The page at the size the networks want. */

import sharp from 'sharp';
import type { Constants } from '../constants.ts';
import type { Picture } from '../read-picture.ts';
import { type NetworkPage, networkPage, shared } from './network-page.ts';

/** More would take longer than people wait, and no sheet has print for it. */
const mostPixels = 10_000_000;
/** Within these the networks do as well without scaling, and nothing is lost by it. */
const [leastWorth, mostWorth] = [0.92, 1.3];
const [smallest, largest] = [0.1, 3];

export async function networkScale(page: Picture, { print_height_px }: Constants) {
  const { size, measured } = await textHeight(page);
  // Without print there is nothing to enlarge.
  const wanted = Math.min(Math.max(print_height_px / size, smallest), measured ? largest : 1);
  const affordable = Math.sqrt(mostPixels / (page.width * page.height));
  if (wanted > leastWorth && wanted < mostWorth && affordable >= 1) return 1;
  return Math.min(wanted, affordable);
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

// How high the print is, so that the networks see it at the size they know.

/** The longer side of what is measured. */
const measureSide = 1600;
/** Lines of an A4 page if they were set solid in the size of most papers: 12 pt. */
const linesOfPage = 70;
/** A run of print is so high beside its font size: from the top of an ascender or character to its foot. */
const heightOfSize = 0.85;
const fewest = 6;
/** No whole sheet can be read that is smaller. */
const sheetSide = 900;

interface TextHeight {
  /** Font size in pixels of the page. */
  size: number;
  /** Whether it was measured, or taken from the size of the sheet. */
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
  // Again with what was found: how far letters stand apart is known better now.
  const size = measured(dark, w, h, first) ?? first;
  // Of a whole sheet its size tells more than runs that writing and formulas disturb; of a piece of one it tells nothing.
  const trust = isSheet(w, h) ? 0.25 : 0.8;
  const believed = expected * (size / expected) ** trust;
  return { size: Math.min(Math.max(believed, expected / 2), expected * 4) / scale, measured: true };
}

function isSheet(w: number, h: number) {
  const ratio = Math.max(w / h, h / w);
  return ratio > 1.25 && ratio < 1.6 && Math.max(w, h) >= sheetSide;
}

function measured(dark: Uint8Array, w: number, h: number, expected: number) {
  const runs = runHeights(joined(dark.slice(), w, h, Math.round(expected * 0.6)), w, h, expected);
  return runs.length < fewest ? undefined : weightedMedian(runs) / heightOfSize;
}

/** Darker than three quarters of the paper around. */
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

/** Gaps along rows closed, so that the letters of a line become one run. */
function joined(dark: Uint8Array, w: number, h: number, gap: number) {
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

/** Connected runs that look like a piece of a line: longer than high, well filled, of a height that print has. */
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
