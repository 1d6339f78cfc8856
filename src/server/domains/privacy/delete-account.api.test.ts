import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { ban, isBanned } from '#server/domains/accounts/bans.ts';
import type { PersonalData } from '#server/ground/db/personal-data.ts';
import { personalDomains } from '#server/wiring/personal-data.ts';
import { callAs } from '#tests/callers.ts';
import { addPerson, testPhoneEncryption } from '#tests/people.ts';
import { domains, servePrivacy } from '#tests/privacy-app.ts';
import { drawings, mobile, name } from '#tests/rich-person.ts';
import { untilWaiting } from '#tests/while-locked.ts';
import { deleteAccount } from './privacy.ts';

const privacy = servePrivacy();
const deletion = (app: FastifyInstance, id: number, code = '123456') =>
  callAs(app, { id }, 'POST /api/users/delete_account', { request_id: 'r1', code });

test('a deleted account leaves no trace in any table, job, file or log', async () => {
  const app = await privacy.serve();
  const { id } = await privacy.addRichPerson();
  await callAs(app, { id }, 'GET /api/users/export');
  // All identifying data has been written, and the scan finds it.
  expect((await privacy.scan()).sort()).toEqual([
    'file drawings/one.txt',
    'file drawings/two.txt',
    'file evidence/one',
    'public.audit_log.params',
    'public.badges.revoke_note',
    'public.ban_requests.answer',
    'public.ban_requests.words',
    'public.bans.reason',
    'public.case_drafts.form',
    'public.cases.other_channel',
    'public.cases.special_note',
    'public.children.nickname',
    'public.drawings.title',
    'public.email_addresses.address_hash',
    'public.email_addresses.link_hash',
    'public.email_claims.address_hash',
    'public.email_claims.code_hash',
    'public.email_claims.link_hash',
    'public.eraser_records.title',
    'public.measure_appeals.words',
    'public.measures.reason',
    'public.notices.params',
    'public.number_requests.given_name',
    'public.number_requests.story',
    'public.practice_attempts.answer',
    'public.push_subscriptions.endpoint',
    'public.qr_logins.code_hash',
    'public.queue_items.note',
    'public.quota_reservations.key',
    'public.recovery_codes.hash',
    'public.reports.answer',
    'public.reports.words',
    'public.second_factors.secret_cipher',
    'public.session_tokens.hash',
    'public.sessions.browser',
    'public.sessions.browser_hash',
    'public.tutor_drafts.form',
    'public.tutor_listings.display_name',
    'public.tutor_listings.introduction',
    'public.users.name',
    'public.voice_calls.upstream_id',
  ]);
  expect(await deletion(app, id)).toMatchObject({ code: 0, data: {} });
  await privacy.runJobs();
  expect(await privacy.scan()).toEqual([]);
  const { rows } = await privacy.database().pool.query(
    `select phone_hash, phone_cipher, name, deleted_at is not null as deleted,
       (select array_agg(ended_why) from sessions where user_id = users.id) as ended
     from users where id = $1`,
    [id],
  );
  expect(rows).toEqual([
    { phone_hash: null, phone_cipher: null, name: '', deleted: true, ended: ['deleted'] },
  ]);
});

// These domains need a match, store no personal text, or end with the sessions; their deletion has its own
// tests.
const elsewhere = [
  'interest',
  'classes',
  'reviews',
  'safety',
  'market',
  'matching',
  'conversations',
  'deliveries',
  'chat',
  'push',
  'notification settings',
  'sharing',
];
const wordy = domains.filter(({ name }) => !elsewhere.includes(name));
test.each(wordy.map((domain) => [domain.name, domain] as const))(
  'the scan finds what %s would leave behind',
  { tags: ['whole'] },
  async (_, forgetful) => {
    const app = await privacy.serve(
      domains.map((domain) =>
        domain === forgetful ? { ...domain, forget: async () => {}, files: async () => [] } : domain,
      ),
    );
    const { id } = await privacy.addRichPerson();
    expect((await deletion(app, id)).code).toBe(0);
    await privacy.runJobs();
    expect(await privacy.scan()).not.toEqual([]);
  },
);

test('files are deleted only after the rows that refer to them, and the job contains only file keys', async () => {
  const app = await privacy.serve();
  const { id } = await privacy.addRichPerson();
  await deletion(app, id);
  expect(await privacy.files().size('drawings/one.txt')).toBeGreaterThan(0);
  const { rows } = await privacy
    .database()
    .pool.query(
      'select payload from graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))',
    );
  expect(rows).toEqual([{ payload: { keys: ['drawings/one.txt', 'drawings/two.txt', 'evidence/one'] } }]);
});

test('a domain that fails rolls back the whole deletion', async () => {
  const failing = { ...drawings, forget: () => Promise.reject(new Error('disk')) };
  const app = await privacy.serve([
    ...personalDomains.slice(0, -1),
    failing,
    personalDomains.at(-1) as PersonalData,
  ]);
  const { id } = await privacy.addRichPerson();
  expect((await deletion(app, id)).code).toBe(1500);
  const { rows } = await privacy
    .database()
    .pool.query(
      `select name, (select count(*)::int from notices where user_id = users.id) as notices from users where id = $1`,
      [id],
    );
  expect(rows).toEqual([{ name, notices: 1 }]);
  const jobs = await privacy.database().pool.query('select from graphile_worker.jobs');
  expect(jobs.rowCount).toBe(0);
});

test('deleting an account needs a fresh code', async () => {
  const app = await privacy.serve();
  const { id } = await privacy.addRichPerson();
  expect(await deletion(app, id, '654321')).toMatchObject({ code: 2001 });
  expect(await deletion(app, id, '')).toMatchObject({ code: 1001 });
  const nobody = await callAs(app, undefined, 'POST /api/users/delete_account', {
    request_id: 'r1',
    code: '123456',
  });
  expect(nobody).toMatchObject({ code: 3002 });
  expect((await callAs(app, { id }, 'GET /api/users/export')).code).toBe(0);
});

test('two concurrent deletions of one account: exactly one succeeds', async () => {
  const app = await privacy.serve();
  const { id } = await privacy.addRichPerson();
  const answers = await Promise.all([deletion(app, id), deletion(app, id)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 3001]);
});

test('a deletion leaves other users unchanged, and the number can register again', async () => {
  const app = await privacy.serve();
  const { id } = await privacy.addRichPerson();
  const other = await addPerson(privacy.database(), { name: '不相干' });
  await privacy
    .database()
    .pool.query(`insert into user_terms (user_id, suffix, version) values ($1, '', '2026-11')`, [other.id]);
  await deletion(app, id);
  const kept = (await callAs(app, { id: other.id }, 'GET /api/users/export')).data.data;
  expect(kept.account[0]).toMatchObject({ name: '不相干', mobile: other.mobile });
  expect(kept.agreed_terms).toHaveLength(1);
  await addPerson(privacy.database(), { name, mobile });
});

test('a ban outlives the account, as a keyed hash', async () => {
  const app = await privacy.serve();
  const { id } = await privacy.addRichPerson();
  await privacy.database().pool.query('delete from operators where user_id = $1', [id]);
  const operator = await addPerson(privacy.database(), { operator: true });
  await privacy
    .database()
    .transaction((tx) =>
      ban(tx, testPhoneEncryption, { e164: mobile, reason: `${name} 又失約`, operatorId: operator.id }),
    );
  await deletion(app, id);
  await privacy.runJobs();
  expect(await privacy.scan()).toEqual([]);
  expect(await isBanned(privacy.database().db, testPhoneEncryption.hashes(mobile))).toBe(true);
});

test('a request that was under way cannot write rows for a deleted user', async () => {
  const { id } = await privacy.addRichPerson();
  const late = `insert into notices (user_id, kind, params) values (${id}, 'late', '{}')`;
  let waiting: Promise<unknown> | undefined;
  await privacy.database().transaction(async (tx) => {
    await deleteAccount(tx, testPhoneEncryption, domains, id);
    waiting = privacy
      .database()
      .pool.query(late)
      .catch((error) => error);
    await untilWaiting(privacy.database(), 1);
  });
  expect(await waiting).toMatchObject({ message: 'the account of this row is deleted' });
  await expect(privacy.database().pool.query(late)).rejects.toThrow(/account of this row is deleted/);
  await expect(
    privacy.database().pool.query('update users set name = $2 where id = $1', [id, name]),
  ).rejects.toThrow(/users_forgotten/);
});
