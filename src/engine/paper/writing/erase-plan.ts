/** Decides from the networks' output what each pixel of the page is, and at which strengths it is replaced. */

import type { Constants } from '../constants.ts';
import type { Picture } from '../read-picture.ts';
import { maskBits, type Strength } from '../types.ts';
import { between } from './composite.ts';
import { logitByte, type NetworkPage, probabilities } from './network-page.ts';

interface Keep {
  keepRed?: boolean;
  keepInk?: boolean;
}

const { student, teacher, print, thorough, standard, strict } = maskBits;
/** The bits of a pixel by its level: 0 is never erased, 1 only thoroughly, 2 unless strictly, 3 always. */
const bitsOfLevel = [0, thorough, thorough | standard, thorough | standard | strict] as const;

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

/** The log-odds of writing, whoever's it is. */
function writing({ masks }: NetworkPage) {
  const plane = masks.length / 3;
  const out = new Uint8Array(plane);
  for (let i = 0; i < plane; i++) {
    const [asStudent, asTeacher] = [masks[i] as number, masks[i + plane] as number];
    out[i] = asStudent > asTeacher ? asStudent : asTeacher;
  }
  return out;
}

/** 1 for each row in which any value is above the limit; rows between lines of text mostly have none. */
function rowsAbove(values: Uint8Array, width: number, limit: number) {
  const rows = new Uint8Array(values.length / width);
  for (let y = 0, i = 0; y < rows.length; y++) {
    let most = 0;
    for (const end = i + width; i < end; i++) if ((values[i] as number) > most) most = values[i] as number;
    if (most > limit) rows[y] = 1;
  }
  return rows;
}

/**
 * The mask bits of each pixel of the page. The networks' log-odds are interpolated where their scale is another
 * one; strokes are widened at the page's own size. A strength's bit is never set on ink that is kept.
 */
export function planErasing(
  page: Picture,
  network: NetworkPage,
  constants: Constants,
  { keepRed, keepInk }: Keep,
) {
  const { data, width, height } = page;
  const { masks } = network;
  const plane = network.width * network.height;
  const hand = writing(network);
  const limitOf = (strength: Strength) => logitByte(constants.erase_thresholds[strength]) * 65_536;
  const [low, middle, high] = [limitOf('thorough'), limitOf('standard'), limitOf('strict')];
  const written = rowsAbove(hand, network.width, low / 65_536);
  const printed = rowsAbove(masks.subarray(2 * plane), network.width, 127);
  const keptBits = (keepRed ? teacher : 0) | (keepInk ? student : 0);
  const bits = new Uint8Array(width * height);
  const levels = new Uint8Array(width * height);
  const across = between(width, network.width);
  const down = between(height, network.height);
  const nearestColumn = across.first.map((x, i) => ((across.share[i] as number) < 128 ? x : x + 1));
  const row = new Int32Array(network.width + 1);
  for (let y = 0; y < height; y++) {
    const above = down.first[y] as number;
    const below = Math.min(above + 1, network.height - 1);
    const v = down.share[y] as number;
    const nearest = (v < 128 ? above : below) * network.width;
    const start = y * width;
    if (printed[v < 128 ? above : below])
      for (let x = 0; x < width; x++)
        if ((masks[2 * plane + nearest + (nearestColumn[x] as number)] as number) > 127)
          bits[start + x] = print;
    if (!written[above] && !written[below]) continue;
    for (let x = 0, a = above * network.width, b = below * network.width; x < network.width; x++, a++, b++)
      row[x] = (hand[a] as number) * (256 - v) + (hand[b] as number) * v;
    for (let x = 0; x < width; x++) {
      const at = across.first[x] as number;
      const u = across.share[x] as number;
      const logit = (row[at] as number) * (256 - u) + (row[at + 1] as number) * u;
      if (logit <= low) continue;
      const i = start + x;
      const from = nearest + (nearestColumn[x] as number);
      const by = handOf(
        data[i * 3] as number,
        data[i * 3 + 1] as number,
        data[i * 3 + 2] as number,
        masks[from] as number,
        masks[from + plane] as number,
      );
      bits[i] = (bits[i] as number) | by;
      if (!(by & keptBits)) levels[i] = logit > high ? 3 : logit > middle ? 2 : 1;
    }
  }
  // The networks' own scale is larger than the one at which the width was chosen.
  const scale = network.width / width / constants.enlarge;
  widen(levels, width, height, Math.max(1, Math.round(constants.widen_px / scale)));
  for (let i = 0; i < levels.length; i++) {
    const level = levels[i] as number;
    if (level && !((bits[i] as number) & keptBits))
      bits[i] = (bits[i] as number) | (bitsOfLevel[level] as number);
  }
  return bits;
}

/**
 * Each value becomes the largest of the square of side 2·by + 1 around it, in place: along each row, then rows
 * into their neighbours. Rows of zeros cost little.
 */
export function widen(levels: Uint8Array, width: number, height: number, by: number) {
  const marked = rowsAbove(levels, width, 0);
  for (let y = 0; y < height; y++) {
    if (!marked[y]) continue;
    const row = levels.subarray(y * width, (y + 1) * width);
    const before = row.slice();
    for (let start = 0, end = 0; start < width; start = end) {
      const level = before[start] as number;
      for (end = start + 1; end < width && before[end] === level; ) end++;
      if (!level) continue;
      for (let x = Math.max(0, start - by); x < Math.min(width, end + by); x++)
        if ((row[x] as number) < level) row[x] = level;
    }
  }
  // Rows above are already changed, so the last few are kept as they were: a copy of a huge page would be too much.
  const above: { y: number; row: Uint8Array }[] = [];
  for (let y = 0; y < height; y++) {
    const row = levels.subarray(y * width, (y + 1) * width);
    const before = marked[y] ? row.slice() : undefined;
    for (const other of above) if (other.y >= y - by) raise(row, other.row);
    for (let below = y + 1; below <= Math.min(height - 1, y + by); below++)
      if (marked[below]) raise(row, levels.subarray(below * width, (below + 1) * width));
    if (before && above.push({ y, row: before }) > by) above.shift();
  }
}

/** Each value becomes at least the other row's. */
function raise(row: Uint8Array, other: Uint8Array) {
  for (let x = 0; x < row.length; x++)
    if ((other[x] as number) > (row[x] as number)) row[x] = other[x] as number;
}

/** 255 far from the threshold on either side, 0 on it; the minimum of each 4×4 block of the page's pixels. */
export function confidenceMap(
  { masks, width, height }: NetworkPage,
  threshold: number,
  page: { width: number; height: number },
) {
  const columns = Math.ceil(page.width / 4);
  const rows = Math.ceil(page.height / 4);
  const data = new Uint8Array(columns * rows).fill(255);
  const certainty = Uint8Array.from(probabilities, (p) =>
    p > threshold ? (255 * (p - threshold)) / (1 - threshold) : (255 * (threshold - p)) / threshold,
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
