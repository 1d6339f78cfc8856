import type { Logger } from 'pino';
import type { SortPosition } from '#engine/directory/best.ts';
import { hiddenFrom } from '#server/domains/blocks/blocks.ts';
import type { Database, Db } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { type CaseQuery, countedTotal, type MarketQuery, type TutorQuery } from '#shared/market.ts';
import { caseCardOf, casePageOf, childCardOf, tutorCardOf, tutorPageOf } from './cards.ts';
import { childRowIds, childRowOf, type MarketDirectory, orders } from './directories.ts';
import { listedTutors } from './listed-tutors.ts';
import { openMarketIndex } from './market-index.ts';
import { onlineCases } from './online-cases.ts';
import { facetsOf, offering, overlapping, type Ranges } from './search-terms.ts';
import { countViews } from './views.ts';

export type Market = Awaited<ReturnType<typeof openMarket>>;

/** The public lists. The index finds the rows; their content is read from the database. */
export async function openMarket(database: Database, log: Pick<Logger, 'error'>) {
  const { db } = database;
  const index = await openMarketIndex(database, log);
  const views = countViews(database, log);

  type SearchOptions = { ranges: Ranges; without: readonly number[] };

  async function search(directory: MarketDirectory, query: MarketQuery, { ranges, without }: SearchOptions) {
    await index.ready;
    const { sort, page, page_size, cursor } = query;
    const after = cursor === undefined ? undefined : readCursor(cursor);
    const start = after ? 0 : (page - 1) * page_size;
    const { list, total } = directory.find({
      facets: facetsOf(query),
      ranges,
      sort: orders[sort],
      after,
      without,
      // One more than is shown, to know whether there are more.
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

  async function findCases(query: CaseQuery, reader: Db, without: readonly number[] = []) {
    const { ids, rest } = await search(index.cases, query, { ranges: offering(query), without });
    return { list: inOrder(ids, await onlineCases(reader, ids)).map(caseCardOf), ...rest };
  }

  async function findTutors(query: TutorQuery, reader: Db, without: readonly number[] = []) {
    const verified = query.verified ? { verified_until: { from: Date.now() } } : {};
    const { ids, rest } = await search(index.tutors, query, {
      ranges: { ...overlapping(query), ...verified },
      without,
    });
    return { list: inOrder(ids, await listedTutors(reader, ids)).map(tutorCardOf), ...rest };
  }

  // The unfiltered first page is on the home page and is the same for everybody until something changes, so
  // it is cached.
  const firstCases = createFirstPageCache(
    (query: CaseQuery) => database.readFromReplica((reader) => findCases(query, reader)),
    (query) => findCases(query, db),
  );
  const firstTutors = createFirstPageCache(
    (query: TutorQuery) => database.readFromReplica((reader) => findTutors(query, reader)),
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

    /** What a viewer may not see is left out of every list; without a viewer nothing is. */
    async cases(query: CaseQuery, viewer?: number) {
      const { cases } = await hiddenFrom(db, viewer);
      if (cases.length === 0) return firstCases.find(query);
      return database.readFromReplica((reader) => findCases(query, reader, cases));
    },

    async tutors(query: TutorQuery, viewer?: number) {
      const { listings } = await hiddenFrom(db, viewer);
      if (listings.length === 0) return firstTutors.find(query);
      return database.readFromReplica((reader) => findTutors(query, reader, listings));
    },

    async children(query: CaseQuery, viewer?: number) {
      const { cases } = await hiddenFrom(db, viewer);
      const { ids, rest } = await search(index.children, query, {
        ranges: offering(query),
        without: cases.flatMap(childRowIds),
      });
      const places = ids.map(childRowOf);
      const caseIds = [...new Set(places.map(({ caseId }) => caseId))];
      const rows = byId(await database.readFromReplica((reader) => onlineCases(reader, caseIds)));
      const list = places.flatMap(({ caseId, position }) => {
        const row = rows.get(caseId);
        const child = row?.child_info[position];
        return row && child ? [childCardOf(row, position, child)] : [];
      });
      return { list, ...rest };
    },

    /** The cards of rows that are still listed, by id. */
    async caseCards(ids: readonly number[]) {
      return byId((await onlineCases(db, ids)).map(caseCardOf));
    },

    async tutorCards(ids: readonly number[]) {
      return byId((await listedTutors(db, ids)).map(tutorCardOf));
    },

    /** A case that is not listed, or hidden from the viewer, is not found. */
    async case(id: number, viewer?: number) {
      const [row] = await onlineCases(db, [id]);
      if (!row || (await hiddenFrom(db, viewer)).users.includes(row.user)) throw new AppError('notFound');
      return casePageOf(row);
    },

    async tutor(id: number, viewer?: number) {
      const [row] = await listedTutors(db, [id]);
      if (!row || (await hiddenFrom(db, viewer)).users.includes(row.user)) throw new AppError('notFound');
      return tutorPageOf(row);
    },
  };
}

const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

/** Leaves out rows that are no longer listed since the index was updated. */
function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]) {
  const found = byId(rows);
  return ids.flatMap((id) => found.get(id) ?? []);
}

/**
 * A position in a sort order, for the caller to send back. It contains nothing that the list does not show.
 */
const writeCursor = ({ key, id }: SortPosition, sort: MarketQuery['sort']) => [sort, key ?? '', id].join('.');

/** The API contract has checked its format and that its order is the same. */
function readCursor(cursor: string): SortPosition {
  const [, key, id] = cursor.split('.');
  return { key: key ? Number(key) : null, id: Number(id) };
}

/** A badge may expire without a change notification. */
const maxAgeMs = 60_000;

type Search<Query extends MarketQuery, Answer> = (query: Query) => Promise<Answer>;

/**
 * Caches the answers to unfiltered first-page searches until a change is reported. `searchToKeep` may search
 * in another way, for answers that are cached.
 */
export function createFirstPageCache<Query extends MarketQuery, Answer>(
  search: Search<Query, Answer>,
  searchToKeep = search,
) {
  const cached = new Map<string, { answer: Promise<Answer>; at: number }>();
  return {
    find(query: Query): Promise<Answer> {
      if (!isBeginning(query)) return search(query);
      const key = `${query.sort} ${query.page_size}`;
      const known = cached.get(key);
      if (known && Date.now() - known.at < maxAgeMs) return known.answer;
      const entry = { answer: searchToKeep(query), at: Date.now() };
      cached.set(key, entry);
      entry.answer.catch(() => cached.get(key) === entry && cached.delete(key));
      return entry.answer;
    },
    forget: () => cached.clear(),
  };
}

/** There are only as many of these as sort orders and page sizes. */
function isBeginning({ page, page_size: _, sort: __, ...rest }: MarketQuery) {
  return page === 1 && Object.values(rest).every((value) => value === undefined);
}
