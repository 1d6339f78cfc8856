/** Which row an id is in: open addressing over one typed array, because a Map of a million ids weighs as much as all else. */
export type IdTable = { slots: Int32Array; size: number };

/** The id of each row: 32 bits, and 21 more from when the first id needs them. */
export type Ids = { low: Uint32Array; high: Uint32Array | null };

const wordSize = 4_294_967_296;
export const createIds = (rows: number): Ids => ({ low: new Uint32Array(rows), high: null });
export const idAt = ({ low, high }: Ids, row: number) =>
  high === null ? (low[row] as number) : (high[row] as number) * wordSize + (low[row] as number);

export function setId(ids: Ids, row: number, id: number) {
  const high = Math.floor(id / wordSize);
  if (high > 0) ids.high ??= new Uint32Array(ids.low.length);
  ids.low[row] = id;
  if (ids.high) ids.high[row] = high;
}

export const createIdTable = (capacity: number): IdTable => ({
  slots: new Int32Array(Math.max(16, Math.ceil(capacity * 1.3))),
  size: 0,
});

/** The same number for the same id, anywhere and always; spread evenly over 32 bits. */
export function hashOf(id: number): number {
  let mixed = (id | 0) ^ Math.imul((id / wordSize) | 0, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Not the low bits: the rows' order follows the hash, and this must not. */
const placeOf = (slots: Int32Array, id: number) =>
  Math.floor((Math.imul(hashOf(id), 0x2c1b3c6d) >>> 0) * (slots.length / wordSize));

export function rowOfId({ slots }: IdTable, ids: Ids, id: number): number {
  for (let place = placeOf(slots, id); ; place = place + 1 === slots.length ? 0 : place + 1) {
    const found = (slots[place] as number) - 1;
    if (found < 0 || idAt(ids, found) === id) return found;
  }
}

/** The id of the row is not in the table yet. */
export function addId(table: IdTable, ids: Ids, row: number) {
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

/** Those behind it move up, so that no gap ends a search too soon. */
export function removeId(table: IdTable, ids: Ids, row: number) {
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
