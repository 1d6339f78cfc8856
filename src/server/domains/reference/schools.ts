import { asc, desc, sql } from 'drizzle-orm';
import type { Db } from '#server/ground/db/db.ts';
import type { Locale } from '#shared/locale.ts';
import type { School, SchoolQuery } from '#shared/reference.ts';
import { schools } from './tables.ts';

// The trigrams of a shorter search are mostly padding, and would be "close" to anything.
const shortestForCloseSpellings = 3;

const usualOrder = [
  sql`array_position(array['primary', 'secondary', 'university', 'kindergarten'], ${schools.level})`,
  asc(schools.regionId),
  sql`coalesce(${schools.nameZhHant}, ${schools.nameEn})`,
  asc(schools.id),
];

/** All schools: some two thousand small rows. */
export async function readSchools(db: Db, locale: Locale): Promise<School[]> {
  const rows = await db
    .select()
    .from(schools)
    .orderBy(...usualOrder);
  return rows.map((row) => ({
    id: row.id,
    name: (locale === 'en' ? (row.nameEn ?? row.nameZhHant) : (row.nameZhHant ?? row.nameEn)) ?? '',
    level: row.level,
    region: row.regionId,
    finance_type: row.financeType,
    student_gender: row.studentGender,
  }));
}

export function filterSchools(all: School[], { level, region_id }: Pick<SchoolQuery, 'level' | 'region_id'>) {
  return all.filter(
    (school) =>
      (level === undefined ? school.level !== 'kindergarten' : level === 'all' || level === school.level) &&
      (region_id === undefined || region_id === school.region),
  );
}

/**
 * Schools whose name contains every word of the search, closest first; if there are none, similar spellings.
 */
export async function searchSchools(db: Db, among: School[], search: string) {
  const byId = new Map(among.map((school) => [school.id, school]));
  const pick = (found: { id: number }[]) => found.flatMap(({ id }) => byId.get(id) ?? []);
  const containing = pick(await containingWords(db, search));
  if (containing.length > 0 || [...search].length < shortestForCloseSpellings) return containing;
  return pick(await spelledAlike(db, search));
}

function containingWords(db: Db, search: string) {
  const folded = sql`school_fold(${search})`;
  const nameZhHant = sql`school_fold(coalesce(${schools.nameZhHant}, ''))`;
  const nameEn = sql`school_fold(coalesce(${schools.nameEn}, ''))`;
  const aliases = sql`string_to_array(school_fold(${schools.aliases}), ' ')`;
  const words = search.split(/\s+/).map((word) => sql`${schools.searchText} like school_pattern(${word})`);
  return db
    .select({ id: schools.id })
    .from(schools)
    .where(sql.join(words, sql` and `))
    .orderBy(
      desc(sql`(${folded} in (${nameZhHant}, ${nameEn}) or ${folded} = any(${aliases}))`),
      desc(sql`(starts_with(${nameZhHant}, ${folded}) or starts_with(${nameEn}, ${folded}))`),
      desc(sql`similarity(${schools.searchText}, ${folded})`),
      ...usualOrder,
    );
}

function spelledAlike(db: Db, search: string) {
  const folded = sql`school_fold(${search})`;
  return db
    .select({ id: schools.id })
    .from(schools)
    .where(sql`${folded} <% ${schools.searchText}`)
    .orderBy(desc(sql`word_similarity(${folded}, ${schools.searchText})`), ...usualOrder);
}
