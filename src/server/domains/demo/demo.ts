import { sql } from 'drizzle-orm';
import { addSampleCases } from '#server/domains/cases/sample-cases.ts';
import { addSampleListings } from '#server/domains/tutors/sample-listings.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { createRandom } from './random.ts';
import { sampleCase } from './sample-cases.ts';
import { sampleTutor } from './sample-tutors.ts';

export const sampleCounts = { tutors: 300, cases: 150 } as const;

/** The advisory lock key; any constant, as long as every version of the product uses the same one. */
const lockKey = '7223372036854770003';
const hourMs = 3600_000;

/**
 * Demo mode: seeds matching tutors and cases, marked as samples, once per database. They belong to accounts
 * without a number, so that nobody can log in to them.
 */
export async function seedDemo(database: Database, now = Date.now()) {
  if (await isWritten(database.db)) return;
  await database.transaction(async (tx) => {
    // However many processes start at once and however slow the machine is: the others wait for the first.
    await tx.execute(
      sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`,
    );
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`);
    if (await isWritten(tx)) return;
    const random = createRandom(2026);
    const inTime = (at: number, everyHours: number) => new Date(now - (at * everyHours + 1) * hourMs);
    const tutors = await addAccounts(tx, sampleCounts.tutors, 2);
    await addSampleListings(
      tx,
      tutors.map((userId, at) => ({ userId, form: sampleTutor(random), createdAt: inTime(at, 7) })),
    );
    const families = await addAccounts(tx, sampleCounts.cases, 1);
    await addSampleCases(
      tx,
      families.map((userId, at) => ({ userId, form: sampleCase(random), createdAt: inTime(at, 2) })),
    );
    await tx.execute(sql`insert into seeds (name, content_hash) values ('demo', '1')`);
  });
}

async function isWritten(db: Database['db'] | Tx) {
  const { rows } = await db.execute(sql`select from seeds where name = 'demo'`);
  return rows.length > 0;
}

async function addAccounts(tx: Tx, count: number, identity: 1 | 2) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into users (last_identity, product_since)
    select ${identity}, now() from generate_series(1, ${count}) returning id`);
  return rows.map(({ id }) => Number(id));
}
