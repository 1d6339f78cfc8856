import { sql } from 'drizzle-orm';
import { endSessionsOf } from '#server/domains/accounts/sessions.ts';
import { saveFps } from '#server/domains/classes/statements/fps.ts';
import { addSampleListings } from '#server/domains/tutors/sample-listings.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import type { Files } from '#server/ground/files/files.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { dayOf } from '#shared/hong-kong.ts';
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
 * trials, lessons and reviews. After the sample market, once per day on which the product starts: nobody teaches the
 * lessons of yesterday's samples, so others take their place.
 */
export async function seedSampleAccounts(database: Database, parts: Parts, now = Date.now()) {
  const today = dayOf(now);
  if (await isSeeded(database.db, name, today)) return;
  await database.transaction(async (tx) => {
    await lockSeed(tx);
    if (await isSeeded(tx, name, today)) return;
    await retireSampleAccounts(tx, parts.vault);
    await addSampleAccounts(tx, parts, now);
    await noteSeeded(tx, name, today);
  });
}

/** The samples of an earlier day leave their numbers and end what was going on. */
async function retireSampleAccounts(tx: Tx, vault: PhoneEncryption) {
  const hashes = Object.values(sampleAccounts).flatMap(({ areaCode, national }) =>
    vault.hashes(`+${areaCode}${national}`),
  );
  const { rows } = await tx.execute<{ id: string }>(sql`
    update users set phone_hash = null, phone_cipher = null, phone_key = null
    where phone_hash = any(${sql.param(hashes)}::bytea[])
      and (exists (select from cases where user_id = users.id and is_sample)
        or exists (select from tutor_listings where user_id = users.id and is_sample))
    returning id`);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => Number(id));
  for (const id of ids) await endSessionsOf(tx, id, 'everywhere');
  const theirs = sql`array[family_user_id, tutor_user_id] && ${sql.param(ids)}::bigint[]`;
  await tx.execute(sql`
    update interests set status = 'closed', decided_at = now() where status = 'pending' and ${theirs}`);
  await tx.execute(sql`
    delete from match_slots where match_id in (select id from matches where ${theirs})`);
  await tx.execute(sql`
    update classes set finish_status = 2, stopped_at = now(), stopped_by = 'family'
    where finish_status = 1 and ${theirs}`);
  await tx.execute(sql`
    update matches set status = 'ended', ended_at = now() where status in ('trial', 'going') and ${theirs}`);
  await tx.execute(sql`update cases set status = 4 where user_id = any(${sql.param(ids)}::bigint[])`);
  await tx.execute(sql`
    update tutor_listings set is_listed = false where user_id = any(${sql.param(ids)}::bigint[])`);
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
  // An address that no bank knows.
  await saveFps(tx, vault, { userId, value: 'sample.tutor@example.com', locale: 'zh-Hant' });
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
        alter table classes ${state} trigger keep_class_history;
        alter table fee_payments ${state} trigger keep_payment_history`),
    );
  await set('disable');
  await work();
  await set('enable');
}
