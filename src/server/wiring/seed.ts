import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { seedTerms } from '#server/domains/content/terms.ts';
import { seedSchools } from '#server/domains/reference/import-schools.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import { type SeedRow, upsert } from '#server/ground/db/seed-rows.ts';

/** The files of db/seed. The order of rows in a file is their order in lists. */
type Seed = {
  'reference/lists': Record<string, SeedRow[]>;
  'reference/schools': { schools: SeedRow[] };
  'content/faq': { categories: SeedRow[]; questions: SeedRow[] };
  'content/terms': SeedRow[];
  'content/company': { company_info: SeedRow; media_companies: SeedRow[]; qr_codes: SeedRow[] };
  'chat/examples': SeedRow[];
};

const fileNames = [
  'reference/lists',
  'reference/schools',
  'content/faq',
  'content/terms',
  'content/company',
  'chat/examples',
] satisfies (keyof Seed)[];

const productSeed = new URL('../../../db/seed/', import.meta.url);

/** The advisory lock's number: arbitrary, but the same in every version of the product. */
const lockKey = '7223372036854770002';

/**
 * Upserts the reference data and texts of db/seed by their stable ids in one transaction; the first process
 * to start does it. An unchanged seed costs one query. Rows that the seed no longer contains stay, because
 * others may refer to them.
 */
export async function seedDatabase(database: Database, directory = productSeed): Promise<void> {
  const { seed, hash } = await readSeed(directory);
  if (await isWritten(database.db, hash)) return;
  await database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`);
    if (await isWritten(tx, hash)) return;
    await writeSeed(tx, seed);
    await tx.execute(sql`
      insert into seeds (name, content_hash) values ('product', ${hash})
      on conflict (name) do update set content_hash = excluded.content_hash, seeded_at = now()`);
  });
}

async function readSeed(directory: URL) {
  const texts = await Promise.all(
    fileNames.map((name) => readFile(new URL(`${name}.json`, directory), 'utf8')),
  );
  const parsed = texts.map((text) => JSON.parse(text));
  const seed = Object.fromEntries(fileNames.map((name, index) => [name, parsed[index]])) as Seed;
  // Hashes the parsed content, so that formatting and line endings do not count as a change.
  return { seed, hash: createHash('sha256').update(JSON.stringify(parsed)).digest('hex') };
}

async function isWritten(db: Db | Tx, hash: string) {
  const { rows } = await db.execute(sql`select from seeds where name = 'product' and content_hash = ${hash}`);
  return rows.length > 0;
}

async function writeSeed(tx: Tx, seed: Seed) {
  for (const [table, rows] of Object.entries(seed['reference/lists'])) await upsert(tx, table, inOrder(rows));
  await seedSchools(tx, seed['reference/schools'].schools);

  const faq = seed['content/faq'];
  await upsert(tx, 'faq_categories', inOrder(faq.categories));
  await upsert(tx, 'faqs', inOrder(faq.questions));
  await seedTerms(tx, inOrder(seed['content/terms']));

  const company = seed['content/company'];
  const texts = Object.entries(company.company_info).map(([key, text]) => ({ key, text }));
  await upsert(tx, 'company_info', texts, 'key');
  await upsert(tx, 'media_companies', inOrder(company.media_companies));
  await upsert(tx, 'qr_codes', inOrder(company.qr_codes));
  await upsert(tx, 'chat_examples', inOrder(seed['chat/examples']));
}

const inOrder = (rows: SeedRow[]) => rows.map((row, index) => ({ ...row, sort: index + 1 }));
