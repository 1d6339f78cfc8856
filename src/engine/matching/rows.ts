/**
 * Rows in blocks, blocks in buckets. The rows of a bucket can score about equally high and cost about the same, so that a
 * search takes the best buckets first and leaves out those that cannot matter. Which bucket also depends on the hash of
 * the id: the classes are even samples of all rows, and a search looks through the first of them wholly, to learn what is
 * usual.
 *
 * For each key (a subject, a district …) a bitset says which rows have it.
 */
import {
  behindOf,
  brief,
  type Ceiling,
  lowestCeiling,
  type Measure,
  type Own,
  packOwn,
  raise,
  wholeOf,
} from './bounds.ts';
import {
  addId,
  createIds,
  createIdTable,
  hashOf,
  type Ids,
  type IdTable,
  removeId,
  rowOfId,
  setId,
} from './id-table.ts';

export const rowsPerBlock = 128;
export const wordsPerBlock = rowsPerBlock / 32;

/** The part of all rows whose hash puts them into this class or one before it, and how finely it is divided. */
const classes = [
  { share: 1 / 512, tiers: 2, isByPrice: false },
  { share: 1 / 128, tiers: 6, isByPrice: false },
  { share: 1 / 32, tiers: 3, isByPrice: true },
  { share: 1 / 8, tiers: 6, isByPrice: true },
  { share: 1 / 2, tiers: 12, isByPrice: true },
  { share: 1, tiers: 12, isByPrice: true },
] as const;
/** Rows that are this far (in log) behind the best all share the last tier. */
const tieredDepth = 2.4;

/** HK$ from which a band of prices begins; the first also holds what is open. */
const bandStarts = [0, 120, 150, 180, 220, 270, 340, 450] as const;
const anyPrice = { band: bandStarts.length, lowest: 0, highest: 65_535 };
const bands = bandStarts.map((lowest, band) => ({
  band,
  lowest,
  highest: (bandStarts[band + 1] ?? 65_536) - 1,
}));

const layout = classes.map(({ tiers, isByPrice }, at) =>
  Array.from({ length: tiers }, () =>
    (isByPrice ? bands : [anyPrice]).map((prices) => ({ class: at, ...prices })),
  ).flat(),
);
/** The first bucket of each class. */
const firstBuckets = layout.map((_, at) => layout.slice(0, at).reduce((sum, list) => sum + list.length, 0));

export type Bucket = {
  class: number;
  /** All its rows have prices of this band, between these. */
  band: number;
  lowest: number;
  highest: number;
  blocks: number[];
  open: number[];
  ceiling: Ceiling;
};

export type Rows = {
  buckets: Bucket[];
  blocks: number;
  usedBlocks: number;
  freeBlocks: number[];
  bucketOfBlock: Uint16Array;
  rowsInBlock: Uint16Array;
  live: Int32Array;
  bitsets: (Int32Array | undefined)[];
  /** How many rows have the key. */
  counts: Int32Array;
  ids: Ids;
  /** What is asked of many rows before few are looked at, four words a row in one place; `brief` says where. */
  briefs: Int32Array;
  table: IdTable;
  /** The latest day that a row was put in; ceilings hold from then on, because factors only fall. */
  day: number;
  /** The columns of the rows follow. */
  resize(rows: number): void;
};

export function createRows(capacity: number, keys: number, resize: (rows: number) => void): Rows {
  const buckets: Bucket[] = layout
    .flat()
    .map((place) => ({ ...place, blocks: [], open: [], ceiling: lowestCeiling() }));
  // A bucket's last block is half empty on average, but a small index does not reach all of them.
  const blocks =
    Math.ceil(capacity / rowsPerBlock) + Math.ceil(Math.min(buckets.length, capacity / 100) * 0.6) + 1;
  const rows: Rows = {
    buckets,
    blocks,
    usedBlocks: 0,
    freeBlocks: [],
    bucketOfBlock: new Uint16Array(blocks),
    rowsInBlock: new Uint16Array(blocks),
    live: new Int32Array(blocks * wordsPerBlock),
    bitsets: Array(keys).fill(undefined),
    counts: new Int32Array(keys),
    ids: createIds(blocks * rowsPerBlock),
    briefs: new Int32Array(blocks * rowsPerBlock * brief.words),
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
  const capacity = rows.blocks * rowsPerBlock;
  rows.ids.low = enlarged(rows.ids.low, capacity);
  rows.ids.high &&= enlarged(rows.ids.high, capacity);
  rows.briefs = enlarged(rows.briefs, capacity * brief.words);
  rows.resize(capacity);
}

/** Where a row belongs that is so far behind the best row there could be. */
function bucketOf(id: number, price: number, below: number): number {
  const part = hashOf(id) / 4_294_967_296;
  const at = classes.findIndex(({ share }) => part < share);
  const { tiers, isByPrice } = classes[at] as (typeof classes)[number];
  const tier = Math.min(tiers - 1, Math.max(0, Math.floor((below / tieredDepth) * tiers)));
  const first = firstBuckets[at] as number;
  if (!isByPrice) return first + tier;
  let band = bandStarts.length - 1;
  while (price < (bandStarts[band] as number)) band--;
  return first + tier * bandStarts.length + band;
}

export const findRow = (rows: Rows, id: number) => rowOfId(rows.table, rows.ids, id);

/** A row for a new id, with no keys yet, among those that are as good today. */
export function addRow(
  rows: Rows,
  { id, price, own }: { id: number; price: number; own: Own },
  measure: Measure,
  today: number,
): number {
  const whole = wholeOf(measure, own);
  const bucketAt = bucketOf(id, price, behindOf(own));
  const row = takeRow(rows, id, bucketAt);
  raise((rows.buckets[bucketAt] as Bucket).ceiling, own, whole);
  rows.briefs[row * brief.words + brief.own] = packOwn(own);
  rows.briefs[row * brief.words + brief.price] = price;
  rows.day = Math.max(rows.day, today);
  return row;
}

function takeRow(rows: Rows, id: number, bucketAt: number): number {
  const bucket = rows.buckets[bucketAt] as Bucket;
  const block = bucket.open.at(-1) ?? openBlock(rows, bucket, bucketAt);
  const row = freeRow(rows.live, block);
  rows.live[row >> 5] = (rows.live[row >> 5] as number) | (1 << (row & 31));
  const filled = (rows.rowsInBlock[block] as number) + 1;
  rows.rowsInBlock[block] = filled;
  if (filled === rowsPerBlock) bucket.open.pop();
  setId(rows.ids, row, id);
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
