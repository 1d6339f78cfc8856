/** From the networks' answers to which pixels of the network page are replaced, and to what each pixel is. */
import type { Constants } from './constants.ts';
import type { NetworkPage } from './network-page.ts';
import { maskBits } from './types.ts';

export interface Keep {
  keepRed?: boolean;
  keepInk?: boolean;
}

/** Bits of each network pixel, `erased` among them: what is to go, widened, never over what is to stay. */
export function planErasing(
  { masks, width, height }: NetworkPage,
  constants: Constants,
  { keepRed, keepInk }: Keep,
) {
  const plane = width * height;
  const bits = new Uint8Array(plane);
  const goes = new Uint8Array(plane);
  const limit = constants.erase_threshold * 255;
  for (let i = 0; i < plane; i++) {
    const student = masks[i] as number;
    const teacher = masks[i + plane] as number;
    let bit = (masks[i + 2 * plane] as number) > 127 ? maskBits.print : 0;
    if (student > limit) bit |= maskBits.student;
    if (teacher > limit) bit |= maskBits.teacher;
    bits[i] = bit;
    // Where both are seen, the stronger one decides.
    const asStudent = student > limit && !keepInk && !(keepRed && teacher > student);
    const asTeacher = teacher > limit && !keepRed && !(keepInk && student >= teacher);
    if (asStudent || asTeacher) goes[i] = 1;
  }
  widen(goes, width, height, constants.widen_px);
  for (let i = 0; i < plane; i++) {
    if (!goes[i]) continue;
    const stays =
      (keepRed &&
        (masks[i + plane] as number) > limit &&
        (masks[i + plane] as number) > (masks[i] as number)) ||
      (keepInk && (masks[i] as number) > limit && (masks[i] as number) >= (masks[i + plane] as number));
    if (!stays) bits[i] = (bits[i] as number) | maskBits.erased;
  }
  return bits;
}

/** Grows ones by a square of 2·by + 1, in place. */
export function widen(mask: Uint8Array, width: number, height: number, by: number) {
  const line = new Uint8Array(Math.max(width, height));
  const pass = (length: number, start: number, step: number) => {
    let until = -1;
    for (let i = 0; i < length; i++) line[i] = mask[start + i * step] as number;
    for (let i = 0; i < length; i++) {
      if (!line[i]) continue;
      for (let k = Math.max(until + 1, i - by); k <= Math.min(length - 1, i + by); k++)
        mask[start + k * step] = 1;
      until = Math.min(length - 1, i + by);
    }
  };
  for (let y = 0; y < height; y++) pass(width, y * width, 1);
  for (let x = 0; x < width; x++) pass(height, x, width);
}

/** How sure: 255 far from the threshold on either side, 0 on it. The least of each block of the page's pixels. */
export function confidenceMap(
  { masks, width, height }: NetworkPage,
  constants: Constants,
  page: { width: number; height: number },
) {
  const columns = Math.ceil(page.width / 4);
  const rows = Math.ceil(page.height / 4);
  const data = new Uint8Array(columns * rows).fill(255);
  const limit = constants.erase_threshold * 255;
  const sure = Uint8Array.from({ length: 256 }, (_, p) =>
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
      const certain = sure[student > teacher ? student : teacher] as number;
      const to = row + (toColumn[x] as number);
      if (certain < (data[to] as number)) data[to] = certain;
    }
  }
  return { data, width: columns, height: rows };
}
