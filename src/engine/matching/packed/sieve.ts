/** Which rows have the keys that are asked for, by bitsets. */
import { bitCount } from '../pair/bits.ts';
import { type Cluster, clusterHas, type Rows, wordsPerBlock } from './rows.ts';

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

export type Sifted = { rows: Int32Array; count: number };

/**
 * The rows that have the keys. No step asks whether a word is empty, which cannot be foretold and is waited for when it was
 * foretold wrongly: each writes the word and goes on to the next place only where something is left of it.
 */
export function sift(rows: Rows, groups: Groups): Sifted {
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

export const hasKeys = ({ bitsets }: Rows, groups: Groups, row: number) =>
  groups.every((keys) => keys.some((key) => ((bitsets[key]?.[row >> 5] ?? 0) & (1 << (row & 31))) !== 0));
