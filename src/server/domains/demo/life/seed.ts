import { sql } from 'drizzle-orm';
import { addSampleListings } from '#server/domains/tutors/sample-listings.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { sampleAccounts } from '#shared/rules/sample-accounts.ts';
import { isSeeded, lockSeed, noteSeeded } from '../once.ts';
import { addBadges } from '../sample-badges.ts';
import { calendarOf } from './calendar.ts';
import { addFamilyLife } from './family-life.ts';
import { addNumberedAccount, sampleTeacher } from './people.ts';
import { addTutorLife } from './tutor-life.ts';
import { createWriter } from './writer.ts';

type Parts = { files: Pick<Files, 'put'>; vault: PhoneEncryption };

const name = 'demo-accounts';

/**
 * Two sample accounts to log in to, a parent and a tutor, with everything in its course: offers, conversations,
 * trials, lessons and reviews. Once per database, after the sample market.
 */
export async function seedSampleAccounts(database: Database, parts: Parts, now = Date.now()) {
  if (await isSeeded(database.db, name)) return;
  await database.transaction(async (tx) => {
    await lockSeed(tx);
    if (await isSeeded(tx, name)) return;
    await addSampleAccounts(tx, parts, now);
    await noteSeeded(tx, name);
  });
}

export async function addSampleAccounts(tx: Tx, { files, vault }: Parts, now: number) {
  const calendar = calendarOf(now);
  const family = await addNumberedAccount(tx, vault, sampleAccounts.family, {
    ...{ name: '示範家長 陳太', identity: 1, since: calendar.at(-75, '20:30') },
  });
  const userId = await addNumberedAccount(tx, vault, sampleAccounts.tutor, {
    ...{ name: '示範導師 林老師', identity: 2, since: calendar.at(-300, '20:30') },
  });
  // Somebody has registered one of the numbers: the database is not ours to fill any more.
  if (!family || !userId) return;
  const createdAt = calendar.at(-300, '21:00');
  const [teacher] = await addSampleListings(tx, [{ userId, form: sampleTeacher, createdAt }]);
  if (!teacher) throw new Error('the sample teacher has no listing');
  await addBadges(tx, files, [
    { user: userId, kind: 'certificate', since: calendar.day(-120) },
    { user: userId, kind: 'exam_results', since: calendar.day(-120) },
  ]);
  const writer = createWriter(tx, now);
  await withoutHistoryOfToday(tx, async () => {
    await addFamilyLife({ tx, writer, calendar, family, teacher });
    await addTutorLife({ tx, writer, calendar, family, teacher });
  });
  await writer.finish();
}

/** The database dates its history of classes by the clock; the past of the samples is written with its own dates. */
async function withoutHistoryOfToday(tx: Tx, work: () => Promise<void>) {
  const set = (state: 'disable' | 'enable') =>
    tx.execute(
      sql.raw(`alter table lessons ${state} trigger keep_lesson_history;
        alter table classes ${state} trigger keep_class_history`),
    );
  await set('disable');
  await work();
  await set('enable');
}
