/** Scans rows for those that fit a query: the best, an even sample, or their number. */

import type { Best, Found, RowView } from '../explain.ts';
import { bitCount } from '../pair/weekly.ts';
import { hashParts, partsPerUnit, type RowBounds } from './bounds.ts';
import { type Cluster, clusterHas, hashOf, type Ids, idAt, type Rows, wordsPerBlock } from './rows.ts';

/** A query over rows. A row must have a key of every group and then pass `admits`. */
type Probe = {
  groups: readonly (readonly number[])[];
  /** Tests what bitsets cannot; keeps intermediate results for `score`. */
  admits(row: number): boolean;
  /** Upper bounds of scores; computed on demand, since a count does not need them. */
  bounds(): RowBounds;
  /** The score; if it is below `worst`, any number below `worst`. */
  score(row: number, worst: number): number;
  today: number;
};

/** The query, and access to rows for explanations. */
export type RowProbe = Probe & Omit<RowView, 'id' | 'isCaseRow'>;

/** Bounds and id hashes of the rows that have the keys; and chosen rows with their bounds. */
const scratch = {
  bounds: new Int32Array(0),
  hashes: new Uint16Array(0),
  chosen: new Int32Array(0),
  chosenBounds: new Int32Array(0),
};

function scratchFor(count: number) {
  if (scratch.bounds.length >= count) return scratch;
  scratch.bounds = new Int32Array(count * 2);
  scratch.hashes = new Uint16Array(count * 2);
  scratch.chosen = new Int32Array(count * 2);
  scratch.chosenBounds = new Int32Array(count * 2);
  return scratch;
}

/** The rows with the best rough bounds are scored first: the tenth best score then excludes most other rows. */
const firstScored = 96;
/** Below every bound, and above every bound. */
const lowestBound = -0x4000_0000;
const highestBound = 0x4000_0000;

export function findBest(rows: Rows, probe: Probe, top: number, sampleSize: number): Found {
  const filtered = rowsWithKeys(rows, probe.groups);
  const { count } = filtered;
  if (count === 0 || top < 1) return { rows: [], scores: [], sample: [], isWhole: count === 0 };
  const { bounds, hashes, chosen, chosenBounds } = scratchFor(count);
  const limits = probe.bounds();
  limits.rough(filtered.rows, count, bounds, hashes);
  // Stored losses are only valid from `rows.day` on, so searches in the past cannot use bounds.
  const isPast = probe.today < rows.day;
  const best: Best = { rows: [], scores: [] };
  /** Scores below this no longer enter the list; `least` is the same in 1/1024. */
  let worst = Number.NEGATIVE_INFINITY;
  let least = lowestBound;
  const addScored = (row: number) => {
    const score = probe.score(row, isPast ? Number.NEGATIVE_INFINITY : worst);
    if (score < worst) return;
    insertByScore(best, rows.ids, row, score, top);
    if (best.rows.length < top) return;
    worst = best.scores[top - 1] as number;
    if (!isPast) least = Math.max(lowestBound, Math.floor(worst * partsPerUnit));
  };
  const scoreBest = (filled: number) => {
    const left = isPast ? filled : limits.narrow(chosen, chosenBounds, filled, least);
    const order = orderByBound(chosenBounds, left);
    for (let index = 0; index < left; index++) {
      const at = order[index] as number;
      if ((chosenBounds[at] as number) >= least && probe.admits(chosen[at] as number))
        addScored(chosen[at] as number);
    }
  };

  // Rows with at least this bound are scored in the first pass.
  const seen = isPast ? highestBound : firstPassBound(bounds, count);
  scoreBest(choose(filtered, seen, highestBound, 0));

  // Visit rows in order of hash ranges until more fit than the sample needs: those with the lowest hashes are then
  // known.
  const sampled: number[] = [];
  let tested = 0;
  let from = 0;
  while (sampleSize > 0 && sampled.length <= sampleSize && from < hashParts) {
    const fitting = tested === 0 ? 0.6 : Math.max(0.1, sampled.length / tested);
    const part = Math.ceil((hashParts * (sampleSize + 1 - sampled.length)) / fitting / count);
    const to = Math.min(hashParts, from + part);
    const filled = chooseByHash(filtered, from, to);
    tested += filled;
    for (let index = 0; index < filled; index++) {
      const row = chosen[index] as number;
      if (!probe.admits(row)) continue;
      sampled.push(row);
      const bound = chosenBounds[index] as number;
      if (bound >= least && bound < seen) addScored(row);
    }
    from = to;
  }
  if (from < hashParts) scoreBest(choose(filtered, least, seen, from));
  return {
    ...best,
    sample: lowestHashes(rows.ids, sampled, sampleSize),
    isWhole: from === hashParts && sampled.length <= sampleSize,
  };
}

// These two loops are branch-free: a mispredicted branch would cost more than the step.

/** Chooses rows with a bound from `lowest` to less than `below` and a hash of at least `fromHash`. */
function choose({ rows, count }: FilteredRows, lowest: number, below: number, fromHash: number): number {
  const { bounds, hashes, chosen, chosenBounds } = scratch;
  let filled = 0;
  for (let at = 0; at < count; at++) {
    const bound = bounds[at] as number;
    chosen[filled] = rows[at] as number;
    chosenBounds[filled] = bound;
    filled += ((lowest - 1 - bound) & (bound - below) & (fromHash - 1 - (hashes[at] as number))) >>> 31;
  }
  return filled;
}

function chooseByHash({ rows, count }: FilteredRows, from: number, to: number): number {
  const { bounds, hashes, chosen, chosenBounds } = scratch;
  let filled = 0;
  for (let at = 0; at < count; at++) {
    const hash = hashes[at] as number;
    chosen[filled] = rows[at] as number;
    chosenBounds[filled] = bounds[at] as number;
    filled += ((from - 1 - hash) & (hash - to)) >>> 31;
  }
  return filled;
}

const histogram = new Int32Array(1_024);
const binHeight = 32;

/** The bound that about `firstScored` rows reach, by a histogram. */
function firstPassBound(bounds: Int32Array, count: number): number {
  const counts = histogram.fill(0);
  const last = counts.length - 1;
  for (let at = 0; at < count; at++) {
    const height = Math.min(last, (-(bounds[at] as number) / binHeight) | 0);
    counts[height] = (counts[height] as number) + 1;
  }
  let reached = 0;
  for (let height = 0; height < last; height++) {
    reached += counts[height] as number;
    if (reached >= firstScored) return -binHeight * (height + 1) + 1;
  }
  return lowestBound;
}

export const fitsRow = (rows: Rows, { groups, admits }: Probe, row: number) =>
  hasKeys(rows, groups, row) && admits(row);

/** Calls `visit` for each row that fits until it returns false. */
export function eachFitting(rows: Rows, { groups, admits }: Probe, visit: (row: number) => boolean) {
  const { rows: filtered, count } = rowsWithKeys(rows, groups);
  for (let at = 0; at < count; at++) {
    const row = filtered[at] as number;
    if (admits(row) && !visit(row)) return;
  }
}

/** How many rows fit, counted up to `most`. */
export function countRows(rows: Rows, probe: Probe, most: number): number {
  let count = 0;
  eachFitting(rows, probe, () => ++count < most);
  return count;
}

// Filtering rows by key bitsets.

/** A row must have a key of every group. */
type Groups = readonly (readonly number[])[];

/** Bitsets: a row must be in each of the rarest, and in at least one of each group of `others`. */
type Sieve = { rarest: [Int32Array, Int32Array, Int32Array, Int32Array]; others: Int32Array[][] };

/** Undefined if no row has any key of some group: then nothing can fit. */
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
    // Insertion sort, rarest first.
    let place = single.length;
    for (; place > 0 && (sizes[place - 1] as number) > count; place--) {
      single[place] = single[place - 1] as Int32Array;
      sizes[place] = sizes[place - 1] as number;
    }
    single[place] = any[0] as Int32Array;
    sizes[place] = count;
  }
  // ANDing the four rarest empties most words; the other bitsets are applied to the remaining words.
  for (let at = 4; at < single.length; at++) others.push([single[at] as Int32Array]);
  const [first = live, second = live, third = live, fourth = live] = single;
  return { rarest: [first, second, third, fourth], others };
}

const mayHave = (cluster: Cluster, groups: Groups) =>
  groups.every((keys) => keys.some((key) => clusterHas(cluster, key)));

/** Shared by all searches; the contents are valid until the next search begins. */
let words = new Int32Array(0);
let places = new Int32Array(0);
let found = new Int32Array(0);

type FilteredRows = { rows: Int32Array; count: number };

/**
 * The rows that have the keys. Branch-free, because whether a word is empty is hard to predict: each step writes
 * the word and advances the output position only if the word is not 0.
 */
function rowsWithKeys(rows: Rows, groups: Groups): FilteredRows {
  const sieve = sieveOf(rows, groups);
  if (!sieve) return { rows: found, count: 0 };
  if (words.length < rows.blocks * wordsPerBlock) {
    words = new Int32Array(rows.blocks * wordsPerBlock);
    places = new Int32Array(rows.blocks * wordsPerBlock);
  }
  let count = 0;
  for (const cluster of rows.clusters)
    if (cluster.blocks.length > 0 && mayHave(cluster, groups))
      count = andRarest(sieve, cluster.blocks, words, places, count);
  for (const any of sieve.others)
    count =
      any.length === 1
        ? andOne(any[0] as Int32Array, words, places, count)
        : andAny(any, words, places, count);
  const total = rowsOf(words, places, count);
  return { rows: found, count: total };
}

function andRarest(
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

function andOne(bitset: Int32Array, words: Int32Array, places: Int32Array, count: number): number {
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

function andAny(
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

// Sorting rows: by score, by bound, by the hash of the id.

/** Inserts by score, equal scores by id; drops the last row if there are more than `top`. */
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

/** Indexes of the bounds, roughly from the highest down (bucket sort); valid until the next call. */
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
/** With more rows than this, the first ones are taken without sorting. */
const mostSorted = 2 ** 20;

function lowestHashes(ids: Ids, rows: number[], size: number): number[] {
  if (rows.length > mostSorted) return rows.slice(0, size);
  // Hash and index in one number: sorting plain numbers is several times faster than with a compare function.
  if (hashKeys.length < rows.length) hashKeys = new Float64Array(rows.length * 2);
  const keys = hashKeys.subarray(0, rows.length);
  for (let at = 0; at < rows.length; at++) keys[at] = hashOf(idAt(ids, rows[at] as number)) * mostSorted + at;
  keys.sort();
  const lowest: number[] = [];
  for (let at = 0; at < Math.min(size, keys.length); at++)
    lowest.push(rows[(keys[at] as number) % mostSorted] as number);
  return lowest;
}
