import { createBest, type Place } from './best.ts';
import { type Bits, clearBit, meet, noBits, setBit } from './bits.ts';

/** What a row can be found by. A row may have several values of a facet, and no value of a key. */
export type Entry<Facet extends string, Key extends string> = {
  facets: Record<Facet, readonly number[]>;
  keys: Record<Key, number | null>;
};

export type Search<Facet extends string, Key extends string> = {
  /** One of the values of each facet named here. */
  facets?: Partial<Record<Facet, readonly number[]>>;
  /** A row without the key is in no range of it. */
  ranges?: Partial<Record<Key, { from?: number | undefined; to?: number | undefined }>>;
  /** Rows without the key come last, whichever way; equal rows by their id, the higher first. */
  sort: { by: Key; descending: boolean };
  /** The last row of the page before, which need not be there any more. */
  after?: Place | undefined;
  limit: number;
};

export type Found = { list: Place[]; total: number };

export type Directory<Facet extends string, Key extends string> = ReturnType<
  typeof createDirectory<Facet, Key>
>;

/**
 * Rows found by facets and sorted by keys, all in memory: a set of bits for each value of each facet, so that any
 * combination of filters costs a few passes over rows ÷ 32 words. See docs/decisions/019.
 */
export function createDirectory<Facet extends string, Key extends string>(
  facetNames: readonly Facet[],
  keyNames: readonly Key[],
) {
  const rowOf = new Map<number, number>();
  const free: number[] = [];
  const live = noBits();
  const sets = new Map(facetNames.map((facet) => [facet, new Map<number, Bits>()]));
  let ids = new Float64Array(64);
  let keys = new Map(keyNames.map((key) => [key, new Float64Array(64)]));

  function makeRoom(row: number) {
    if (row < ids.length) return;
    const larger = (old: Float64Array) => {
      const copy = new Float64Array(old.length * 2);
      copy.set(old);
      return copy;
    };
    ids = larger(ids);
    keys = new Map([...keys].map(([key, column]) => [key, larger(column)]));
  }

  function remove(id: number) {
    const row = rowOf.get(id);
    if (row === undefined) return;
    rowOf.delete(id);
    clearBit(live, row);
    for (const values of sets.values()) for (const bits of values.values()) clearBit(bits, row);
    free.push(row);
  }

  return {
    get size() {
      return rowOf.size;
    },

    ids: () => [...rowOf.keys()],

    /** Adds a row, or replaces what was said of it. */
    set(id: number, entry: Entry<Facet, Key>) {
      remove(id);
      const row = free.pop() ?? rowOf.size;
      makeRoom(row);
      rowOf.set(id, row);
      ids[row] = id;
      for (const [key, column] of keys) column[row] = entry.keys[key] ?? Number.NaN;
      for (const [facet, values] of sets)
        for (const value of entry.facets[facet]) setBit(bitsOf(values, value), row);
      setBit(live, row);
    },

    remove,

    find({ facets = {}, ranges = {}, sort, after, limit }: Search<Facet, Key>): Found {
      const groups = (Object.entries(facets) as [Facet, readonly number[] | undefined][])
        .filter(([, values]) => values !== undefined)
        .map(([facet, values]) => (values ?? []).flatMap((value) => sets.get(facet)?.get(value) ?? []));
      const column = keys.get(sort.by) ?? new Float64Array(0);
      const inRange = rangeTest(ranges as Record<string, Range | undefined>, keys);
      const best = createBest(limit, sort.descending, after);
      let total = 0;
      const words = meet(live, groups);
      for (let at = 0; at < words.length; at++) {
        for (let word = words[at] ?? 0; word !== 0; word &= word - 1) {
          const row = (at << 5) | (31 - Math.clz32(word & -word));
          if (inRange && !inRange(row)) continue;
          total++;
          best.offer(column[row] ?? Number.NaN, ids[row] ?? 0);
        }
      }
      return { list: best.list(), total };
    },
  };
}

type Range = { from?: number | undefined; to?: number | undefined };

function rangeTest(ranges: Record<string, Range | undefined>, keys: ReadonlyMap<string, Float64Array>) {
  const bounds = Object.entries(ranges).flatMap(([key, range]) => {
    const column = keys.get(key);
    if (!range || !column || (range.from === undefined && range.to === undefined)) return [];
    return [{ column, from: range.from ?? -Infinity, to: range.to ?? Infinity }];
  });
  if (bounds.length === 0) return undefined;
  return (row: number) =>
    bounds.every(({ column, from, to }) => {
      const value = column[row] ?? Number.NaN;
      return value >= from && value <= to;
    });
}

function bitsOf(values: Map<number, Bits>, value: number) {
  const bits = values.get(value) ?? noBits();
  values.set(value, bits);
  return bits;
}
