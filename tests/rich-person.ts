import { sql } from 'drizzle-orm';
import { ban, lift } from '#server/domains/accounts/bans.ts';
import { notify } from '#server/domains/messages/notices.ts';
import { recordAction } from '#server/domains/operator/audit.ts';
import { enqueue } from '#server/domains/operator/queue.ts';
import { createQuota } from '#server/domains/quota/quota.ts';
import type { Database } from '#server/ground/db/db.ts';
import type { PersonalData } from '#server/ground/db/personal-data.ts';
import type { Files } from '#server/ground/files/files.ts';
import { addPerson, testPhoneEncryption } from './people.ts';

export const name = '歐陽靖嵐';
export const nickname = 'Skylark-Wing';
export const mobile = '+85291827364';
/** The texts and numbers that identify this person. */
export const traces = { texts: [name, nickname], numbers: [mobile] };

/** A sample domain that stores files, like papers and evidence. */
export const drawings: PersonalData = {
  name: 'drawings',
  tables: ['drawings'],
  async exportRows(db, { userId }) {
    const { rows } = await db.execute<{ title: string }>(
      sql`select title from drawings where user_id = ${userId}`,
    );
    return { drawings: rows };
  },
  async files(db, { userId }) {
    const { rows } = await db.execute<{ file_key: string }>(
      sql`select file_key from drawings where user_id = ${userId} order by file_key`,
    );
    return rows.map(({ file_key }) => ({ key: file_key, name: file_key.split('/').at(-1) ?? '' }));
  },
  async forget(tx, { userId }) {
    await tx.execute(sql`delete from drawings where user_id = ${userId}`);
  },
};
export const drawingsTable =
  'create table drawings (user_id bigint references users, title text, file_key text)';

/** Adds a person with rows in every table that stores personal data. */
export async function addRichPerson(database: Database, files: Files) {
  const operator = await addPerson(database, { operator: true, name: '值班員' });
  const { id } = await addPerson(database, { name, mobile });
  const quota = createQuota({ free: { paper: 5 }, dailyMax: {} });
  await database.transaction(async (tx) => {
    const reservation = await quota.reserve(tx, {
      userId: id,
      kind: 'paper',
      amount: 2,
      key: `${nickname} 1`,
    });
    await quota.settle(tx, reservation, 1);
    await quota.reserve(tx, { userId: id, kind: 'paper', amount: 1, key: `${nickname} 2` });
    await notify(tx, { userId: id, kind: 'quota_granted', params: { family: 'paper', amount: 3 } });
    await enqueue(tx, { kind: 'petition', subjectId: '1', openedBy: id, aboutUser: operator.id });
    const made = await ban(tx, testPhoneEncryption, {
      e164: mobile,
      cause: 'conduct',
      reason: `${name} 失約`,
      operatorId: operator.id,
    });
    await lift(tx, { banId: made.ban.id, operatorId: operator.id });
    await recordAction(tx, {
      operatorId: operator.id,
      action: 'users.read',
      aboutUser: id,
      params: { asked: '9182 7364' },
    });
  });
  const sealedEmail = testPhoneEncryption.encrypt(`${nickname}@example.com`, 'email_addresses.address');
  const statements: [string, unknown[]][] = [
    [
      `update users set registration_method = 'home_register', marketing_consent_at = now(), is_remind = true where id = $1`,
      [],
    ],
    [`insert into user_terms (user_id, suffix, version) values ($1, 'privacy', '2026-11')`, []],
    [
      `insert into sessions (user_id, face, ends_at, browser, browser_hash) values ($1, 'product', now() + interval '1 day', $2, $3)`,
      [`${nickname} Phone`, Buffer.from(name)],
    ],
    [
      `insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, locale)
       select id, user_id, $2, '', '', 'en' from sessions where user_id = $1`,
      [`https://push.example/${nickname}`],
    ],
    [
      `insert into notification_choices (user_id, topic, channel, is_on) values ($1, 'offers', 'push', false)`,
      [],
    ],
    [`insert into notification_settings (user_id, digest_hour, declined_at) values ($1, 20, now())`, []],
    [
      `insert into email_addresses (user_id, address_hash, address_cipher, address_key, link_hash)
       values ($1, $2, $3, $4, $2)`,
      [Buffer.from(nickname), sealedEmail.cipher, sealedEmail.key],
    ],
    [
      `insert into email_claims (user_id, address_hash, address_cipher, address_key, code_hash, link_hash, expires_at)
       values ($1, $2, $3, $4, $2, $2, now())`,
      [Buffer.from(nickname), sealedEmail.cipher, sealedEmail.key],
    ],
    [
      `insert into session_tokens (hash, session_id) select $2, id from sessions where user_id = $1`,
      [Buffer.from(`${name} token`)],
    ],
    [
      `insert into second_factors (user_id, secret_cipher, secret_key) values ($1, $2, 'k1')`,
      [Buffer.from(nickname)],
    ],
    [`insert into recovery_codes (user_id, hash) values ($1, $2)`, [Buffer.from(`${nickname} code`)]],
    [
      `insert into qr_logins (code_hash, browser_secret_hash, expires_at, confirmed_by) values ($2, '', now(), $1)`,
      [Buffer.from(`${nickname} qr`)],
    ],
    [
      `insert into number_requests (user_id, locale, given_name, story, state) values ($1, 'en', $2, $3, 'refused')`,
      [name, `${nickname} 的媽媽`],
    ],
    [`insert into operators (user_id) values ($1)`, []],
    [
      `insert into measures (user_id, kind, cause, reason, until, key, lifted_at)
       values ($1, 'suspension', 'conduct', $2, current_date, gen_random_uuid(), now())`,
      [`${name} 失約`],
    ],
    [
      `insert into measure_appeals (measure_id, user_id, words, decision, decided_at)
       select id, user_id, $2, 'kept', now() from measures where user_id = $1`,
      [`請打 9182-7364 給 ${nickname}`],
    ],
    [
      `insert into ban_requests (ban_id, user_id, wish, words, decision, answer, decided_at)
       select id, $1, 'appeal', $2, 'kept', $2, now() from bans`,
      [`${name} 想解釋`],
    ],
    [
      `update notices set params = jsonb_build_object('family', 'paper', 'amount', 3, 'from', $2::text) where user_id = $1`,
      [name],
    ],
    [`update queue_items set note = $2 where opened_by = $1`, [`打給 9182-7364 問過 ${nickname}`]],
    [
      `insert into children (user_id, nickname, gender, grade_id) select $1, $2, 'F', min(id) from grades`,
      [nickname],
    ],
    [
      `insert into cases (user_id, special_note, weekdays, match_slots, teaching_language_ids,
         tutoring_days_per_week, tutoring_time_per_class_id, tutoring_type_id, other_channel)
       select $1, $2, '{1}', '{40}', '{}', 2, min(t.id), (select min(id) from tutoring_types), $3
       from tutoring_times_per_class t`,
      [`請致電 91827364 找 ${name}`, `${name} 介紹`],
    ],
    [
      `insert into case_drafts (user_id, key, form)
       values ($1, gen_random_uuid(), jsonb_build_object('note', $2::text))`,
      [`找 ${name} 的草稿`],
    ],
    [
      `insert into police_codes (user_id, code_cipher, code_key, issued_on) values ($1, 'x', 'k', current_date)`,
      [],
    ],
    [`insert into saved_searches (user_id, search) values ($1, '{"region": [1]}')`, []],
    [
      `insert into tutor_drafts (user_id, key, form)
       values ($1, gen_random_uuid(), jsonb_build_object('display_name', $2::text))`,
      [`${name} 的草稿`],
    ],
    [
      `insert into tutor_listings (user_id, display_name, gender, education_id, experience_id, region_ids,
         travel_region_ids, tutoring_type_ids, teaching_language_ids, match_slots, price_min, price_max, introduction)
       select $1, $2, 'F', min(e.id), (select min(id) from experiences), '{}', '{}', '{}', '{}', '{}', 200, 300, $3
       from educations e`,
      [name, `我是${name}`],
    ],
    [
      `insert into evidence (user_id, kind, file_key, media_type, byte_size)
       values ($1, 'other', 'evidence/one', 'image/webp', 9)`,
      [],
    ],
    [
      `insert into badges (user_id, kind, since, expires_at, revoked_at, revoke_reason, revoke_note)
       values ($1, 'police_check', now(), now(), now(), 'other', $2)`,
      [`${name} 來電`],
    ],
    [`insert into eraser_records (user_id, title, school_name) values ($1, $2, '')`, [`${name} 的試卷`]],
    [
      `insert into reports (reporter_user_id, about_user_id, place, place_id, kind, words, answer)
       values ($1, $2, 'tutor', 1, 'other', $3, $3)`,
      [operator.id, `${name} 91827364`],
    ],
    [
      `insert into practice_attempts
         (user_id, client_key, question_id, kind, answer, is_correct, is_counted, next_due_at)
       values ($1, gen_random_uuid(), 1001, 'arithmetic', $2, false, true, now())`,
      [`${name} 91827364`],
    ],
    [
      `insert into voice_calls (id, user_id, mode, language, upstream_id)
       values (gen_random_uuid(), $1, 'talk', 'en', $2)`,
      [`call of ${name}`],
    ],
    [
      `insert into drawings values ($1, $2, 'drawings/one.txt'), ($1, $2, 'drawings/two.txt')`,
      [`${nickname} 的畫`],
    ],
  ];
  for (const [statement, values] of statements) await database.pool.query(statement, [id, ...values]);
  await files.put('evidence/one', Buffer.from(`證書 ${name}`));
  await files.put('drawings/one.txt', Buffer.from(`畫者 ${name}`));
  await files.put('drawings/two.txt', Buffer.from('tel +852 9182 7364'));
  return { id };
}
