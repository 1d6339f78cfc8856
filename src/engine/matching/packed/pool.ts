/** Short lists of numbers, one a row, in one typed array; a place given back is used again for a list of its length. */
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
