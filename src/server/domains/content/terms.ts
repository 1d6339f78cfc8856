import { desc, sql } from 'drizzle-orm';
import { StartError } from '#server/ground/config/start-error.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { recordset, type SeedRow, toColumns } from '#server/ground/db/seed-rows.ts';
import type { Terms } from '#shared/content.ts';
import type { Locale } from '#shared/locale.ts';
import { terms } from './tables.ts';

type Row = typeof terms.$inferSelect;
/** Every version of every document: documents in their order, the latest version first. */
export type TermsBook = Row[];

export const readTerms = (db: Db): Promise<TermsBook> =>
  db
    .select()
    .from(terms)
    .orderBy(
      sql`min(${terms.sort}) over (partition by ${terms.suffix})`,
      desc(terms.effectiveDate),
      desc(terms.version),
    );

export function findTerms(book: TermsBook, suffix: string, version: string | undefined, locale: Locale) {
  const versions = book.filter((row) => row.suffix === suffix);
  const row = version === undefined ? versions[0] : versions.find((one) => one.version === version);
  return row && toTerms(row, versions, latestOfEach(book), locale);
}

function latestOfEach(book: TermsBook) {
  const latest = new Map<string, Row>();
  for (const row of book) if (!latest.has(row.suffix)) latest.set(row.suffix, row);
  return [...latest.values()];
}

function toTerms(row: Row, versions: Row[], documents: Row[], locale: Locale): Terms {
  const title = (one: Row) => (locale === 'en' ? one.titleEn : one.titleZhHant);
  const versionOf = (one: Row) => ({ version: one.version, effective_date: one.effectiveDate });
  return {
    suffix: row.suffix,
    ...versionOf(row),
    title: title(row),
    summary: locale === 'en' ? row.summaryEn : row.summaryZhHant,
    sections: row.sections.map(({ id, heading, body }) => ({
      id,
      heading: heading[locale],
      body: body[locale],
    })),
    versions: versions.map(versionOf),
    documents: documents.map((one) => ({ suffix: one.suffix, title: title(one), ...versionOf(one) })),
  };
}

/** Adds new versions. A published version never changes: users agreed to it as it was. */
export async function seedTerms(tx: Tx, seedRows: SeedRow[]) {
  const seeded = recordset('terms', seedRows.map(toColumns));
  const { rows: changed } = await tx.execute<{ suffix: string; version: string }>(sql`
    select suffix, version from ${seeded} as seeded join terms as published using (suffix, version)
    where to_jsonb(seeded) - 'sort' <> to_jsonb(published) - 'sort'`);
  if (changed.length > 0) {
    const names = changed.map(({ suffix, version }) => `${suffix || 'terms of use'} ${version}`).join(', ');
    throw new StartError(
      `db/seed/content/terms.json changes what was already published (${names}); give the new text a new version.`,
    );
  }
  await tx.execute(sql`
    insert into terms select * from ${seeded} as seeded
    on conflict (suffix, version) do update set sort = excluded.sort`);
}
