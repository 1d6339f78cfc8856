import { sql } from 'drizzle-orm';
import { addSampleCases } from '#server/domains/cases/sample-cases.ts';
import { addSampleListings } from '#server/domains/tutors/sample-listings.ts';
import type { Database } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import { addAccounts } from './accounts.ts';
import { isSeeded, lockSeed, noteSeeded } from './once.ts';
import { addPastClasses } from './past-classes.ts';
import { createRandom } from './random.ts';
import { addSampleBadges } from './sample-badges.ts';
import { sampleCase } from './sample-cases.ts';
import { sampleTutor } from './sample-tutors.ts';

export const sampleCounts = { tutors: 300, cases: 150 } as const;

const name = 'demo';
const hourMs = 3600_000;

/**
 * Demo mode: seeds matching tutors and cases, marked as samples, once per database, with verified facts, past
 * classes and reviews.
 */
export async function seedDemo(database: Database, files: Pick<Files, 'put'>, now = Date.now()) {
  if (await isSeeded(database.db, name)) return;
  await database.transaction(async (tx) => {
    await lockSeed(tx);
    if (await isSeeded(tx, name)) return;
    const random = createRandom(2026);
    const inTime = (at: number, everyHours: number) => new Date(now - (at * everyHours + 1) * hourMs);
    const accounts = await addAccounts(tx, sampleCounts.tutors, 2);
    const tutors = await addSampleListings(
      tx,
      // They joined over two years, and have looked after what they offer since.
      accounts.map((userId, at) => ({
        ...{ userId, form: sampleTutor(random) },
        createdAt: inTime(at, 58),
        updatedAt: inTime(at, 7),
      })),
    );
    await tx.execute(sql`
      update users set created_at = listing.created_at, product_since = listing.created_at
      from tutor_listings as listing where listing.user_id = users.id and is_sample`);
    await addPastClasses(tx, random, tutors, now);
    await addSampleBadges(tx, files, random, tutors, now);
    const families = await addAccounts(tx, sampleCounts.cases, 1);
    await addSampleCases(
      tx,
      families.map((userId, at) => ({ userId, form: sampleCase(random), createdAt: inTime(at, 2) })),
    );
    await noteSeeded(tx, name);
  });
}
