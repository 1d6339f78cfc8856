/** Looks through rows for those that fit: the best of them, an even sample of them, or how many there are. */
import { brief, bucketBound, type Measure, type PriceLoss, type Reach, reachWithin } from './bounds.ts';
import { hashOf, type Ids, idAt } from './id-table.ts';
import { type Bucket, type Rows, wordsPerBlock } from './rows.ts';

/** A question put to rows. A row must have a key of every group, then pass the test. */
export type Probe = {
  groups: readonly (readonly number[])[];
  /** The test of what no bitset can tell; leaves what it found for `score`. */
  admits(row: number): boolean;
  /** Whether a row may score so much; where not, it does not or does not fit. */
  reaches(row: number, worst: number): boolean;
  /** The score, or any number below `worst` where it is below that. */
  score(row: number, worst: number): number;
  /** What this search takes off what rows own, and by their price. */
  reach: Reach;
  loss: PriceLoss;
  measure: Measure;
  today: number;
};

/** Bitsets: a row must be in each of the rarest, and in one of each of the others. */
type Sieve = { rarest: [Int32Array, Int32Array, Int32Array, Int32Array]; others: Int32Array[][] };

/** Nothing can fit where a group has no keys that any row has. */
function sieveOf({ bitsets, counts, live }: Rows, { groups }: Probe): Sieve | undefined {
  const single: Int32Array[] = [];
  const sizes: number[] = [];
  const others: Int32Array[][] = [];
  for (const keys of groups) {
    const any: Int32Array[] = [];
    let count = 0;
    for (const key of keys) {
      if (counts[key] === 0) continue;
      any.push(bitsets[key] as Int32Array);
      count += counts[key] as number;
    }
    if (any.length === 0) return undefined;
    if (any.length > 1) {
      others.push(any);
      continue;
    }
    // The rarest first.
    let place = single.length;
    for (; place > 0 && (sizes[place - 1] as number) > count; place--) {
      single[place] = single[place - 1] as Int32Array;
      sizes[place] = sizes[place - 1] as number;
    }
    single[place] = any[0] as Int32Array;
    sizes[place] = count;
  }
  // Of the four rarest most words have nothing in common; the others are asked about what is left.
  for (let at = 4; at < single.length; at++) others.push([single[at] as Int32Array]);
  const [first = live, second = live, third = live, fourth = live] = single;
  return { rarest: [first, second, third, fourth], others };
}

/** Rows that have the keys, a few at a time. One for all searches: none begins inside another. */
const batchSize = 64;
const batch = new Int32Array(batchSize + 32);
export let touched = 0;

/**
 * Calls `meet` for each row of the blocks that has the keys, until it answers false. The briefs of a batch are read at once
 * before any of them is judged: one after the other, each would be waited for.
 */
function sift(
  { rarest, others }: Sieve,
  briefs: Int32Array,
  blocks: readonly number[],
  meet: (row: number) => boolean,
): boolean {
  const [first, second, third, fourth] = rarest;
  let filled = 0;
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
      for (; word !== 0; word &= word - 1) batch[filled++] = at * 32 + 31 - Math.clz32(word & -word);
      if (filled < batchSize) continue;
      if (!meetBatch(briefs, filled, meet)) return false;
      filled = 0;
    }
  }
  return meetBatch(briefs, filled, meet);
}

function meetBatch(briefs: Int32Array, filled: number, meet: (row: number) => boolean): boolean {
  let all = 0;
  for (let at = 0; at < filled; at++) all ^= briefs[(batch[at] as number) * brief.words] as number;
  // Kept, so that the reading is not taken for idle and left out.
  touched = all;
  for (let at = 0; at < filled; at++) if (!meet(batch[at] as number)) return false;
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
  const sieve = sieveOf(rows, probe);
  if (!sieve || top < 1) return { rows: [], scores: [], sample: [], isWhole: !sieve };
  const best = { rows: [] as number[], scores: [] as number[] };
  const met: number[] = [];
  /** Below this nothing comes into the list any more. */
  let worst = Number.NEGATIVE_INFINITY;
  const keep = (row: number) => {
    const score = probe.score(row, isPast ? Number.NEGATIVE_INFINITY : worst);
    if (score < worst) return;
    insert(rows.ids, best.rows, best.scores, row, score, top);
    if (best.rows.length === top) worst = best.scores[top - 1] as number;
  };
  const meetAll = (row: number) => {
    if (probe.admits(row)) {
      met.push(row);
      if (reaches(row, worst)) keep(row);
    }
    return true;
  };
  // Asked about the past, what rows own today says nothing.
  const isPast = probe.today < rows.day;
  const reaches = isPast ? () => true : probe.reaches;
  const meetBest = (row: number) => {
    if (reaches(row, worst) && probe.admits(row)) keep(row);
    return true;
  };
  const within = reachByPrices(probe);
  let isWhole = true;
  let isSampled = true;
  let current = -1;
  for (const bucket of rows.buckets) {
    if (bucket.class !== current) {
      current = bucket.class;
      isSampled = met.length < sampleSize;
      isWhole &&= isSampled;
    }
    if (bucket.blocks.length === 0) continue;
    const reach = within(bucket);
    if (!reach) continue;
    if (isSampled) sift(sieve, rows.briefs, bucket.blocks, meetAll);
    else if (isPast || bucketBound(probe.measure, bucket.ceiling, reach) >= worst)
      sift(sieve, rows.briefs, bucket.blocks, meetBest);
  }
  return {
    ...best,
    sample: lowestHashes(rows.ids, met, sampleSize),
    isWhole: isWhole && met.length <= sampleSize,
  };
}

/** The reach that a bucket's prices leave, worked out once for each band of them. */
function reachByPrices({ reach, loss }: Probe): (bucket: Bucket) => Reach | null {
  const known: (Reach | null | undefined)[] = [];
  return ({ band, lowest, highest }) => {
    const found = known[band];
    if (found !== undefined) return found;
    const left = reachWithin(reach, loss, lowest, highest);
    known[band] = left;
    return left;
  };
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
export function fitsRow(rows: Rows, { groups, admits }: Probe, row: number): boolean {
  const has = (key: number) => ((rows.bitsets[key]?.[row >> 5] ?? 0) & (1 << (row & 31))) !== 0;
  return groups.every((keys) => keys.some(has)) && admits(row);
}

/** Calls `meet` for each row that fits, until it answers false. */
export function eachFitting(rows: Rows, probe: Probe, meet: (row: number) => boolean) {
  const sieve = sieveOf(rows, probe);
  if (!sieve) return;
  const meetFitting = (row: number) => !probe.admits(row) || meet(row);
  const within = reachByPrices(probe);
  for (const bucket of rows.buckets)
    if (within(bucket) && !sift(sieve, rows.briefs, bucket.blocks, meetFitting)) return;
}

/** How many rows fit, counted up to `most`. */
export function countRows(rows: Rows, probe: Probe, most: number): number {
  let count = 0;
  eachFitting(rows, probe, () => ++count < most);
  return count;
}
