/** Decides from the networks' output what each pixel of the network page is, and which pixels are replaced. */

import type { Constants } from '../constants.ts';
import { maskBits } from '../types.ts';
import type { NetworkPage } from './network-page.ts';
import { describeParts, partFeatures, writingParts } from './part-features.ts';

interface Keep {
  keepRed?: boolean;
  keepInk?: boolean;
}

const { student, teacher, print, erased } = maskBits;

/** Channel differences that paper does not reach under any lamp. */
const redder = 24;
const bluer = 14;

/**
 * Student or teacher: clear red is the teacher's and clear blue the student's, whatever the networks say; for
 * black ink and pencil the likelier of the two.
 */
function handOf(red: number, green: number, blue: number, asStudent: number, asTeacher: number) {
  if (red - (green + blue) / 2 > redder && red - green > redder) return teacher;
  if (blue - red > bluer) return student;
  return asTeacher > asStudent ? teacher : student;
}

/** The mask bits of each network pixel. `erased` is set on the widened writing, but never on ink that is kept. */
export function planErasing(page: NetworkPage, constants: Constants, { keepRed, keepInk }: Keep) {
  const { rgb, masks, width, height } = page;
  const plane = width * height;
  const bits = new Uint8Array(plane);
  const toErase = new Uint8Array(plane);
  const written = writtenPixels(page, constants);
  const keptBits = (keepRed ? teacher : 0) | (keepInk ? student : 0);
  for (let i = 0; i < plane; i++) {
    const asStudent = masks[i] as number;
    const asTeacher = masks[i + plane] as number;
    let bit: number = (masks[i + 2 * plane] as number) > 127 ? print : 0;
    if (written[i]) {
      const at = i * 3;
      const hand = handOf(
        rgb[at] as number,
        rgb[at + 1] as number,
        rgb[at + 2] as number,
        asStudent,
        asTeacher,
      );
      bit |= hand;
      if (!(hand & keptBits)) toErase[i] = 1;
    }
    bits[i] = bit;
  }
  widen(toErase, width, height, constants.widen_px);
  for (let i = 0; i < plane; i++) {
    if (toErase[i] && !((bits[i] as number) & keptBits)) bits[i] = (bits[i] as number) | erased;
  }
  return bits;
}

/**
 * Dilates the ones by a square of side 2·by + 1, in place: along each row, then rows into their neighbours.
 * Rows without ones cost nothing.
 */
export function widen(mask: Uint8Array, width: number, height: number, by: number) {
  const hasOnes = new Uint8Array(height);
  for (let y = 0; y < height; y++) {
    const row = mask.subarray(y * width, (y + 1) * width);
    if (!row.includes(1)) continue;
    hasOnes[y] = 1;
    const before = row.slice();
    for (let start = before.indexOf(1); start >= 0; ) {
      const zero = before.indexOf(0, start);
      const end = zero < 0 ? width : zero;
      row.fill(1, Math.max(0, start - by), Math.min(width, end + by));
      start = before.indexOf(1, end);
    }
  }
  const grown = mask.slice();
  for (let y = 0; y < height; y++) {
    if (!hasOnes[y]) continue;
    for (let to = Math.max(0, y - by); to <= Math.min(height - 1, y + by); to++) {
      if (to === y) continue;
      for (let from = y * width, at = to * width; from < (y + 1) * width; from++, at++)
        if (grown[from]) mask[at] = 1;
    }
  }
}

/** 255 far from the erase threshold on either side, 0 on it; the minimum of each 4×4 block of the page's pixels. */
export function confidenceMap(
  { masks, width, height }: NetworkPage,
  constants: Constants,
  page: { width: number; height: number },
) {
  const columns = Math.ceil(page.width / 4);
  const rows = Math.ceil(page.height / 4);
  const data = new Uint8Array(columns * rows).fill(255);
  const limit = constants.erase_threshold * 255;
  const certainty = Uint8Array.from({ length: 256 }, (_, p) =>
    p > limit ? (255 * (p - limit)) / (255 - limit) : (255 * (limit - p)) / limit,
  );
  const plane = width * height;
  const toColumn = Int32Array.from({ length: width }, (_, x) =>
    Math.min(columns - 1, Math.floor(((x + 0.5) * columns) / width)),
  );
  for (let y = 0; y < height; y++) {
    const row = Math.min(rows - 1, Math.floor(((y + 0.5) * rows) / height)) * columns;
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const student = masks[i] as number;
      const teacher = masks[i + plane] as number;
      const certain = certainty[student > teacher ? student : teacher] as number;
      const to = row + (toColumn[x] as number);
      if (certain < (data[to] as number)) data[to] = certain;
    }
  }
  return { data, width: columns, height: rows };
}

// Parts that the networks mark as writing may still be print: each connected part is classified as a whole.

/** A page has a few hundred parts. With more than this the picture is noise, and its specks are not worth the time. */
const mostParts = 20_000;

/** 1 for each pixel of a part that is classified as writing; all parts are, when there are too many. */
export function writtenPixels(page: NetworkPage, { erase_threshold, part_weights }: Constants): Uint8Array {
  const runs = writingParts(page, erase_threshold * 255);
  const parts = runs.parts > mostParts ? [] : describeParts(page, runs);
  const written = parts.map(
    (part) =>
      partFeatures.reduce((sum, name) => sum + part_weights[name] * part[name], part_weights.bias) > 0,
  );
  const pixels = new Uint8Array(page.width * page.height);
  for (let run = 0; run < runs.row.length; run++) {
    if (written[runs.part[run] as number] === false) continue;
    const row = (runs.row[run] as number) * page.width;
    pixels.fill(1, row + (runs.from[run] as number), row + (runs.to[run] as number));
  }
  return pixels;
}
