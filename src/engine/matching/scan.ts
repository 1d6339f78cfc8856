/** Looks through rows for those that fit: the best of them, an even sample of them, or how many there are. */
import { bucketBound, type Measure, type PriceLoss, type Reach, reachWithin, rowBound } from './bounds.ts';
import { hashOf } from './id-table.ts';
import { type Bucket, classes, firstBuckets, type Rows, wordsPerBlock } from './rows.ts';

/** A question put to rows. A row must have a key of every group, then pass the test. */
export type Probe = {
  groups: readonly (readonly number[])[];
  /** The test of what no bitset can tell; leaves what it found for `score`. */
  admits(row: number): boolean;
  score(row: number): number;
  /** What this search takes off what rows own, and by their price. */
  reach: Reach;
  loss: PriceLoss;
  measure: Measure;
  today: number;
};

/** Bitsets: a row must be in each of the rarest, and in one of each of the others. */
type Sieve = { rarest: [Int32Array, Int32Array, Int32Array, Int32Array]; others: Int32Array[][] };

/** Nothing can fit where a group has no keys that any row has. */
function sieveOf(rows: Rows, { groups }: Probe): Sieve | undefined {
  const ones: { bitset: Int32Array; count: number }[] = [];
  const several: Int32Array[][] = [];
  for (const keys of groups) {
    const found = keys.flatMap((key) =>
      rows.counts[key] === 0 ? [] : { key, bitset: rows.bitsets[key] as Int32Array },
    );
    const [first] = found;
    if (first === undefined) return undefined;
    if (found.length > 1) several.push(found.map(({ bitset }) => bitset));
    else ones.push({ bitset: first.bitset, count: rows.counts[first.key] as number });
  }
  // Of the four rarest most words have nothing in common; the others are asked about what is left.
  const single = ones.sort((a, b) => a.count - b.count).map(({ bitset }) => bitset);
  const { live } = rows;
  const [first = live, second = live, third = live, fourth = live, ...rest] = single;
  return { rarest: [first, second, third, fourth], others: [...rest.map((bitset) => [bitset]), ...several] };
}

/** Calls `meet` for each row of the blocks that has the keys, until it answers false. */
function sift({ rarest, others }: Sieve, blocks: readonly number[], meet: (row: number) => boolean): boolean {
  const [first, second, third, fourth] = rarest;
  for (let index = 0; index < blocks.length; index++) {
    const from = (blocks[index] as number) * wordsPerBlock;
    for (let at = from; at < from + wordsPerBlock; at++) {
      let word =
        (first[at] as number) & (second[at] as number) & (third[at] as number) & (fourth[at] as number);
      if (word === 0) continue;
      for (let group = 0; group < others.length; group++) {
        const any = others[group] as Int32Array[];
        let either = (any[0] as Int32Array)[at] as number;
        for (let key = 1; key < any.length; key++) either |= (any[key] as Int32Array)[at] as number;
        word &= either;
      }
      for (; word !== 0; word &= word - 1) if (!meet(at * 32 + 31 - Math.clz32(word & -word))) return false;
    }
  }
  return true;
}

export type Found = {
  /** Best first; of equal scores the lowest id. */
  rows: number[];
  scores: number[];
  /** Rows that fit, those with the lowest hashes of their id, in that order. */
  sample: number[];
  /** Whether the sample is all that fit. */
  isWhole: boolean;
};

export function findBest(rows: Rows, probe: Probe, top: number, sampleSize: number): Found {
  const found: Found = { rows: [], scores: [], sample: [], isWhole: false };
  const sieve = sieveOf(rows, probe);
  if (!sieve) return { ...found, isWhole: true };
  const met: number[] = [];
  /** Below this nothing comes into the list any more. */
  let worst = Number.NEGATIVE_INFINITY;
  const keep = (row: number) => {
    insert(rows.ids, found, row, probe.score(row), top);
    if (found.rows.length === top) worst = found.scores[top - 1] ?? Number.POSITIVE_INFINITY;
  };
  const meetAll = (row: number) => {
    if (probe.admits(row)) {
      met.push(row);
      if (boundOf(row) >= worst) keep(row);
    }
    return true;
  };
  // Asked about the past, what rows own today says nothing.
  const isPast = probe.today < rows.day;
  const boundOf = isPast ? () => 0 : rowBound(rows, probe.measure, probe.reach, probe.loss);
  const meetBest = (row: number) => {
    if (boundOf(row) >= worst && probe.admits(row)) keep(row);
    return true;
  };
  let isWhole = true;
  for (let at = 0; at < classes.length; at++) {
    const isSampled = met.length < sampleSize;
    isWhole &&= isSampled;
    for (const { bucket, bound } of bestBuckets(rows, probe, at, isPast)) {
      if (!isSampled && bound < worst) break;
      sift(sieve, bucket.blocks, isSampled ? meetAll : meetBest);
    }
  }
  found.sample = lowestHashes(rows.ids, met, sampleSize);
  found.isWhole = isWhole && met.length <= sampleSize;
  return found;
}

/** The buckets of a class whose prices fit, with the most that a row of theirs can score, best first. */
function bestBuckets(rows: Rows, { reach, loss, measure }: Probe, at: number, isPast: boolean) {
  const list: { bucket: Bucket; bound: number }[] = [];
  const reaches = new Map<number, Reach | null>();
  for (let index = firstBuckets[at] as number; rows.buckets[index]?.class === at; index++) {
    const bucket = rows.buckets[index] as Bucket;
    if (bucket.blocks.length === 0) continue;
    let within = reaches.get(bucket.lowest);
    if (within === undefined) {
      within = reachWithin(reach, loss, bucket.lowest, bucket.highest);
      reaches.set(bucket.lowest, within);
    }
    if (within) list.push({ bucket, bound: isPast ? 0 : bucketBound(measure, bucket.ceiling, within) });
  }
  return list.sort((a, b) => b.bound - a.bound);
}

function insert(ids: Float64Array, { rows, scores }: Found, row: number, score: number, top: number) {
  const id = ids[row] as number;
  const precedes = (at: number) => {
    const other = scores[at] as number;
    return score > other || (score === other && id < (ids[rows[at] as number] as number));
  };
  let place = rows.length;
  if (place === top && (place === 0 || !precedes(place - 1))) return;
  while (place > 0 && precedes(place - 1)) place--;
  rows.splice(place, 0, row);
  scores.splice(place, 0, score);
  if (rows.length > top) {
    rows.pop();
    scores.pop();
  }
}

/** More than this many are all taken as they come. */
const mostSorted = 2 ** 20;

function lowestHashes(ids: Float64Array, rows: number[], size: number): number[] {
  if (rows.length > mostSorted) return rows.slice(0, size);
  // Hash and place in one number: a sort of plain numbers is several times quicker than one that asks back.
  const keys = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++)
    keys[at] = hashOf(ids[rows[at] as number] as number) * mostSorted + at;
  keys.sort();
  const lowest: number[] = [];
  for (let at = 0; at < Math.min(size, keys.length); at++)
    lowest.push(rows[(keys[at] as number) % mostSorted] as number);
  return lowest;
}

/** Whether one row fits. */
export function fitsRow(rows: Rows, { groups, admits }: Probe, row: number): boolean {
  const has = (key: number) => ((rows.bitsets[key]?.[row >> 5] ?? 0) & (1 << (row & 31))) !== 0;
  return groups.every((keys) => keys.some(has)) && admits(row);
}

/** Calls `meet` for each row that fits, until it answers false. */
export function eachFitting(rows: Rows, probe: Probe, meet: (row: number) => boolean) {
  const sieve = sieveOf(rows, probe);
  if (!sieve) return;
  const meetFitting = (row: number) => !probe.admits(row) || meet(row);
  for (const { blocks, lowest, highest } of rows.buckets)
    if (reachWithin(probe.reach, probe.loss, lowest, highest) && !sift(sieve, blocks, meetFitting)) return;
}

/** How many rows fit, counted up to `most`. */
export function countRows(rows: Rows, probe: Probe, most: number): number {
  let count = 0;
  eachFitting(rows, probe, () => ++count < most);
  return count;
}
