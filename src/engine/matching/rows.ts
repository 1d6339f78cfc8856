/**
 * Rows in blocks, blocks in buckets. A bucket holds rows that can score about equally high, so that a search takes the
 * best buckets first and leaves out those that cannot matter. Which rows share a bucket also depends on the hash of their
 * id: the first three classes are even samples of all rows, which a search looks through wholly to learn what is usual.
 *
 * For each key (a subject, a district …) a bitset says which rows have it.
 */
import { type Ceiling, lowestCeiling } from './bounds.ts';
import { addId, createIdTable, hashOf, type IdTable, removeId, rowOfId } from './id-table.ts';

export const rowsPerBlock = 256;
export const wordsPerBlock = rowsPerBlock / 32;

/** The part of all rows whose hash puts them into this class or one before it, and how finely it is tiered. */
export const classes = [
  { share: 1 / 512, tiers: 4 },
  { share: 1 / 64, tiers: 8 },
  { share: 1 / 8, tiers: 32 },
  { share: 1, tiers: 128 },
] as const;
/** Rows that can score this much (in log) less than the best all share the last tier. */
const tieredDepth = 3.84;

export type Bucket = { class: number; blocks: number[]; open: number[]; ceiling: Ceiling };

export type Rows = {
  buckets: Bucket[];
  blocks: number;
  usedBlocks: number;
  freeBlocks: number[];
  bucketOfBlock: Uint8Array;
  rowsInBlock: Uint16Array;
  live: Int32Array;
  bitsets: (Int32Array | undefined)[];
  /** How many rows have the key. */
  counts: Int32Array;
  ids: Float64Array;
  table: IdTable;
  /** The latest day that a row was put in; ceilings hold from then on, because factors only fall. */
  day: number;
  /** The columns of the rows follow. */
  resize(rows: number): void;
};

export function createRows(capacity: number, keys: number, resize: (rows: number) => void): Rows {
  const buckets = classes.flatMap(({ tiers }, at) =>
    Array.from({ length: tiers }, () => ({ class: at, blocks: [], open: [], ceiling: lowestCeiling() })),
  );
  // A bucket's last block is half empty on average, but a small index does not reach all of them.
  const blocks = Math.ceil(capacity / rowsPerBlock) + Math.ceil(Math.min(buckets.length, capacity / 300) * 0.6) + 1;
  const rows: Rows = {
    buckets,
    blocks,
    usedBlocks: 0,
    freeBlocks: [],
    bucketOfBlock: new Uint8Array(blocks),
    rowsInBlock: new Uint16Array(blocks),
    live: new Int32Array(blocks * wordsPerBlock),
    bitsets: Array(keys).fill(undefined),
    counts: new Int32Array(keys),
    ids: new Float64Array(blocks * rowsPerBlock),
    table: createIdTable(capacity),
    day: 0,
    resize,
  };
  resize(blocks * rowsPerBlock);
  return rows;
}

export function enlarged<T extends Int32Array | Uint32Array | Uint16Array | Uint8Array | Float64Array>(
  old: T,
  length: number,
): T {
  const array = new (old.constructor as new (length: number) => T)(length);
  array.set(old);
  return array;
}

function addBlocks(rows: Rows) {
  rows.blocks = Math.ceil(rows.blocks * 1.125) + 4;
  const words = rows.blocks * wordsPerBlock;
  rows.bucketOfBlock = enlarged(rows.bucketOfBlock, rows.blocks);
  rows.rowsInBlock = enlarged(rows.rowsInBlock, rows.blocks);
  rows.live = enlarged(rows.live, words);
  rows.bitsets = rows.bitsets.map((bitset) => bitset && enlarged(bitset, words));
  rows.ids = enlarged(rows.ids, rows.blocks * rowsPerBlock);
  rows.resize(rows.blocks * rowsPerBlock);
}

/** Where a row belongs that scores at most `below` less than the best row there could be. */
export function bucketOf(id: number, below: number): number {
  const part = hashOf(id) / 4_294_967_296;
  let first = 0;
  for (const { share, tiers } of classes) {
    if (part < share) return first + Math.min(tiers - 1, Math.max(0, Math.floor((below / tieredDepth) * tiers)));
    first += tiers;
  }
  throw new Error('A hash is below 1');
}

export const findRow = (rows: Rows, id: number) => rowOfId(rows.table, rows.ids, id);

/** A row for a new id, with no keys yet. */
export function addRow(rows: Rows, id: number, bucketAt: number): number {
  const bucket = rows.buckets[bucketAt] as Bucket;
  const block = bucket.open.at(-1) ?? openBlock(rows, bucket, bucketAt);
  const row = freeRow(rows.live, block);
  rows.live[row >> 5] = (rows.live[row >> 5] as number) | (1 << (row & 31));
  const filled = (rows.rowsInBlock[block] as number) + 1;
  rows.rowsInBlock[block] = filled;
  if (filled === rowsPerBlock) bucket.open.pop();
  rows.ids[row] = id;
  addId(rows.table, rows.ids, row);
  return row;
}

function openBlock(rows: Rows, bucket: Bucket, bucketAt: number): number {
  const block = rows.freeBlocks.pop() ?? rows.usedBlocks++;
  if (block >= rows.blocks) addBlocks(rows);
  rows.bucketOfBlock[block] = bucketAt;
  bucket.blocks.push(block);
  bucket.open.push(block);
  return block;
}

function freeRow(live: Int32Array, block: number): number {
  for (let word = block * wordsPerBlock; ; word++) {
    const free = ~(live[word] as number);
    if (free !== 0) return word * 32 + 31 - Math.clz32(free & -free);
  }
}

export function setKey(rows: Rows, key: number, row: number) {
  let bitset = rows.bitsets[key];
  if (!bitset) {
    bitset = new Int32Array(rows.blocks * wordsPerBlock);
    rows.bitsets[key] = bitset;
  }
  const word = row >> 5;
  const bit = 1 << (row & 31);
  if ((bitset[word] as number) & bit) return;
  bitset[word] = (bitset[word] as number) | bit;
  rows.counts[key] = (rows.counts[key] as number) + 1;
}

export function removeRow(rows: Rows, row: number) {
  const word = row >> 5;
  const bit = 1 << (row & 31);
  for (let key = 0; key < rows.bitsets.length; key++) {
    const bitset = rows.bitsets[key];
    if (!bitset || !((bitset[word] as number) & bit)) continue;
    bitset[word] = (bitset[word] as number) & ~bit;
    rows.counts[key] = (rows.counts[key] as number) - 1;
  }
  removeId(rows.table, rows.ids, row);
  rows.live[word] = (rows.live[word] as number) & ~bit;
  const block = Math.floor(row / rowsPerBlock);
  const filled = rows.rowsInBlock[block] as number;
  rows.rowsInBlock[block] = filled - 1;
  const bucket = rows.buckets[rows.bucketOfBlock[block] as number] as Bucket;
  if (filled === rowsPerBlock) bucket.open.push(block);
  if (filled === 1) {
    bucket.blocks.splice(bucket.blocks.indexOf(block), 1);
    bucket.open.splice(bucket.open.indexOf(block), 1);
    rows.freeBlocks.push(block);
    if (bucket.blocks.length === 0) bucket.ceiling = lowestCeiling();
  }
}
