import { sql } from 'drizzle-orm';
import { addSampleCases } from '#server/domains/cases/sample-cases.ts';
import { addSampleListings } from '#server/domains/tutors/sample-listings.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import { addAccounts } from './accounts.ts';
import { addPastClasses } from './past-classes.ts';
import { createRandom } from './random.ts';
import { addSampleBadges } from './sample-badges.ts';
import { sampleCase } from './sample-cases.ts';
import { sampleTutor } from './sample-tutors.ts';

export const sampleCounts = { tutors: 300, cases: 150 } as const;

/** The advisory lock key; any constant, as long as every version of the product uses the same one. */
const lockKey = '7223372036854770003';
const hourMs = 3600_000;

/**
 * Demo mode: seeds matching tutors and cases, marked as samples, once per database, with verified facts, past
 * classes and reviews.
 */
export async function seedDemo(database: Database, files: Pick<Files, 'put'>, now = Date.now()) {
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
    const accounts = await addAccounts(tx, sampleCounts.tutors, 2);
    const tutors = await addSampleListings(
      tx,
      accounts.map((userId, at) => ({ userId, form: sampleTutor(random), createdAt: inTime(at, 7) })),
    );
    await addPastClasses(tx, random, tutors, now);
    await addSampleBadges(tx, files, random, tutors, now);
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
