/** Looks through rows for those that fit: the best of them, an even sample of them, or how many there are. */
import { hashOf, type Ids, idAt } from './id-table.ts';
import { partsPerUnit } from './measure.ts';
import { hashParts, type RowBounds } from './row-bounds.ts';
import type { Rows } from './rows.ts';
import { hasKeys, sift } from './sieve.ts';

/** A question put to rows. A row must have a key of every group, then pass the test. */
export type Probe = {
  groups: readonly (readonly number[])[];
  /** The test of what no bitset can tell; leaves what it found for `score`. */
  admits(row: number): boolean;
  /** What a row can score at most. */
  bounds: RowBounds;
  /** The score, or any number below `worst` where it is below that. */
  score(row: number, worst: number): number;
  today: number;
};

export type Found = {
  /** Best first; of equal scores the lowest id. */
  rows: number[];
  scores: number[];
  /** Rows that fit, those with the lowest hashes of their id, in that order. */
  sample: number[];
  /** Whether the sample is all that fit. */
  isWhole: boolean;
};

/** Bounds and hashes of the rows sifted out. One for all searches: none begins inside another. */
let bounds = new Int32Array(4_096);
let hashes = new Uint16Array(4_096);

/** As many rows as are asked at first to find a sample of them that fit. */
const askedAtFirst = 1.5;

export function findBest(rows: Rows, probe: Probe, top: number, sampleSize: number): Found {
  const { rows: sifted, count } = sift(rows, probe.groups);
  if (count === 0 || top < 1) return { rows: [], scores: [], sample: [], isWhole: count === 0 };
  if (bounds.length < count) {
    bounds = new Int32Array(sifted.length);
    hashes = new Uint16Array(sifted.length);
  }
  probe.bounds.rough(sifted, count, bounds, hashes);
  // Asked about the past, what rows own today says nothing.
  const isPast = probe.today < rows.day;
  const best = { rows: [] as number[], scores: [] as number[] };
  /** Below this nothing comes into the list any more; the same in parts. */
  let worst = Number.NEGATIVE_INFINITY;
  let least = Number.NEGATIVE_INFINITY;
  const keep = (row: number) => {
    const score = probe.score(row, isPast ? Number.NEGATIVE_INFINITY : worst);
    if (score < worst) return;
    insert(rows.ids, best.rows, best.scores, row, score, top);
    if (best.rows.length < top) return;
    worst = best.scores[top - 1] as number;
    if (!isPast) least = worst * partsPerUnit;
  };

  // Rows by their hashes, until more fit than are needed: then those that fit least of all hashes are known.
  const met: number[] = [];
  let asked = 0;
  let from = 0;
  while (sampleSize > 0 && met.length <= sampleSize && from < hashParts) {
    const missing = sampleSize + 1 - met.length;
    const fitting = asked === 0 ? 1 / askedAtFirst : Math.max(0.1, met.length / asked);
    const part = Math.ceil((hashParts * (missing / fitting)) / count);
    const to = Math.min(hashParts, from + part);
    for (let at = 0; at < count; at++) {
      const hash = hashes[at] as number;
      if (hash < from || hash >= to) continue;
      asked++;
      const row = sifted[at] as number;
      if (!probe.admits(row)) continue;
      met.push(row);
      if ((bounds[at] as number) >= least) keep(row);
    }
    from = to;
  }
  const isWhole = from === hashParts && met.length <= sampleSize;

  if (from < hashParts) {
    let left = 0;
    for (let at = 0; at < count; at++) {
      if ((hashes[at] as number) < from || (bounds[at] as number) < least) continue;
      sifted[left] = sifted[at] as number;
      bounds[left++] = bounds[at] as number;
    }
    if (!isPast) left = probe.bounds.narrow(sifted, bounds, left, least);
    inOrder(left);
    for (let at = 0; at < left; at++) {
      const place = order[at] as number;
      if ((bounds[place] as number) < least) continue;
      const row = sifted[place] as number;
      if (probe.admits(row)) keep(row);
    }
  }
  return { ...best, sample: lowestHashes(rows.ids, met, sampleSize), isWhole };
}

let order = new Int32Array(4_096);
const bins = 256;
const starts = new Int32Array(bins + 1);

/** The places of bounds, about from the highest on. */
function inOrder(count: number) {
  if (order.length < count) order = new Int32Array(bounds.length);
  let highest = Number.NEGATIVE_INFINITY;
  let lowest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < count; at++) {
    highest = Math.max(highest, bounds[at] as number);
    lowest = Math.min(lowest, bounds[at] as number);
  }
  const width = (highest - lowest + 1) / bins;
  const binOf = (at: number) => ((highest - (bounds[at] as number)) / width) | 0;
  starts.fill(0);
  for (let at = 0; at < count; at++) {
    const bin = binOf(at) + 1;
    starts[bin] = (starts[bin] as number) + 1;
  }
  for (let bin = 1; bin <= bins; bin++) starts[bin] = (starts[bin] as number) + (starts[bin - 1] as number);
  for (let at = 0; at < count; at++) {
    const bin = binOf(at);
    const place = starts[bin] as number;
    order[place] = at;
    starts[bin] = place + 1;
  }
}

/** By score, of equals by id; the last falls out where there are more than `top`. */
function insert(ids: Ids, rows: number[], scores: number[], row: number, score: number, top: number) {
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

/** More than this many are all taken as they come. */
const mostSorted = 2 ** 20;

function lowestHashes(ids: Ids, rows: number[], size: number): number[] {
  if (rows.length > mostSorted) return rows.slice(0, size);
  // Hash and place in one number: a sort of plain numbers is several times quicker than one that asks back.
  const keys = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) keys[at] = hashOf(idAt(ids, rows[at] as number)) * mostSorted + at;
  keys.sort();
  const lowest: number[] = [];
  for (let at = 0; at < Math.min(size, keys.length); at++)
    lowest.push(rows[(keys[at] as number) % mostSorted] as number);
  return lowest;
}

/** Whether one row fits. */
export const fitsRow = (rows: Rows, { groups, admits }: Probe, row: number) =>
  hasKeys(rows, groups, row) && admits(row);

/** Calls `meet` for each row that fits, until it answers false. */
export function eachFitting(rows: Rows, { groups, admits }: Probe, meet: (row: number) => boolean) {
  const { rows: sifted, count } = sift(rows, groups);
  for (let at = 0; at < count; at++) {
    const row = sifted[at] as number;
    if (admits(row) && !meet(row)) return;
  }
}

/** How many rows fit, counted up to `most`. */
export function countRows(rows: Rows, probe: Probe, most: number): number {
  let count = 0;
  eachFitting(rows, probe, () => ++count < most);
  return count;
}
