/** Looks through rows for those that fit: the best of them, an even sample of them, or how many there are. */

import type { Best, Found, RowView } from '../explain.ts';
import { bitCount } from '../pair/weekly.ts';
import { hashParts, partsPerUnit, type RowBounds } from './bounds.ts';
import { type Cluster, clusterHas, hashOf, type Ids, idAt, type Rows, wordsPerBlock } from './rows.ts';

/** A question put to rows. A row must have a key of every group, then pass the test. */
type Probe = {
  groups: readonly (readonly number[])[];
  /** The test of what no bitset can tell; leaves what it found for `score`. */
  admits(row: number): boolean;
  /** What rows can score at most; made when it is asked for, which a count never does. */
  bounds(): RowBounds;
  /** The score, or any number below `worst` where it is below that. */
  score(row: number, worst: number): number;
  today: number;
};

/** The question, and how an answer to it is explained. */
export type RowProbe = Probe & Omit<RowView, 'id' | 'isCaseRow'>;

/** Of the rows that have the keys: their bounds and the hashes of their ids; and some of them with their bounds. */
const scratch = {
  bounds: new Int32Array(0),
  hashes: new Uint16Array(0),
  chosen: new Int32Array(0),
  their: new Int32Array(0),
};

function scratchFor(count: number) {
  if (scratch.bounds.length >= count) return scratch;
  scratch.bounds = new Int32Array(count * 2);
  scratch.hashes = new Uint16Array(count * 2);
  scratch.chosen = new Int32Array(count * 2);
  scratch.their = new Int32Array(count * 2);
  return scratch;
}

/** So many that look best by what they own and their price are looked at first: the tenth of them leaves out most others. */
const seeds = 96;
/** Below every bound, and above all of them. */
const nothing = -0x4000_0000;
const everything = 0x4000_0000;

export function findBest(rows: Rows, probe: Probe, top: number, sampleSize: number): Found {
  const sifted = sift(rows, probe.groups);
  const { count } = sifted;
  if (count === 0 || top < 1) return { rows: [], scores: [], sample: [], isWhole: count === 0 };
  const { bounds, hashes, chosen, their } = scratchFor(count);
  const limits = probe.bounds();
  limits.rough(sifted.rows, count, bounds, hashes);
  // Asked about the past, what rows own today says nothing.
  const isPast = probe.today < rows.day;
  const best: Best = { rows: [], scores: [] };
  /** Below this nothing comes into the list any more; the same in parts. */
  let worst = Number.NEGATIVE_INFINITY;
  let least = nothing;
  const keep = (row: number) => {
    const score = probe.score(row, isPast ? Number.NEGATIVE_INFINITY : worst);
    if (score < worst) return;
    insertByScore(best, rows.ids, row, score, top);
    if (best.rows.length < top) return;
    worst = best.scores[top - 1] as number;
    if (!isPast) least = Math.max(nothing, Math.floor(worst * partsPerUnit));
  };
  const meetBest = (filled: number) => {
    const left = isPast ? filled : limits.narrow(chosen, their, filled, least);
    const order = orderByBound(their, left);
    for (let index = 0; index < left; index++) {
      const at = order[index] as number;
      if ((their[at] as number) >= least && probe.admits(chosen[at] as number)) keep(chosen[at] as number);
    }
  };

  // From this bound on, rows have been looked at.
  const seen = isPast ? everything : boundOfSeeds(bounds, count);
  meetBest(choose(sifted, seen, everything, 0));

  // By their hashes, until more fit than the sample takes: then those that fit and have the lowest are known.
  const met: number[] = [];
  let asked = 0;
  let from = 0;
  while (sampleSize > 0 && met.length <= sampleSize && from < hashParts) {
    const fitting = asked === 0 ? 0.6 : Math.max(0.1, met.length / asked);
    const part = Math.ceil((hashParts * (sampleSize + 1 - met.length)) / fitting / count);
    const to = Math.min(hashParts, from + part);
    const filled = chooseByHash(sifted, from, to);
    asked += filled;
    for (let index = 0; index < filled; index++) {
      const row = chosen[index] as number;
      if (!probe.admits(row)) continue;
      met.push(row);
      const bound = their[index] as number;
      if (bound >= least && bound < seen) keep(row);
    }
    from = to;
  }
  if (from < hashParts) meetBest(choose(sifted, least, seen, from));
  return {
    ...best,
    sample: lowestHashes(rows.ids, met, sampleSize),
    isWhole: from === hashParts && met.length <= sampleSize,
  };
}

// As in a sieve, no step of these two depends on a guess.

/** Chooses rows whose bounds are in a range and whose hashes are not below one. */
function choose({ rows, count }: Sifted, lowest: number, below: number, fromHash: number): number {
  const { bounds, hashes, chosen, their } = scratch;
  let filled = 0;
  for (let at = 0; at < count; at++) {
    const bound = bounds[at] as number;
    chosen[filled] = rows[at] as number;
    their[filled] = bound;
    filled += ((lowest - 1 - bound) & (bound - below) & (fromHash - 1 - (hashes[at] as number))) >>> 31;
  }
  return filled;
}

function chooseByHash({ rows, count }: Sifted, from: number, to: number): number {
  const { bounds, hashes, chosen, their } = scratch;
  let filled = 0;
  for (let at = 0; at < count; at++) {
    const hash = hashes[at] as number;
    chosen[filled] = rows[at] as number;
    their[filled] = bounds[at] as number;
    filled += ((from - 1 - hash) & (hash - to)) >>> 31;
  }
  return filled;
}

const heights = new Int32Array(1_024);
const heightOf = 32;

/** The bound that about so many rows reach as are looked at first. */
function boundOfSeeds(bounds: Int32Array, count: number): number {
  const counts = heights.fill(0);
  const last = counts.length - 1;
  for (let at = 0; at < count; at++) {
    const height = Math.min(last, (-(bounds[at] as number) / heightOf) | 0);
    counts[height] = (counts[height] as number) + 1;
  }
  let reached = 0;
  for (let height = 0; height < last; height++) {
    reached += counts[height] as number;
    if (reached >= seeds) return -heightOf * (height + 1) + 1;
  }
  return nothing;
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

// Which rows have the keys that are asked for, by bitsets.

/** A row must have a key of every group. */
type Groups = readonly (readonly number[])[];

/** Bitsets: a row must be in each of the rarest, and in one of each of the others. */
type Sieve = { rarest: [Int32Array, Int32Array, Int32Array, Int32Array]; others: Int32Array[][] };

/** Nothing can fit where a group has no keys that any row has. */
function sieveOf({ bitsets, counts, live }: Rows, groups: Groups): Sieve | undefined {
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

const mayHave = (cluster: Cluster, groups: Groups) =>
  groups.every((keys) => keys.some((key) => clusterHas(cluster, key)));

/** One of each for all searches: what they hold holds until the next search begins. */
let words = new Int32Array(0);
let places = new Int32Array(0);
let found = new Int32Array(0);

type Sifted = { rows: Int32Array; count: number };

/**
 * The rows that have the keys. No step asks whether a word is empty, which cannot be foretold and is waited for when it was
 * foretold wrongly: each writes the word and goes on to the next place only where something is left of it.
 */
function sift(rows: Rows, groups: Groups): Sifted {
  const sieve = sieveOf(rows, groups);
  if (!sieve) return { rows: found, count: 0 };
  if (words.length < rows.blocks * wordsPerBlock) {
    words = new Int32Array(rows.blocks * wordsPerBlock);
    places = new Int32Array(rows.blocks * wordsPerBlock);
  }
  let count = 0;
  for (const cluster of rows.clusters)
    if (cluster.blocks.length > 0 && mayHave(cluster, groups))
      count = meetRarest(sieve, cluster.blocks, words, places, count);
  for (const any of sieve.others)
    count =
      any.length === 1
        ? meetOne(any[0] as Int32Array, words, places, count)
        : meetAny(any, words, places, count);
  const total = rowsOf(words, places, count);
  return { rows: found, count: total };
}

function meetRarest(
  { rarest }: Sieve,
  blocks: readonly number[],
  words: Int32Array,
  places: Int32Array,
  filled: number,
): number {
  const [first, second, third, fourth] = rarest;
  let count = filled;
  for (let index = 0; index < blocks.length; index++) {
    const from = (blocks[index] as number) * wordsPerBlock;
    for (let at = from; at < from + wordsPerBlock; at++) {
      const word =
        (first[at] as number) & (second[at] as number) & (third[at] as number) & (fourth[at] as number);
      words[count] = word;
      places[count] = at;
      count += (word | -word) >>> 31;
    }
  }
  return count;
}

function meetOne(bitset: Int32Array, words: Int32Array, places: Int32Array, count: number): number {
  let left = 0;
  for (let index = 0; index < count; index++) {
    const at = places[index] as number;
    const word = (words[index] as number) & (bitset[at] as number);
    words[left] = word;
    places[left] = at;
    left += (word | -word) >>> 31;
  }
  return left;
}

function meetAny(
  bitsets: readonly Int32Array[],
  words: Int32Array,
  places: Int32Array,
  count: number,
): number {
  let left = 0;
  for (let index = 0; index < count; index++) {
    const at = places[index] as number;
    let either = 0;
    for (let key = 0; key < bitsets.length; key++) either |= (bitsets[key] as Int32Array)[at] as number;
    const word = (words[index] as number) & either;
    words[left] = word;
    places[left] = at;
    left += (word | -word) >>> 31;
  }
  return left;
}

function rowsOf(words: Int32Array, places: Int32Array, count: number): number {
  let total = 0;
  for (let index = 0; index < count; index++) total += bitCount(words[index] as number);
  if (found.length < total) found = new Int32Array(total * 2);
  const out = found;
  let filled = 0;
  for (let index = 0; index < count; index++) {
    const last = (places[index] as number) * 32 + 31;
    for (let word = words[index] as number; word !== 0; word &= word - 1)
      out[filled++] = last - Math.clz32(word & -word);
  }
  return filled;
}

const hasKeys = ({ bitsets }: Rows, groups: Groups, row: number) =>
  groups.every((keys) => keys.some((key) => ((bitsets[key]?.[row >> 5] ?? 0) & (1 << (row & 31))) !== 0));

// Orders of rows: by score, by bound, by the hash of the id.

/** By score, of equals by id; the last falls out where there are more than `top`. */
function insertByScore({ rows, scores }: Best, ids: Ids, row: number, score: number, top: number) {
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
function orderByBound(bounds: Int32Array, count: number): Int32Array {
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

function lowestHashes(ids: Ids, rows: number[], size: number): number[] {
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
