import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApiApp } from '../../../tests/api-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/database.ts';
import { callAs, createDomainApp } from '../../../tests/domain-app.ts';
import { addPerson, testKey, testVault } from '../../../tests/people.ts';
import { findTraces } from '../../../tests/personal-scan.ts';
import { unzip } from '../../../tests/unzip.ts';
import { ban, isBanned, lift } from '../accounts/bans.ts';
import type { Database } from '../db.ts';
import { AppError } from '../errors.ts';
import { type Files, localFiles } from '../files.ts';
import { startWorker } from '../jobs.ts';
import { createLog } from '../log.ts';
import { tell } from '../messages/notices.ts';
import { record } from '../operator/audit.ts';
import { enqueue } from '../operator/queue.ts';
import { createQuota } from '../quota/quota.ts';
import { deleteAccount } from './delete-account.ts';
import { deleteFilesJob } from './delete-files-job.ts';
import { personalDomains } from './domains.ts';
import type { PersonalData } from './personal-data.ts';
import { privacyRoutes } from './routes.ts';

const name = '歐陽靖嵐';
const nickname = 'Skylark-Wing';
const mobile = '+85291827364';
const traces = { texts: [name, nickname], numbers: [mobile] };

/** A domain with files, as papers and evidence will be. */
const drawings: PersonalData = {
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
const domains = [drawings, ...personalDomains];

let testDatabase: TestDatabase;
let database: Database;
let directory: string;
let files: Files;
let logged: string[];
let apps: FastifyInstance[];
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await database.pool.query(
    'create table drawings (user_id bigint references users, title text, file_key text)',
  );
  directory = await mkdtemp(join(tmpdir(), 'mingshi-privacy-'));
  files = await localFiles(directory);
  logged = [];
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.close();
  await testDatabase.drop();
  await rm(directory, { recursive: true });
});

const log = createLog('debug', { write: (line: string) => void logged.push(line) });

async function serve(used: readonly PersonalData[] = domains) {
  const verifyAgain = async (_userId: number, requestId: string, code: string) => {
    if (requestId !== 'r1' || code !== '123456') throw new AppError('codeWrong');
  };
  const parts = { database, vault: testVault, files, verifyAgain, domains: used };
  const app = await createDomainApp(async (app) => void (await app.register(privacyRoutes, parts)), log);
  apps.push(app);
  return app;
}

/** Somebody of whom every table knows something. */
async function addRichPerson() {
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
    await tell(tx, { userId: id, kind: 'quota_granted', params: { family: 'paper', amount: 3 } });
    await enqueue(tx, { kind: 'petition', subjectId: '1', openedBy: id, aboutUser: operator.id });
    const made = await ban(tx, testVault, { e164: mobile, reason: `${name} 失約`, operatorId: operator.id });
    await lift(tx, { banId: made.ban.id, operatorId: operator.id });
    await record(tx, {
      operatorId: operator.id,
      action: 'users.read',
      aboutUser: id,
      params: { asked: '9182 7364' },
    });
  });
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
    [`insert into operators (user_id) values ($1)`, []],
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

async function runJobs() {
  const worker = await startWorker({ database, jobs: [deleteFilesJob(files)], log });
  await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query(
        'select count(*)::int as left from graphile_worker._private_jobs',
      );
      expect(rows[0].left).toBe(0);
    },
    { timeout: 10_000 },
  );
  await worker.stop();
}

const scan = () =>
  findTraces({ pool: database.pool, filesDirectory: directory, log: logged.join(''), ...traces });
const deletion = (app: FastifyInstance, id: number, code = '123456') =>
  callAs(app, { id }, 'POST', '/api/users/delete_account', { request_id: 'r1', code });

describe('deleting an account', () => {
  test('leaves no trace in any table, job, file or log', async () => {
    const app = await serve();
    const { id } = await addRichPerson();
    await callAs(app, { id }, 'GET', '/api/users/export');
    // Everything that says who this is has been written, and the scan sees it.
    expect((await scan()).sort()).toEqual([
      'file drawings/one.txt',
      'file drawings/two.txt',
      'file evidence/one',
      'public.audit_log.params',
      'public.badges.revoke_note',
      'public.bans.reason',
      'public.cases.other_channel',
      'public.cases.special_note',
      'public.children.nickname',
      'public.drawings.title',
      'public.eraser_records.title',
      'public.notices.params',
      'public.practice_attempts.answer',
      'public.push_subscriptions.endpoint',
      'public.qr_logins.code_hash',
      'public.queue_items.note',
      'public.quota_reservations.key',
      'public.recovery_codes.hash',
      'public.second_factors.secret_cipher',
      'public.session_tokens.hash',
      'public.sessions.browser',
      'public.sessions.browser_hash',
      'public.tutor_listings.display_name',
      'public.tutor_listings.introduction',
      'public.users.name',
      'public.voice_calls.upstream_id',
    ]);
    expect(await deletion(app, id)).toMatchObject({ code: 0, data: {} });
    await runJobs();
    expect(await scan()).toEqual([]);
    const { rows } = await database.pool.query(
      `select phone_hash, phone_cipher, name, deleted_at is not null as deleted,
         (select array_agg(ended_why) from sessions where user_id = users.id) as ended
       from users where id = $1`,
      [id],
    );
    expect(rows).toEqual([
      { phone_hash: null, phone_cipher: null, name: '', deleted: true, ended: ['deleted'] },
    ]);
  });

  // These need a match, hold no word about anybody, or end with the sessions; how they are forgotten has tests of its own.
  const elsewhere = [
    'interest',
    'classes',
    'reviews',
    'safety',
    'matching',
    'conversations',
    'chat',
    'push',
    'sharing',
  ];
  const wordy = domains.filter(({ name }) => !elsewhere.includes(name));
  test.each(wordy.map((domain) => [domain.name, domain] as const))(
    'the scan finds what %s would leave behind',
    async (_, forgetful) => {
      const app = await serve(
        domains.map((domain) =>
          domain === forgetful ? { ...domain, forget: async () => {}, files: async () => [] } : domain,
        ),
      );
      const { id } = await addRichPerson();
      expect((await deletion(app, id)).code).toBe(0);
      await runJobs();
      expect(await scan()).not.toEqual([]);
    },
  );

  test('files stay until nothing refers to them, and the job names keys only', async () => {
    const app = await serve();
    const { id } = await addRichPerson();
    await deletion(app, id);
    expect(await files.size('drawings/one.txt')).toBeGreaterThan(0);
    const { rows } = await database.pool.query('select payload from graphile_worker._private_jobs');
    expect(rows).toEqual([{ payload: { keys: ['drawings/one.txt', 'drawings/two.txt', 'evidence/one'] } }]);
  });

  test('a domain that fails undoes the whole', async () => {
    const failing = { ...drawings, forget: () => Promise.reject(new Error('disk')) };
    const app = await serve([
      ...personalDomains.slice(0, -1),
      failing,
      personalDomains.at(-1) as PersonalData,
    ]);
    const { id } = await addRichPerson();
    expect((await deletion(app, id)).code).toBe(1500);
    const { rows } = await database.pool.query(
      `select name, (select count(*)::int from notices where user_id = users.id) as notices from users where id = $1`,
      [id],
    );
    expect(rows).toEqual([{ name, notices: 1 }]);
    const jobs = await database.pool.query('select from graphile_worker._private_jobs');
    expect(jobs.rowCount).toBe(0);
  });

  test('needs a fresh code', async () => {
    const app = await serve();
    const { id } = await addRichPerson();
    expect(await deletion(app, id, '654321')).toMatchObject({ code: 2001 });
    expect(await deletion(app, id, '')).toMatchObject({ code: 1001 });
    const nobody = await callAs(app, undefined, 'POST', '/api/users/delete_account', {
      request_id: 'r1',
      code: '123456',
    });
    expect(nobody).toMatchObject({ code: 3002 });
    expect((await callAs(app, { id }, 'GET', '/api/users/export')).code).toBe(0);
  });

  test('twice at once happens once', async () => {
    const app = await serve();
    const { id } = await addRichPerson();
    const answers = await Promise.all([deletion(app, id), deletion(app, id)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 3001]);
  });

  test('leaves others as they were, and the number free for a new account', async () => {
    const app = await serve();
    const { id } = await addRichPerson();
    const other = await addPerson(database, { name: '不相干' });
    await database.pool.query(
      `insert into user_terms (user_id, suffix, version) values ($1, '', '2026-11')`,
      [other.id],
    );
    await deletion(app, id);
    const kept = (await callAs(app, { id: other.id }, 'GET', '/api/users/export')).data.data;
    expect(kept.account[0]).toMatchObject({ name: '不相干', mobile: other.mobile });
    expect(kept.agreed_terms).toHaveLength(1);
    await addPerson(database, { name, mobile });
  });

  test('a ban outlives it, as a keyed hash', async () => {
    const app = await serve();
    const { id } = await addRichPerson();
    await database.pool.query('delete from operators where user_id = $1', [id]);
    const operator = await addPerson(database, { operator: true });
    await database.transaction((tx) =>
      ban(tx, testVault, { e164: mobile, reason: `${name} 又失約`, operatorId: operator.id }),
    );
    await deletion(app, id);
    await runJobs();
    expect(await scan()).toEqual([]);
    expect(await isBanned(database.db, testVault.hashes(mobile))).toBe(true);
  });

  test('a request that was under way writes nothing for a deleted person', async () => {
    const { id } = await addRichPerson();
    const late = `insert into notices (user_id, kind, params) values (${id}, 'late', '{}')`;
    let waiting: Promise<unknown> | undefined;
    await database.transaction(async (tx) => {
      await deleteAccount(tx, testVault, domains, id);
      waiting = database.pool.query(late).catch((error) => error);
      await sleep(200);
    });
    expect(await waiting).toMatchObject({ message: 'the account of this row is deleted' });
    await expect(database.pool.query(late)).rejects.toThrow(/account of this row is deleted/);
    await expect(database.pool.query('update users set name = $2 where id = $1', [id, name])).rejects.toThrow(
      /users_forgotten/,
    );
  });
});

describe('export', () => {
  test('holds everything of mine, and no secrets', async () => {
    const app = await serve();
    const { id } = await addRichPerson();
    const { data } = await callAs(app, { id }, 'GET', '/api/users/export');
    expect(data.files).toEqual(['evidence-1001.webp', 'one.txt', 'two.txt']);
    expect(data.data).toMatchObject({
      account: [{ id, name, mobile, registration_method: 'home_register' }],
      agreed_terms: [{ suffix: 'privacy' }],
      sessions: [{ face: 'product', browser: `${nickname} Phone` }],
      second_factor: [{ recovery_codes_left: 1 }],
      bans: [{ reason: `${name} 失約` }],
      quota_grants: [{ kind: 'paper', used: 1 }],
      notices: [{ kind: 'quota_granted' }],
      decisions: [{ kind: 'petition', state: 'open' }],
      looked_up_by_operators: [{ action: 'users.read' }],
      drawings: [{ title: `${nickname} 的畫` }, { title: `${nickname} 的畫` }],
    });
    expect(JSON.stringify(data)).not.toMatch(/hash|cipher|secret/);
  });

  test('as an archive, for its owner only', async () => {
    const app = await serve();
    const { id } = await addRichPerson();
    await files.delete('drawings/two.txt');
    const response = await app.inject({
      url: '/api/users/export.zip',
      headers: { 'x-caller': JSON.stringify({ id }) },
    });
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
    });
    const archive = unzip(response.rawPayload);
    expect(Object.keys(archive)).toEqual(['files/evidence-1001.webp', 'files/one.txt', 'data.json']);
    expect(archive['files/one.txt']?.toString()).toBe(`畫者 ${name}`);
    expect(JSON.parse(archive['data.json']?.toString() ?? '')).toMatchObject({
      data: { account: [{ name }] },
      missing_files: ['two.txt'],
    });
    expect((await app.inject('/api/users/export.zip')).json()).toMatchObject({ code: 3002 });
    const face = { 'x-caller': JSON.stringify({ id, face: 'ai' }) };
    expect((await app.inject({ url: '/api/users/export.zip', headers: face })).json()).toMatchObject({
      code: 3002,
    });
  });

  test('arrives whole through the whole app', async () => {
    const key = testKey.toString('base64');
    const app = await createApiApp(database, { PHONE_KEYS: `k1:${key}`, SECRET_KEY: key });
    apps.push(app);
    const { id } = await addRichPerson();
    const session = {
      id: '',
      userId: id,
      face: 'product',
      openedAt: new Date(),
      openedByProduct: false,
      identity: 1,
    } as const;
    app.identify = async (request) => ({
      ...request.visitor,
      session: { ...session, operator: false, secondFactorAt: null },
    });
    const response = await app.inject({
      url: '/api/users/export.zip',
      headers: { 'accept-encoding': 'br, gzip' },
    });
    expect(response.headers['content-encoding']).toBeUndefined();
    const data = JSON.parse(unzip(response.rawPayload)['data.json']?.toString() ?? '');
    expect(data.data.account).toMatchObject([{ name, mobile }]);
  });

  test('no two domains use one heading', async () => {
    const { id } = await addRichPerson();
    const person = {
      userId: id,
      phone: { dialCode: '852', national: '91827364', e164: mobile },
      phoneHashes: testVault.hashes(mobile),
    };
    const headings: string[] = [];
    for (const domain of personalDomains)
      headings.push(...Object.keys(await domain.exportRows(database.db, person)));
    expect(new Set(headings).size).toBe(headings.length);
  });
});
