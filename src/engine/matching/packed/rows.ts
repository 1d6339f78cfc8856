/**
 * Rows are stored in blocks, and blocks in clusters of similar rows: a cluster without any row for a key is
 * skipped. For each key (a subject, a district …) a bitset marks the rows that have it; a block is one cache line
 * of each bitset.
 */

import { hashParts, rowSummary } from './bounds.ts';

const rowsPerBlock = 512;
export const wordsPerBlock = rowsPerBlock / 32;

export type Cluster = {
  /** What its rows have in common, such as the stages taught. */
  kind: number;
  blocks: number[];
  /** Blocks with free rows. */
  open: number[];
  /** One bit per key: whether a row of the cluster ever had it. */
  keys: Int32Array;
};

export type Rows = {
  clusters: Cluster[];
  blocks: number;
  usedBlocks: number;
  freeBlocks: number[];
  clusterOfBlock: Uint16Array;
  rowsInBlock: Uint16Array;
  live: Int32Array;
  bitsets: (Int32Array | undefined)[];
  /** Number of rows by key. */
  counts: Int32Array;
  ids: Ids;
  /** Four words per row that are read before the full row; `brief` has their offsets. */
  briefs: Int32Array;
  table: IdTable;
  /** The latest day on which a row was added. Stored losses are valid from then on, because log factors only fall. */
  day: number;
  /** Resizes the columns of the index as well. */
  resize(rows: number): void;
};

/** The usual number of clusters; the last block of each is half empty on average. */
const usualClusters = 48;

export function createRows(capacity: number, keys: number, resize: (rows: number) => void): Rows {
  // A small index has fewer clusters.
  const blocks =
    Math.ceil(capacity / rowsPerBlock) + Math.ceil(Math.min(usualClusters, capacity / 2_000) / 2) + 1;
  const rows: Rows = {
    clusters: [],
    blocks,
    usedBlocks: 0,
    freeBlocks: [],
    clusterOfBlock: new Uint16Array(blocks),
    rowsInBlock: new Uint16Array(blocks),
    live: new Int32Array(blocks * wordsPerBlock),
    bitsets: Array(keys).fill(undefined),
    counts: new Int32Array(keys),
    ids: createIds(blocks * rowsPerBlock),
    briefs: new Int32Array(blocks * rowsPerBlock * rowSummary.words),
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
  rows.blocks = Math.ceil(rows.blocks * 1.125) + 1;
  const words = rows.blocks * wordsPerBlock;
  rows.clusterOfBlock = enlarged(rows.clusterOfBlock, rows.blocks);
  rows.rowsInBlock = enlarged(rows.rowsInBlock, rows.blocks);
  rows.live = enlarged(rows.live, words);
  rows.bitsets = rows.bitsets.map((bitset) => bitset && enlarged(bitset, words));
  const capacity = rows.blocks * rowsPerBlock;
  rows.ids.low = enlarged(rows.ids.low, capacity);
  rows.ids.high &&= enlarged(rows.ids.high, capacity);
  rows.briefs = enlarged(rows.briefs, capacity * rowSummary.words);
  rows.resize(capacity);
}

export const findRow = (rows: Rows, id: number) => rowOfId(rows.table, rows.ids, id);

/** Adds a row for a new id, without keys, to the cluster of its kind; `own` as of today. */
export function addRow(
  rows: Rows,
  { id, price, own, kind }: { id: number; price: number; own: number; kind: number },
  today: number,
): number {
  const row = takeRow(rows, clusterFor(rows, kind));
  setId(rows.ids, row, id);
  addId(rows.table, rows.ids, row);
  rows.briefs[row * rowSummary.words + rowSummary.own] = own;
  rows.briefs[row * rowSummary.words + rowSummary.price] = price | (firstBits(hashOf(id)) << 16);
  rows.day = Math.max(rows.day, today);
  return row;
}

const firstBits = (hash: number) => Math.floor(hash / (4_294_967_296 / hashParts));

function clusterFor(rows: Rows, kind: number): number {
  const known = rows.clusters.findIndex((cluster) => cluster.kind === kind);
  if (known >= 0) return known;
  const keys = new Int32Array(Math.ceil(rows.counts.length / 32));
  return rows.clusters.push({ kind, blocks: [], open: [], keys }) - 1;
}

function takeRow(rows: Rows, clusterAt: number): number {
  const cluster = rows.clusters[clusterAt] as Cluster;
  const block = cluster.open.at(-1) ?? openBlock(rows, cluster, clusterAt);
  const row = freeRow(rows.live, block);
  rows.live[row >> 5] = (rows.live[row >> 5] as number) | (1 << (row & 31));
  const filled = (rows.rowsInBlock[block] as number) + 1;
  rows.rowsInBlock[block] = filled;
  if (filled === rowsPerBlock) cluster.open.pop();
  return row;
}

function openBlock(rows: Rows, cluster: Cluster, clusterAt: number): number {
  const block = rows.freeBlocks.pop() ?? rows.usedBlocks++;
  if (block >= rows.blocks) addBlocks(rows);
  rows.clusterOfBlock[block] = clusterAt;
  cluster.blocks.push(block);
  cluster.open.push(block);
  return block;
}

function freeRow(live: Int32Array, block: number): number {
  for (let word = block * wordsPerBlock; ; word++) {
    const free = ~(live[word] as number);
    if (free !== 0) return word * 32 + 31 - Math.clz32(free & -free);
  }
}

const clusterOf = (rows: Rows, row: number) =>
  rows.clusters[rows.clusterOfBlock[Math.floor(row / rowsPerBlock)] as number] as Cluster;

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
  const { keys } = clusterOf(rows, row);
  keys[key >> 5] = (keys[key >> 5] as number) | (1 << (key & 31));
}

export const clusterHas = ({ keys }: Cluster, key: number) =>
  ((keys[key >> 5] as number) & (1 << (key & 31))) !== 0;

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
  const cluster = clusterOf(rows, row);
  const filled = rows.rowsInBlock[block] as number;
  rows.rowsInBlock[block] = filled - 1;
  if (filled === rowsPerBlock) cluster.open.push(block);
  if (filled === 1) {
    cluster.blocks.splice(cluster.blocks.indexOf(block), 1);
    cluster.open.splice(cluster.open.indexOf(block), 1);
    rows.freeBlocks.push(block);
    if (cluster.blocks.length === 0) cluster.keys.fill(0);
  }
}

/**
 * Row by id: a hash table with open addressing in one typed array; a Map of a million ids would double the memory.
 */
type IdTable = { slots: Int32Array; size: number };

/** The id of each row: 32 bits, and 21 more once an id needs them. */
export type Ids = { low: Uint32Array; high: Uint32Array | null };

const wordSize = 4_294_967_296;
const createIds = (rows: number): Ids => ({ low: new Uint32Array(rows), high: null });
export const idAt = ({ low, high }: Ids, row: number) =>
  high === null ? (low[row] as number) : (high[row] as number) * wordSize + (low[row] as number);

function setId(ids: Ids, row: number, id: number) {
  const high = Math.floor(id / wordSize);
  if (high > 0) ids.high ??= new Uint32Array(ids.low.length);
  ids.low[row] = id;
  if (ids.high) ids.high[row] = high;
}

const createIdTable = (capacity: number): IdTable => ({
  slots: new Int32Array(Math.max(16, Math.ceil(capacity * 1.3))),
  size: 0,
});

/** Deterministic hash of an id, spread evenly over 32 bits. */
export function hashOf(id: number): number {
  let mixed = (id | 0) ^ Math.imul((id / wordSize) | 0, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Multiplied again, so that the place does not follow the hash by which rows are sampled. */
const placeOf = (slots: Int32Array, id: number) =>
  Math.floor((Math.imul(hashOf(id), 0x2c1b3c6d) >>> 0) * (slots.length / wordSize));

function rowOfId({ slots }: IdTable, ids: Ids, id: number): number {
  for (let place = placeOf(slots, id); ; place = place + 1 === slots.length ? 0 : place + 1) {
    const found = (slots[place] as number) - 1;
    if (found < 0 || idAt(ids, found) === id) return found;
  }
}

/** The row's id must not be in the table yet. */
function addId(table: IdTable, ids: Ids, row: number) {
  if (table.size + 1 > table.slots.length * 0.85) enlarge(table, ids);
  place(table.slots, ids, row);
  table.size++;
}

function place(slots: Int32Array, ids: Ids, row: number) {
  let at = placeOf(slots, idAt(ids, row));
  while (slots[at] !== 0) at = at + 1 === slots.length ? 0 : at + 1;
  slots[at] = row + 1;
}

function enlarge(table: IdTable, ids: Ids) {
  const slots = new Int32Array(Math.ceil(table.slots.length * 1.4));
  for (const entry of table.slots) if (entry !== 0) place(slots, ids, entry - 1);
  table.slots = slots;
}

/** Moves later entries up, so that no gap ends a look-up too early. */
function removeId(table: IdTable, ids: Ids, row: number) {
  const { slots } = table;
  const { length } = slots;
  let gap = placeOf(slots, idAt(ids, row));
  while (slots[gap] !== row + 1) gap = gap + 1 === length ? 0 : gap + 1;
  for (let at = gap + 1 === length ? 0 : gap + 1; slots[at] !== 0; at = at + 1 === length ? 0 : at + 1) {
    const home = placeOf(slots, idAt(ids, (slots[at] as number) - 1));
    const stays = gap < at ? gap < home && home <= at : gap < home || home <= at;
    if (stays) continue;
    slots[gap] = slots[at] as number;
    gap = at;
  }
  slots[gap] = 0;
  table.size--;
}

/** Short lists of numbers, one per row, in one typed array; freed space is reused for lists of the same length. */
export type Pool = { items: Int32Array; used: number; free: Map<number, number[]> };

export const createPool = (capacity: number): Pool => ({
  items: new Int32Array(Math.max(16, capacity)),
  used: 0,
  free: new Map(),
});

export function storeList(pool: Pool, list: readonly number[]): number {
  const at = pool.free.get(list.length)?.pop() ?? append(pool, list.length);
  for (let item = 0; item < list.length; item++) pool.items[at + item] = list[item] as number;
  return at;
}

function append(pool: Pool, length: number): number {
  const at = pool.used;
  pool.used += length;
  if (pool.used > pool.items.length) {
    const items = new Int32Array(Math.ceil(pool.used * 1.125));
    items.set(pool.items);
    pool.items = items;
  }
  return at;
}

export function freeList(pool: Pool, at: number, length: number) {
  const places = pool.free.get(length);
  if (places) places.push(at);
  else pool.free.set(length, [at]);
}
