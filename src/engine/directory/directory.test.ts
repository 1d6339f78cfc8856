import { expect, test } from 'vitest';
import { createDirectory, type Entry, type Search } from './directory.ts';

type Facet = 'region' | 'subject';
type Key = 'posted' | 'price';
type Row = Entry<Facet, Key>;
type Asked = Search<Facet, Key>;

const create = (orders: Asked['sort'][] = []) =>
  createDirectory<Facet, Key>(['region', 'subject'], ['posted', 'price'], orders);
const everyOrder = (['posted', 'price'] as const).flatMap((by) =>
  [true, false].map((descending) => ({ by, descending })),
);
const row = (region: number[], subject: number[], posted: number, price: number | null): Row => ({
  facets: { region, subject },
  keys: { posted, price },
});
const newest: Pick<Asked, 'sort' | 'limit'> = { sort: { by: 'posted', descending: true }, limit: 10 };

/** Small numbers that repeat, so that rows are often equal. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function byHand(rows: ReadonlyMap<number, Row>, { facets = {}, ranges = {}, sort, after, limit }: Asked) {
  const rank = (key: number | null) => (key === null ? Infinity : sort.descending ? -key : key);
  const order = (a: { key: number | null; id: number }, b: { key: number | null; id: number }) =>
    rank(a.key) === rank(b.key) ? b.id - a.id : rank(a.key) < rank(b.key) ? -1 : 1;
  const matching = [...rows]
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

test('finds, sorts and pages what a search by hand finds, through additions, changes and removals', () => {
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
    const asked: Asked = {
      facets: {
        ...(random(2) ? { region: some(6) } : {}),
        ...(random(3) ? {} : { subject: [random(40), random(40)] }),
      },
      ranges: random(3) ? {} : { price: { from: random(20), to: random(2) ? undefined : random(30) } },
      sort: { by: random(2) ? 'posted' : 'price', descending: random(2) === 0 },
      after: random(2) ? undefined : { key: random(5) ? random(50) : null, id: random(400) },
      limit: 1 + random(12),
    };
    expect(directory.find(asked)).toEqual(byHand(rows, asked));
  }
  expect(directory.size).toBe(rows.size);
});

test('pages follow one another without a gap or a repetition while rows come and go', () => {
  const directory = create();
  for (let id = 1; id <= 100; id++) directory.set(id, row([1], [1], Math.floor(id / 7), null));
  const seen: number[] = [];
  let after: Asked['after'];
  for (let page = 0; page < 20; page++) {
    const { list } = directory.find({ ...newest, limit: 7, after });
    seen.push(...list.map(({ id }) => id));
    after = list.at(-1) ?? after;
    // Newer rows come in before what is on show, and the place that was reached goes.
    directory.set(1000 + page, row([1], [1], 500 + page, null));
    if (after) directory.remove(after.id);
  }
  expect(seen).toEqual(Array.from({ length: 100 }, (_, at) => 100 - at));
});

test('an empty filter finds nothing, an unknown value neither, and no filter everything', () => {
  const directory = create();
  expect(directory.find(newest)).toEqual({ list: [], total: 0 });
  directory.set(5, row([1], [], 1, 200));
  expect(directory.find({ ...newest, facets: { region: [] } }).total).toBe(0);
  expect(directory.find({ ...newest, facets: { region: [9] } }).total).toBe(0);
  expect(directory.find({ ...newest, facets: { subject: [1] } }).total).toBe(0);
  expect(directory.find(newest)).toEqual({ list: [{ key: 1, id: 5 }], total: 1 });
});

test('kept orders find the same among many rows, through additions, changes and removals', () => {
  const random = createRandom(11);
  const some = (of: number, most: number) => Array.from({ length: 1 + random(most) }, () => random(of));
  const [kept, scanned] = [create(everyOrder), create()];
  const both = (id: number, made: Row | undefined) => {
    for (const directory of [kept, scanned]) made ? directory.set(id, made) : directory.remove(id);
  };
  const anyRow = () => row(some(3, 2), some(6, 3), random(400), random(4) === 0 ? null : random(60));
  for (let id = 1; id <= 9_000; id++) both(id, anyRow());
  let walked = 0;
  for (let step = 0; step < 600; step++) {
    for (let change = 0; change < 5; change++)
      both(1 + random(9_500), random(3) === 0 ? undefined : anyRow());
    const asked: Asked = {
      facets: random(2) ? {} : { region: some(3, 2), ...(random(2) && { subject: some(6, 4) }) },
      ranges: random(2)
        ? {}
        : {
            price: { from: random(2) ? undefined : random(60), to: random(2) ? undefined : random(60) },
            ...(random(2) && { posted: { from: random(300) } }),
          },
      sort: everyOrder[random(4)] as Asked['sort'],
      after: random(2) ? undefined : { key: random(5) ? random(60) : null, id: random(9_500) },
      limit: 1 + random(40),
    };
    const expected = scanned.find(asked);
    expect(kept.find(asked)).toEqual(expected);
    // Counted as far as it is asked for.
    const counted = kept.find({ ...asked, countTo: 100 });
    expect(counted.list).toEqual(expected.list);
    expect(counted.total).toBeGreaterThanOrEqual(Math.min(100, expected.total));
    expect(counted.total).toBeLessThanOrEqual(expected.total);
    if (expected.total > 2_000) walked++;
  }
  expect(walked).toBeGreaterThan(100);
});
