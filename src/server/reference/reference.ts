import type { Locale } from '#shared/locale.ts';
import type { SchoolQuery } from '#shared/reference.ts';
import { createCache } from '../cached.ts';
import type { Database } from '../db.ts';
import { AppError } from '../errors.ts';
import { type ListName, readers } from './lists.ts';
import { findSchool, listSchools, searchSchools } from './schools.ts';

type Lists = { [Name in ListName]: (locale: Locale) => ReturnType<(typeof readers)[Name]> };

/** The reference lists, kept in memory until the database says that they changed. */
export async function openReference(database: Database) {
  const { db } = database;
  const cache = await createCache(database, 'reference_changed');
  const lists = Object.fromEntries(
    Object.entries(readers).map(([name, read]) => [
      name,
      cache.remember((locale: Locale): Promise<unknown> => read(db, locale)),
    ]),
  ) as Lists;
  const keptSchools = cache.remember((key: string) => {
    const { locale, ...query } = JSON.parse(key) as SchoolQuery & { locale: Locale };
    return listSchools(db, query, locale);
  });

  return {
    close: cache.close,
    lists,

    schools({ search, ...query }: SchoolQuery, locale: Locale) {
      // What people type is rarely typed twice, so searches are not kept.
      if (search) return searchSchools(db, { search, ...query }, locale);
      return keptSchools(JSON.stringify({ ...query, locale }));
    },

    async school(id: number, locale: Locale) {
      const school = await findSchool(db, id, locale);
      if (!school) throw new AppError('notFound');
      return school;
    },
  };
}
