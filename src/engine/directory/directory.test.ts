import { expect, test } from 'vitest';
import { createDirectory, type Entry, type Search } from './directory.ts';

type Facet = 'region' | 'subject';
type Key = 'posted' | 'price';
type Row = Entry<Facet, Key>;
type Query = Search<Facet, Key>;

const create = (orders: Query['sort'][] = []) =>
  createDirectory<Facet, Key>(['region', 'subject'], ['posted', 'price'], orders);
const everyOrder = (['posted', 'price'] as const).flatMap((by) =>
  [true, false].map((descending) => ({ by, descending })),
);
const row = (region: number[], subject: number[], posted: number, price: number | null): Row => ({
  facets: { region, subject },
  keys: { posted, price },
});
const newest: Pick<Query, 'sort' | 'limit'> = { sort: { by: 'posted', descending: true }, limit: 10 };

/** Seeded generator of small numbers that repeat, so that rows often compare equal. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function plainSearch(
  rows: ReadonlyMap<number, Row>,
  { facets = {}, ranges = {}, sort, after, limit, without = [] }: Query,
) {
  const rank = (key: number | null) => (key === null ? Infinity : sort.descending ? -key : key);
  const order = (a: { key: number | null; id: number }, b: { key: number | null; id: number }) =>
    rank(a.key) === rank(b.key) ? b.id - a.id : rank(a.key) < rank(b.key) ? -1 : 1;
  const matching = [...rows]
    .filter(([id]) => !without.includes(id))
    .filter(([, { facets: has }]) =>
      (['region', 'subject'] as const).every(
        (facet) => facets[facet]?.some((value) => has[facet].includes(value)) ?? true,
      ),
    )
    .filter(([, { keys }]) =>
      (['posted', 'price'] as const).every((key) => {
        const range = ranges[key];
        if (range?.from === undefined && range?.to === undefined) return true;
        const value = keys[key];
        return value !== null && value >= (range.from ?? -Infinity) && value <= (range.to ?? Infinity);
      }),
    )
    .map(([id, { keys }]) => ({ key: keys[sort.by], id }))
    .sort(order);
  const list = after ? matching.filter((place) => order(after, place) < 0) : matching;
  return { list: list.slice(0, limit), total: matching.length };
}

test('find returns the same rows, order and total as a plain search, through additions, changes and removals', () => {
  const random = createRandom(7);
  const some = (of: number) => Array.from({ length: random(4) }, () => random(of));
  const directory = create();
  const rows = new Map<number, Row>();
  for (let step = 0; step < 4000; step++) {
    const id = 1 + random(400);
    if (random(3) === 0) {
      directory.remove(id);
      rows.delete(id);
    } else {
      const made = row(some(6), some(40), random(50), random(4) === 0 ? null : random(30));
      directory.set(id, made);
      rows.set(id, made);
    }
    if (step % 4 > 0) continue;
    const query: Query = {
      facets: {
        ...(random(2) ? { region: some(6) } : {}),
        ...(random(3) ? {} : { subject: [random(40), random(40)] }),
      },
      ranges: random(3) ? {} : { price: { from: random(20), to: random(2) ? undefined : random(30) } },
      sort: { by: random(2) ? 'posted' : 'price', descending: random(2) === 0 },
      after: random(2) ? undefined : { key: random(5) ? random(50) : null, id: random(400) },
      limit: 1 + random(12),
      // Some of these ids have no row.
      without: some(400),
    };
    expect(directory.find(query)).toEqual(plainSearch(rows, query));
  }
  expect(directory.size).toBe(rows.size);
});

test('consecutive pages neither skip nor repeat a row while rows are added and removed', () => {
  const directory = create();
  for (let id = 1; id <= 100; id++) directory.set(id, row([1], [1], Math.floor(id / 7), null));
  const seen: number[] = [];
  let after: Query['after'];
  for (let page = 0; page < 20; page++) {
    const { list } = directory.find({ ...newest, limit: 7, after });
    seen.push(...list.map(({ id }) => id));
    after = list.at(-1) ?? after;
    // Newer rows are inserted before the current page, and the row at the cursor is removed.
    directory.set(1000 + page, row([1], [1], 500 + page, null));
    if (after) directory.remove(after.id);
  }
  expect(seen).toEqual(Array.from({ length: 100 }, (_, at) => 100 - at));
});

test('an empty list of facet values or an unknown value finds no row; no filter finds every row', () => {
  const directory = create();
  expect(directory.find(newest)).toEqual({ list: [], total: 0 });
  directory.set(5, row([1], [], 1, 200));
  expect(directory.find({ ...newest, facets: { region: [] } }).total).toBe(0);
  expect(directory.find({ ...newest, facets: { region: [9] } }).total).toBe(0);
  expect(directory.find({ ...newest, facets: { subject: [1] } }).total).toBe(0);
  expect(directory.find(newest)).toEqual({ list: [{ key: 1, id: 5 }], total: 1 });
});

test('maintained sort orders find the same rows as a full scan, through additions, changes and removals', () => {
  const random = createRandom(11);
  const some = (of: number, most: number) => Array.from({ length: 1 + random(most) }, () => random(of));
  const [maintained, scanned] = [create(everyOrder), create()];
  const both = (id: number, made: Row | undefined) => {
    for (const directory of [maintained, scanned]) made ? directory.set(id, made) : directory.remove(id);
  };
  const anyRow = () => row(some(3, 2), some(6, 3), random(400), random(4) === 0 ? null : random(60));
  for (let id = 1; id <= 9_000; id++) both(id, anyRow());
  let walked = 0;
  for (let step = 0; step < 600; step++) {
    for (let change = 0; change < 5; change++)
      both(1 + random(9_500), random(3) === 0 ? undefined : anyRow());
    const query: Query = {
      facets: random(2) ? {} : { region: some(3, 2), ...(random(2) && { subject: some(6, 4) }) },
      ranges: random(2)
        ? {}
        : {
            price: { from: random(2) ? undefined : random(60), to: random(2) ? undefined : random(60) },
            ...(random(2) && { posted: { from: random(300) } }),
          },
      sort: everyOrder[random(4)] as Query['sort'],
      after: random(2) ? undefined : { key: random(5) ? random(60) : null, id: random(9_500) },
      limit: 1 + random(40),
    };
    const expected = scanned.find(query);
    expect(maintained.find(query)).toEqual(expected);
    // With countTo the total may stop at that number.
    const counted = maintained.find({ ...query, countTo: 100 });
    expect(counted.list).toEqual(expected.list);
    expect(counted.total).toBeGreaterThanOrEqual(Math.min(100, expected.total));
    expect(counted.total).toBeLessThanOrEqual(expected.total);
    if (expected.total > 2_000) walked++;
  }
  expect(walked).toBeGreaterThan(100);
});
