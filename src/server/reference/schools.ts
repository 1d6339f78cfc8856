import { and, asc, count, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Locale } from '#shared/locale.ts';
import type { School, SchoolQuery } from '#shared/reference.ts';
import type { Db } from '../db.ts';
import { schools } from './tables.ts';

type Filter = Pick<SchoolQuery, 'level' | 'region_id'>;
type Page = Pick<SchoolQuery, 'page' | 'page_size'>;
type Choice = { where: SQL | undefined; orderBy: SQL[] };

// A shorter search has no trigram that is not mostly padding, and would be "close" to anything.
const shortestForCloseSpellings = 3;

const usualOrder = [
  sql`array_position(array['primary', 'secondary', 'university', 'kindergarten'], ${schools.level})`,
  asc(schools.regionId),
  sql`coalesce(${schools.nameZhHant}, ${schools.nameEn})`,
  asc(schools.id),
];

export async function listSchools(db: Db, query: Filter & Page, locale: Locale) {
  return readPage(db, { where: filtered(query), orderBy: usualOrder }, query, locale);
}

/** Schools whose name contains every word of the search, the closest first; if there are none, those spelt alike. */
export async function searchSchools(db: Db, query: Filter & Page & { search: string }, locale: Locale) {
  const { search } = query;
  const containing = await readPage(db, containingWords(search, filtered(query)), query, locale);
  if (containing.total > 0 || [...search].length < shortestForCloseSpellings) return containing;
  return readPage(db, spelledAlike(search, filtered(query)), query, locale);
}

export async function findSchool(db: Db, id: number, locale: Locale): Promise<School | undefined> {
  const [row] = await db.select().from(schools).where(eq(schools.id, id));
  return row && toSchool(row, locale);
}

function filtered({ level, region_id }: Filter) {
  return and(
    level === undefined ? ne(schools.level, 'kindergarten') : undefined,
    level !== undefined && level !== 'all' ? eq(schools.level, level) : undefined,
    region_id === undefined ? undefined : eq(schools.regionId, region_id),
  );
}

function containingWords(search: string, filter: SQL | undefined): Choice {
  const words = search.split(/\s+/);
  const folded = sql`school_fold(${search})`;
  const names = [sql`school_fold(${schools.nameZhHant})`, sql`school_fold(${schools.nameEn})`] as const;
  const whole = sql`${folded} in (${names[0]}, ${names[1]}) or ${folded} = any(string_to_array(school_fold(${schools.aliases}), ' '))`;
  const beginning = sql`starts_with(${names[0]}, ${folded}) or starts_with(${names[1]}, ${folded})`;
  return {
    where: and(filter, ...words.map((word) => sql`${schools.searchText} like school_pattern(${word})`)),
    orderBy: [
      desc(sql`coalesce(${whole}, false)`),
      desc(sql`coalesce(${beginning}, false)`),
      desc(sql`similarity(${schools.searchText}, ${folded})`),
      ...usualOrder,
    ],
  };
}

function spelledAlike(search: string, filter: SQL | undefined): Choice {
  const folded = sql`school_fold(${search})`;
  return {
    where: and(filter, sql`${folded} <% ${schools.searchText}`),
    orderBy: [desc(sql`word_similarity(${folded}, ${schools.searchText})`), ...usualOrder],
  };
}

async function readPage(db: Db, { where, orderBy }: Choice, { page, page_size }: Page, locale: Locale) {
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(schools)
      .where(where)
      .orderBy(...orderBy)
      .limit(page_size)
      .offset((page - 1) * page_size),
    db.select({ total: count() }).from(schools).where(where),
  ]);
  const list = rows.map((row) => toSchool(row, locale));
  return { list, total: counted?.total ?? 0, page, page_size };
}

function toSchool(row: typeof schools.$inferSelect, locale: Locale): School {
  const names = locale === 'en' ? [row.nameEn, row.nameZhHant] : [row.nameZhHant, row.nameEn];
  return {
    id: row.id,
    name: names[0] ?? names[1] ?? '',
    level: row.level,
    region: row.regionId,
    finance_type: row.financeType,
    student_gender: row.studentGender,
  };
}
