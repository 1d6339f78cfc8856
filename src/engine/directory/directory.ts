import { createTopRows, type SortPosition } from './best.ts';
import { type Bits, clearBit, countBits, intersect, noBits, setBit } from './bits.ts';
import { createOrder } from './order.ts';

/** The searchable data of a row. It may have several values of a facet, and no value (null) of a key. */
export type Entry<Facet extends string, Key extends string> = {
  facets: Record<Facet, readonly number[]>;
  keys: Record<Key, number | null>;
};

export type Search<Facet extends string, Key extends string> = {
  /** A row must have one of the listed values of every facet named here. */
  facets?: Partial<Record<Facet, readonly number[]>>;
  /** A row without the key is outside every range. */
  ranges?: Partial<Record<Key, { from?: number | undefined; to?: number | undefined }>>;
  /** Rows without the key come last in both directions; equal rows are sorted by id, the higher first. */
  sort: { by: Key; descending: boolean };
  /** The last row of the previous page; it may have been removed since. */
  after?: SortPosition | undefined;
  limit: number;
  /** Ids of rows that are left out, also of the total. */
  without?: readonly number[];
  /** Counting may stop at this number; without it every matching row is counted. */
  countTo?: number;
};
export type Sort<Key extends string> = { by: Key; descending: boolean };

type Found = { list: SortPosition[]; total: number };

/** Up to this many matching rows are sorted faster than they are found by walking along an order. */
const maxScanned = 2_000;

/**
 * Rows filtered by facets and sorted by keys, all in memory: one bitset per value of a facet, so that any
 * combination of filters costs a few passes over rows ÷ 32 words. Frequently requested sort orders are
 * maintained: where many rows match, walking along the order soon finds the first of them. See
 * docs/decisions/019.
 */
export function createDirectory<Facet extends string, Key extends string>(
  facetNames: readonly Facet[],
  keyNames: readonly Key[],
  maintainedOrders: readonly Sort<Key>[] = [],
) {
  const rowOf = new Map<number, number>();
  const free: number[] = [];
  const live = noBits();
  const sets = new Map(facetNames.map((facet) => [facet, new Map<number, Bits>()]));
  let ids = new Float64Array(64);
  let keys = new Map(keyNames.map((key) => [key, new Float64Array(64)]));

  const orders = maintainedOrders.map(({ by, descending }) => ({
    by,
    descending,
    order: createOrder((a, b) => {
      const column = keys.get(by) as Float64Array;
      const [rankA, rankB] = [
        rankOf(column[a] as number, descending),
        rankOf(column[b] as number, descending),
      ];
      return rankA === rankB ? (ids[b] as number) - (ids[a] as number) : rankA < rankB ? -1 : 1;
    }),
  }));

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
    for (const { order } of orders) order.remove(row);
    clearBit(live, row);
    for (const values of sets.values()) for (const bits of values.values()) clearBit(bits, row);
    free.push(row);
  }

  return {
    get size() {
      return rowOf.size;
    },

    ids: () => [...rowOf.keys()],

    /** Adds a row or replaces its data. */
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
      for (const { order } of orders) order.add(row);
    },

    remove,

    find({
      facets = {},
      ranges = {},
      sort,
      after,
      limit,
      without = [],
      countTo = Infinity,
    }: Search<Facet, Key>): Found {
      const groups = (Object.entries(facets) as [Facet, readonly number[] | undefined][])
        .filter(([, values]) => values !== undefined)
        .map(([facet, values]) => (values ?? []).flatMap((value) => sets.get(facet)?.get(value) ?? []));
      const column = keys.get(sort.by) ?? new Float64Array(0);
      const inRange = rangeTest(ranges as Record<string, Range | undefined>, keys);
      const words = intersect(live, groups);
      for (const id of without) {
        const row = rowOf.get(id);
        if (row !== undefined) clearBit({ words }, row);
      }
      const matching = countBits(words);
      const maintained = orders.find(
        ({ by, descending }) => by === sort.by && descending === sort.descending,
      );
      if (!maintained || matching <= maxScanned) return scan(words, column, inRange, { sort, after, limit });
      return {
        list: walkOrder(maintained.order, words, column, inRange, {
          sort,
          after,
          limit,
          range: ranges[sort.by],
        }),
        total: inRange ? countIn(words, inRange, countTo) : matching,
      };
    },
  };

  type PageOptions = Pick<Search<Facet, Key>, 'sort' | 'after' | 'limit'>;

  /** Checks every row that matches the facets. */
  function scan(
    words: Uint32Array,
    column: Float64Array,
    inRange: RangeTest,
    { sort, after, limit }: PageOptions,
  ) {
    const best = createTopRows(limit, sort.descending, after);
    let total = 0;
    for (let at = 0; at < words.length; at++) {
      for (let word = words[at] ?? 0; word !== 0; word &= word - 1) {
        const row = (at << 5) | (31 - Math.clz32(word & -word));
        if (inRange && !inRange(row)) continue;
        total++;
        best.offer(column[row] ?? Number.NaN, ids[row] ?? 0);
      }
    }
    return { list: best.list(), total };
  }

  /**
   * Reads rows along the order until the page is full. A range on the sort key sets where to start and to
   * stop.
   */
  function walkOrder(
    order: ReturnType<typeof createOrder>,
    words: Uint32Array,
    column: Float64Array,
    inRange: RangeTest,
    { sort, after, limit, range }: PageOptions & { range: Range | undefined },
  ): SortPosition[] {
    const { descending } = sort;
    const [first, last] = descending ? [range?.to, range?.from] : [range?.from, range?.to];
    const lastRank = last === undefined ? Infinity : rankOf(last, descending);
    const start = laterOf(
      after && { rank: rankOf(after.key ?? Number.NaN, descending), id: after.id },
      first === undefined ? undefined : { rank: rankOf(first, descending), id: Infinity },
    );
    const list: SortPosition[] = [];
    const compareToStart = (row: number) => {
      if (!start) return 1;
      const rank = rankOf(column[row] as number, descending);
      if (rank !== start.rank) return rank < start.rank ? -1 : 1;
      return (ids[row] as number) < start.id ? 1 : -1;
    };
    order.walk(start && compareToStart, (row) => {
      if (((words[row >>> 5] as number) & (1 << (row & 31))) === 0) return false;
      const key = column[row] as number;
      if (rankOf(key, descending) > lastRank) return true;
      if (inRange && !inRange(row)) return false;
      list.push({ key: Number.isNaN(key) ? null : key, id: ids[row] as number });
      return list.length === limit;
    });
    return list;
  }
}

/** Rows without a key come last in both directions. */
const rankOf = (key: number, descending: boolean) => (Number.isNaN(key) ? Infinity : descending ? -key : key);

type Start = { rank: number; id: number } | undefined;
function laterOf(one: Start, other: Start): Start {
  if (!one || !other) return one ?? other;
  if (one.rank !== other.rank) return one.rank > other.rank ? one : other;
  return one.id < other.id ? one : other;
}

function countIn(words: Uint32Array, inRange: (row: number) => boolean, most: number) {
  let total = 0;
  for (let at = 0; at < words.length; at++)
    for (let word = words[at] as number; word !== 0; word &= word - 1) {
      if (!inRange((at << 5) | (31 - Math.clz32(word & -word)))) continue;
      total++;
      if (total === most) return total;
    }
  return total;
}

type Range = { from?: number | undefined; to?: number | undefined };

type RangeTest = ((row: number) => boolean) | undefined;

function rangeTest(
  ranges: Record<string, Range | undefined>,
  keys: ReadonlyMap<string, Float64Array>,
): RangeTest {
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
