/** Writes the restored paper over the writing, at full size; every other pixel stays as it is, bit for bit. */

import type { Picture } from '../read-picture.ts';
import type { NetworkPage } from './network-page.ts';

/** For each pixel of a line, the first of the two network pixels around it, and the weight of the second (of 256). */
export function between(length: number, other: number) {
  const first = new Int32Array(length);
  const share = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const at = Math.min(Math.max(((i + 0.5) * other) / length - 0.5, 0), other - 1);
    first[i] = Math.min(Math.floor(at), Math.max(other - 2, 0));
    share[i] = Math.round((at - (first[i] as number)) * 256);
  }
  return { first, share };
}

/** Changes `page` in place where `bits` have the bit, which belongs to one strength. */
export function composite(page: Picture, network: NetworkPage, bits: Uint8Array, bit: number) {
  const { data, width, height } = page;
  const { colour } = network;
  const across = between(width, network.width);
  const down = between(height, network.height);
  const right = network.width > 1 ? 3 : 0;
  const below = network.height > 1 ? network.width * 3 : 0;
  for (let y = 0, i = 0; y < height; y++) {
    const row = (down.first[y] as number) * network.width;
    const v = down.share[y] as number;
    for (let x = 0; x < width; x++, i++) {
      if (!((bits[i] as number) & bit)) continue;
      const u = across.share[x] as number;
      const at = (row + (across.first[x] as number)) * 3;
      for (let c = at; c < at + 3; c++) {
        const above = (colour[c] as number) * (256 - u) + (colour[c + right] as number) * u;
        const under = (colour[c + below] as number) * (256 - u) + (colour[c + below + right] as number) * u;
        data[i * 3 + c - at] = (above * (256 - v) + under * v + 32_768) >>> 16;
      }
    }
  }
}
