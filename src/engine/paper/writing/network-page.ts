/** The page at the networks' scale, and their output, in memory that all threads share. */

import type { Constants } from '../constants.ts';

export interface NetworkPage {
  width: number;
  height: number;
  /** Interleaved RGB. */
  rgb: Uint8Array<SharedArrayBuffer>;
  /** What the view network, which sees the whole page at half size, says of it. */
  view: View;
  /** Probabilities of student, teacher and print, 0 to 255, one plane each. Pixels outside all tiles stay 0. */
  coarse: Uint8Array<SharedArrayBuffer>;
  /** Log-odds of the same (see logitBytes), replaced by the fine network's in its tiles. */
  masks: Uint8Array<SharedArrayBuffer>;
  /** The paper and print without writing, interleaved RGB. */
  colour: Uint8Array<SharedArrayBuffer>;
}

interface View {
  /** Of the page at half size, with its repeated edges. */
  width: number;
  height: number;
  /** Pixels of the page by which the edge is repeated on the left and above. */
  edge: number;
  /** Probabilities of student, teacher and print, 0 to 255, one plane each. */
  masks: Uint8Array<SharedArrayBuffer>;
}

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const sharedBytes = (length: number) => new Uint8Array(new SharedArrayBuffer(length));

const isShared = (data: Uint8Array): data is Uint8Array<SharedArrayBuffer> =>
  data.buffer instanceof SharedArrayBuffer;

/** The same bytes in shared memory; copied unless they already are. */
export function shared(data: Uint8Array): Uint8Array<SharedArrayBuffer> {
  if (isShared(data)) return data;
  const copy = sharedBytes(data.length);
  copy.set(data);
  return copy;
}

/**
 * The same bytes in transferable memory; copied if shared, because V8 does not count
 * shared memory and frees it late.
 */
export const unshared = (data: Uint8Array): Uint8Array => (isShared(data) ? new Uint8Array(data) : data);

export function networkPage(
  rgb: Uint8Array<SharedArrayBuffer>,
  width: number,
  height: number,
  { edge_px, view_multiple }: Pick<Constants, 'edge_px' | 'view_multiple'>,
): NetworkPage {
  const planes = width * height * 3;
  const half = (side: number) => (Math.ceil((side + 2 * edge_px) / view_multiple) * view_multiple) / 2;
  const [w, h] = [half(width), half(height)];
  return {
    width,
    height,
    rgb,
    view: { width: w, height: h, edge: edge_px, masks: sharedBytes(w * h * 3) },
    coarse: sharedBytes(planes),
    masks: sharedBytes(planes),
    colour: sharedBytes(planes),
  };
}

/** Log-odds beyond this are as good as certain. */
const certain = Math.log((1 - 1e-5) / 1e-5);

/** Log-odds of a probability as a byte, not rounded: 0 at -certain, 255 at certain. */
export function logitByte(probability: number) {
  const logit = Math.log(probability / (1 - probability));
  return ((Math.min(Math.max(logit, -certain), certain) + certain) / (2 * certain)) * 255;
}

/** The rounded byte of each probability in steps of 1/65535: a logarithm a pixel would cost more than the tile's copying. */
export const logitBytes = Uint8Array.from({ length: 65_536 }, (_, i) => Math.round(logitByte(i / 65_535)));

/** The probability of each byte of log-odds. */
export const probabilities = Float64Array.from(
  { length: 256 },
  (_, byte) => 1 / (1 + Math.exp(certain - (byte / 255) * 2 * certain)),
);
