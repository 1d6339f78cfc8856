import { eq } from 'drizzle-orm';
import { createCache } from '#server/ground/db/cached.ts';
import type { Database, Db } from '#server/ground/db/db.ts';
import { pageOf } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Locale } from '#shared/locale.ts';
import type { School, SchoolQuery } from '#shared/reference.ts';
import { type ListName, readers } from './lists.ts';
import { filterSchools, readSchools, searchSchools } from './schools.ts';
import * as tables from './tables.ts';

/** How long a lesson of this length is. */
export async function lessonHours(db: Db, id: number) {
  const { tutoringTimesPerClass: lengths } = tables;
  const [row] = await db.select({ hours: lengths.hours }).from(lengths).where(eq(lengths.id, id));
  return row?.hours ?? 1;
}

type Lists = { [Name in ListName]: (locale: Locale) => ReturnType<(typeof readers)[Name]> };

export type Reference = Awaited<ReturnType<typeof openReference>>;

/** The reference lists, cached in memory until the database notifies a change. */
export async function openReference(database: Database) {
  const { db } = database;
  const cache = await createCache(database, 'reference_changed');
  const lists = Object.fromEntries(
    Object.entries(readers).map(([name, read]) => [
      name,
      cache.remember((locale: Locale): Promise<unknown> => read(db, locale)),
    ]),
  ) as Lists;
  const allSchools = cache.remember(async (locale: Locale) => {
    const list = await readSchools(db, locale);
    return { list, byId: new Map(list.map((school) => [school.id, school])) };
  });

  const searchAmong = (among: School[], search: string) =>
    database.readFromReplica((reader) => searchSchools(reader, among, search));

  return {
    close: cache.close,
    lists,

    async schools(query: SchoolQuery, locale: Locale) {
      const filtered = filterSchools((await allSchools(locale)).list, query);
      const found = query.search ? await searchAmong(filtered, query.search) : filtered;
      return pageOf(found, query);
    },

    async school(id: number, locale: Locale) {
      const school = (await allSchools(locale)).byId.get(id);
      if (!school) throw new AppError('notFound');
      return school;
    },
  };
}
