/** Orders of rows: by score, by bound, by the hash of the id. */
import { hashOf, type Ids, idAt } from './id-table.ts';

export type Best = { rows: number[]; scores: number[] };

/** By score, of equals by id; the last falls out where there are more than `top`. */
export function insertByScore({ rows, scores }: Best, ids: Ids, row: number, score: number, top: number) {
  const id = idAt(ids, row);
  let place = rows.length;
  while (place > 0) {
    const other = scores[place - 1] as number;
    if (other > score || (other === score && idAt(ids, rows[place - 1] as number) < id)) break;
    place--;
  }
  if (place === top) return;
  for (let at = Math.min(rows.length, top - 1); at > place; at--) {
    rows[at] = rows[at - 1] as number;
    scores[at] = scores[at - 1] as number;
  }
  rows[place] = row;
  scores[place] = score;
}

let order = new Int32Array(0);
const bins = 256;
const starts = new Int32Array(bins + 1);

/** The places of bounds, about from the highest on; holds until it is asked for again. */
export function orderByBound(bounds: Int32Array, count: number): Int32Array {
  if (order.length < count) order = new Int32Array(count * 2);
  const out = order;
  const ends = starts;
  let highest = -0x8000_0000;
  let lowest = 0x7fff_ffff;
  for (let at = 0; at < count; at++) {
    const bound = bounds[at] as number;
    if (bound > highest) highest = bound;
    if (bound < lowest) lowest = bound;
  }
  const part = (bins - 1) / Math.max(1, highest - lowest);
  ends.fill(0);
  for (let at = 0; at < count; at++) {
    const bin = (((highest - (bounds[at] as number)) * part) | 0) + 1;
    ends[bin] = (ends[bin] as number) + 1;
  }
  for (let bin = 1; bin <= bins; bin++) ends[bin] = (ends[bin] as number) + (ends[bin - 1] as number);
  for (let at = 0; at < count; at++) {
    const bin = ((highest - (bounds[at] as number)) * part) | 0;
    const place = ends[bin] as number;
    out[place] = at;
    ends[bin] = place + 1;
  }
  return out;
}

let hashKeys = new Float64Array(256);
/** More than this many are all taken as they come. */
const mostSorted = 2 ** 20;

export function lowestHashes(ids: Ids, rows: number[], size: number): number[] {
  if (rows.length > mostSorted) return rows.slice(0, size);
  // Hash and place in one number: a sort of plain numbers is several times quicker than one that asks back.
  if (hashKeys.length < rows.length) hashKeys = new Float64Array(rows.length * 2);
  const keys = hashKeys.subarray(0, rows.length);
  for (let at = 0; at < rows.length; at++) keys[at] = hashOf(idAt(ids, rows[at] as number)) * mostSorted + at;
  keys.sort();
  const lowest: number[] = [];
  for (let at = 0; at < Math.min(size, keys.length); at++)
    lowest.push(rows[(keys[at] as number) % mostSorted] as number);
  return lowest;
}
