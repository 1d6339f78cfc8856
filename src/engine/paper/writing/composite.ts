/** Writes the restored paper over the writing, at full size; every other pixel stays as it is, bit for bit. */

import type { Picture } from '../read-picture.ts';
import { maskBits } from '../types.ts';
import type { NetworkPage } from './network-page.ts';

const { erased } = maskBits;

/** Changes `page` in place and returns the mask bits of its pixels. */
export function composite(page: Picture, network: NetworkPage, bits: Uint8Array): Uint8Array<ArrayBuffer> {
  if (page.width === network.width && page.height === network.height) return copyAcross(page, network, bits);
  return interpolateInto(page, network, bits);
}

function copyAcross({ data }: Picture, { colour }: NetworkPage, bits: Uint8Array) {
  for (let i = 0, at = 0; i < bits.length; i++, at += 3) {
    if (!((bits[i] as number) & erased)) continue;
    data[at] = colour[at] as number;
    data[at + 1] = colour[at + 1] as number;
    data[at + 2] = colour[at + 2] as number;
  }
  return new Uint8Array(bits);
}

/** For each pixel of a line, the first of the two network pixels around it, and the weight of the second (of 256). */
function between(length: number, other: number) {
  const first = new Int32Array(length);
  const share = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const at = Math.min(Math.max(((i + 0.5) * other) / length - 0.5, 0), other - 1);
    first[i] = Math.min(Math.floor(at), Math.max(other - 2, 0));
    share[i] = Math.round((at - (first[i] as number)) * 256);
  }
  return { first, share };
}

/** 1 for each row that has any bit set; rows between lines of text mostly have none. */
function markedRows(bits: Uint8Array, width: number, height: number) {
  const marked = new Uint8Array(height);
  for (let y = 0, i = 0; y < height; y++) {
    let any = 0;
    for (const end = i + width; i < end; i++) any |= bits[i] as number;
    if (any) marked[y] = 1;
  }
  return marked;
}

function interpolateInto(
  { data, width, height }: Picture,
  { colour, ...network }: NetworkPage,
  bits: Uint8Array,
) {
  const out = new Uint8Array(width * height);
  const across = between(width, network.width);
  const down = between(height, network.height);
  const right = network.width > 1 ? 1 : 0;
  const below = network.height > 1 ? network.width : 0;
  const marked = markedRows(bits, network.width, network.height);
  for (let y = 0, i = 0; y < height; y++) {
    const row = (down.first[y] as number) * network.width;
    const v = down.share[y] as number;
    if (!marked[down.first[y] as number] && !marked[(down.first[y] as number) + (below ? 1 : 0)]) {
      i += width;
      continue;
    }
    for (let x = 0; x < width; x++, i++) {
      const a = row + (across.first[x] as number);
      const u = across.share[x] as number;
      const b = a + right;
      const c = a + below;
      const d = c + right;
      const nearest = bits[u < 128 ? (v < 128 ? a : c) : v < 128 ? b : d] as number;
      out[i] = nearest & ~erased;
      const any = (bits[a] as number) | (bits[b] as number) | (bits[c] as number) | (bits[d] as number);
      if (!(any & erased)) continue;
      const wa = (256 - u) * (256 - v);
      const wb = u * (256 - v);
      const wc = (256 - u) * v;
      const wd = u * v;
      const inside =
        ((bits[a] as number) & erased ? wa : 0) +
        ((bits[b] as number) & erased ? wb : 0) +
        ((bits[c] as number) & erased ? wc : 0) +
        ((bits[d] as number) & erased ? wd : 0);
      if (inside < 32768) continue;
      out[i] = (out[i] as number) | erased;
      for (let channel = 0; channel < 3; channel++) {
        const sum =
          wa * (colour[a * 3 + channel] as number) +
          wb * (colour[b * 3 + channel] as number) +
          wc * (colour[c * 3 + channel] as number) +
          wd * (colour[d * 3 + channel] as number);
        data[i * 3 + channel] = (sum + 32768) >>> 16;
      }
    }
  }
  return out;
}
