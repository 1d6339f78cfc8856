/** Looks through rows for those that fit: the best of them, an even sample of them, or how many there are. */
import { bucketBound, type Reach } from './bounds.ts';
import { hashOf } from './id-table.ts';
import { type Bucket, classes, type Rows, wordsPerBlock } from './rows.ts';

/** A question put to rows. A row must have a key of every group, then pass the test. */
export type Probe = {
  groups: readonly (readonly number[])[];
  /** The test of what no bitset can tell; leaves what it found for `score`. */
  admits(row: number): boolean;
  score(row: number): number;
  /** The most that a search adds to what rows own, and the most that any search could. */
  reach: Reach;
  anyone: Reach;
  today: number;
};

/** Calls `meet` for each row of a block that fits, until it answers false. */
type Sieve = (block: number, meet: (row: number) => boolean) => boolean;

/** Nothing can fit where a group has no keys that any row has. */
function sieveOf(rows: Rows, { groups, admits }: Probe): Sieve | undefined {
  const ones: { bitset: Int32Array; count: number }[] = [];
  const several: Int32Array[][] = [];
  for (const keys of groups) {
    const found = keys.flatMap((key) => rows.bitsets[key] ?? []);
    const [first] = found;
    if (first === undefined) return undefined;
    if (found.length > 1) several.push(found);
    else ones.push({ bitset: first, count: rows.counts[keys.find((key) => rows.bitsets[key]) as number] as number });
  }
  // The rarest first: most words are empty after it.
  const single = ones.sort((a, b) => a.count - b.count).map(({ bitset }) => bitset);
  const { live } = rows;
  return (block, meet) => {
    const end = (block + 1) * wordsPerBlock;
    for (let at = end - wordsPerBlock; at < end; at++) {
      let word = live[at] as number;
      for (let group = 0; group < single.length && word !== 0; group++)
        word &= (single[group] as Int32Array)[at] as number;
      for (let group = 0; group < several.length && word !== 0; group++) {
        const any = several[group] as Int32Array[];
        let either = 0;
        for (let key = 0; key < any.length; key++) either |= (any[key] as Int32Array)[at] as number;
        word &= either;
      }
      for (; word !== 0; word &= word - 1) {
        const row = at * 32 + 31 - Math.clz32(word & -word);
        if (admits(row) && !meet(row)) return false;
      }
    }
    return true;
  };
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
  const best: Found = { rows: [], scores: [], sample: [], isWhole: false };
  const sieve = sieveOf(rows, probe);
  if (!sieve) return { ...best, isWhole: true };
  const keep = (row: number) => insert(rows.ids, best, row, probe.score(row), top);
  const met: number[] = [];
  const meetAll = (row: number) => {
    met.push(row);
    keep(row);
    return true;
  };
  const meet = (row: number) => {
    keep(row);
    return true;
  };
  let first = 0;
  let drawn = 0;
  for (const { tiers } of classes) {
    const buckets = rows.buckets.slice(first, first + tiers);
    first += tiers;
    if (met.length < sampleSize) {
      for (const { blocks } of buckets) for (const block of blocks) sieve(block, meetAll);
      drawn++;
    } else {
      for (const bucket of buckets)
        for (const block of bucket.blocks)
          if (best.rows.length < top || !isBelow(bucket, probe, rows.day, best.scores.at(-1) as number))
            sieve(block, meet);
          else break;
    }
  }
  best.sample = lowestHashes(rows.ids, met, sampleSize);
  best.isWhole = drawn === classes.length && met.length <= sampleSize;
  return best;
}

/** No row of the bucket can come into the list. Asked about the past, ceilings say nothing. */
function isBelow(bucket: Bucket, probe: Probe, day: number, worst: number): boolean {
  return probe.today >= day && bucketBound(bucket.ceiling, probe.reach, probe.anyone) < worst;
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

function lowestHashes(ids: Float64Array, rows: number[], size: number): number[] {
  const hashed = rows.map((row) => ({ row, id: ids[row] as number, hash: hashOf(ids[row] as number) }));
  hashed.sort((a, b) => a.hash - b.hash || a.id - b.id);
  return hashed.slice(0, size).map(({ row }) => row);
}

/** How many rows fit and pass `also`, counted up to `most`. */
export function countRows(rows: Rows, probe: Probe, most: number, also = (_row: number) => true): number {
  const sieve = sieveOf(rows, probe);
  if (!sieve) return 0;
  let count = 0;
  const meet = (row: number) => !also(row) || ++count < most;
  for (const { blocks } of rows.buckets)
    for (const block of blocks) if (!sieve(block, meet)) return count;
  return count;
}
