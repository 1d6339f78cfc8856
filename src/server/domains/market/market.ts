import type { Logger } from 'pino';
import type { Place } from '#engine/directory/best.ts';
import type { Database, Db } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { countedTotal, type MarketQuery } from '#shared/market.ts';
import { caseCardOf, casePageOf, childCardOf, tutorCardOf, tutorPageOf } from './cards.ts';
import { childRowOf, type Facet, genders, type MarketDirectory, orders } from './directories.ts';
import { openMarketIndex } from './index-of-market.ts';
import { listedTutors } from './listed-tutors.ts';
import { onlineCases } from './online-cases.ts';
import { countViews } from './views.ts';

export type Market = Awaited<ReturnType<typeof openMarket>>;

/** The lists that everybody may look through. The index says which rows; what they say is read from the database. */
export async function openMarket(database: Database, log: Pick<Logger, 'error'>) {
  const { db } = database;
  const index = await openMarketIndex(database, log);
  const views = countViews(database, log);

  async function search(directory: MarketDirectory, query: MarketQuery, ranges = overlapping(query)) {
    await index.ready;
    const { sort, page, page_size, cursor } = query;
    const after = cursor === undefined ? undefined : readCursor(cursor);
    const start = after ? 0 : (page - 1) * page_size;
    const { list, total } = directory.find({
      facets: facetsOf(query),
      ranges,
      sort: orders[sort],
      after,
      // One more than is shown tells whether the list goes on.
      limit: start + page_size + 1,
      countTo: countedTotal + 1,
    });
    const shown = list.slice(start, start + page_size);
    const last = shown.at(-1);
    return {
      ids: shown.map(({ id }) => id),
      rest: {
        total: Math.min(total, countedTotal),
        total_is_capped: total > countedTotal,
        page,
        page_size,
        next_cursor: last && list.length > start + page_size ? writeCursor(last, sort) : null,
      },
    };
  }

  async function findCases(query: MarketQuery, reader: Db) {
    const { ids, rest } = await search(index.cases, query, within(query));
    return { list: inOrder(ids, await onlineCases(reader, ids)).map(caseCardOf), ...rest };
  }

  async function findTutors(query: MarketQuery, reader: Db) {
    const { ids, rest } = await search(index.tutors, query);
    return { list: inOrder(ids, await listedTutors(reader, ids)).map(tutorCardOf), ...rest };
  }

  // The beginning of a whole list is on home and in every page's start; it is the same for all until something changes.
  const firstCases = createBeginnings(
    (query) => database.mayLag((reader) => findCases(query, reader)),
    (query) => findCases(query, db),
  );
  const firstTutors = createBeginnings(
    (query) => database.mayLag((reader) => findTutors(query, reader)),
    (query) => findTutors(query, db),
  );
  index.onChange(() => {
    firstCases.forget();
    firstTutors.forget();
  });

  return {
    index,
    views,
    async close() {
      await views.close();
      await index.close();
    },

    cases: firstCases.find,
    tutors: firstTutors.find,

    async children(query: MarketQuery) {
      const { ids, rest } = await search(index.children, query, within(query));
      const places = ids.map(childRowOf);
      const caseIds = [...new Set(places.map(({ caseId }) => caseId))];
      const rows = byId(await database.mayLag((reader) => onlineCases(reader, caseIds)));
      const list = places.flatMap(({ caseId, position }) => {
        const row = rows.get(caseId);
        const child = row?.child_info[position];
        return row && child ? [childCardOf(row, position, child)] : [];
      });
      return { list, ...rest };
    },

    /** Those that are still on show, by their ids. */
    async caseCards(ids: readonly number[]) {
      return byId((await onlineCases(db, ids)).map(caseCardOf));
    },

    async tutorCards(ids: readonly number[]) {
      return byId((await listedTutors(db, ids)).map(tutorCardOf));
    },

    /** What is not on show is not there. */
    async case(id: number) {
      const [row] = await onlineCases(db, [id]);
      if (!row) throw new AppError('notFound');
      return casePageOf(row);
    },

    async tutor(id: number) {
      const [row] = await listedTutors(db, [id]);
      if (!row) throw new AppError('notFound');
      return tutorPageOf(row);
    },
  };
}

type Ranges = Parameters<MarketDirectory['find']>[0]['ranges'];
type Prices = Pick<MarketQuery, 'price_min' | 'price_max'>;

/** A tutor's range of prices meets the one asked for. */
const overlapping = ({ price_min, price_max }: Prices): Ranges => ({
  price_high: { from: price_min },
  price_low: { to: price_max },
});
/** A case has one price under both names; said of both, a list sorted by either begins where the range does. */
function within({ price_min, price_max }: Prices): Ranges {
  const range = { from: price_min, to: price_max };
  return { price_high: range, price_low: range };
}

const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

/** A row that has left the show since the index was told of it is left out. */
function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]) {
  const found = byId(rows);
  return ids.flatMap((id) => found.get(id) ?? []);
}

function facetsOf(query: MarketQuery): Partial<Record<Facet, readonly number[]>> {
  const { region, grade, major_subject, other_subject, tutoring_type, weekday, gender } = query;
  return {
    ...(region && { region }),
    ...(grade && { grade }),
    ...(major_subject && { major_subject }),
    ...(other_subject && { other_subject }),
    ...(tutoring_type && { tutoring_type }),
    ...(weekday && { weekday }),
    ...(gender && { gender: [genders[gender]] }),
  };
}

/** A place in an order, for the caller to hand back. It says nothing that the list has not said. */
const writeCursor = ({ key, id }: Place, sort: MarketQuery['sort']) => [sort, key ?? '', id].join('.');

/** The contract has seen to its form, and that it is of the same order. */
function readCursor(cursor: string): Place {
  const [, key, id] = cursor.split('.');
  return { key: key ? Number(key) : null, id: Number(id) };
}

/** A badge may end without a change. */
const mostAgeMs = 60_000;

type Search<Answer> = (query: MarketQuery) => Promise<Answer>;

/**
 * Keeps the answers to searches without a filter, first page, until told that something changed. What is kept may be searched
 * for in another way than the rest.
 */
export function createBeginnings<Answer>(search: Search<Answer>, searchToKeep = search) {
  const kept = new Map<string, { answer: Promise<Answer>; at: number }>();
  return {
    find(query: MarketQuery): Promise<Answer> {
      if (!isBeginning(query)) return search(query);
      const key = `${query.sort} ${query.page_size}`;
      const known = kept.get(key);
      if (known && Date.now() - known.at < mostAgeMs) return known.answer;
      const entry = { answer: searchToKeep(query), at: Date.now() };
      kept.set(key, entry);
      entry.answer.catch(() => kept.get(key) === entry && kept.delete(key));
      return entry.answer;
    },
    forget: () => kept.clear(),
  };
}

/** There are as many of these as orders and sizes. */
function isBeginning({ page, page_size: _, sort: __, ...rest }: MarketQuery) {
  return page === 1 && Object.values(rest).every((value) => value === undefined);
}
