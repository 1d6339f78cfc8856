import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isBanned } from '#server/domains/accounts/bans.ts';
import { createQuota } from '#server/domains/quota/quota.ts';
import type { Database } from '#server/ground/db/db.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import { splitKey } from '#shared/call.ts';
import { operatorCalls } from '#shared/operator.ts';
import { standingOperatorCalls } from '#shared/safety/standing.ts';
import { callAs, type Person } from '#tests/callers.ts';
import { createTestDatabase, type TestDatabase } from '#tests/database.ts';
import { createDomainApp } from '#tests/domain-app.ts';
import { addPerson, testPhoneEncryption } from '#tests/people.ts';
import { enqueue, type QueueKind } from './queue.ts';
import { operatorRoutes } from './routes.ts';
import { createStandingDesk } from './standing.ts';
import { standingRoutes } from './standing-routes.ts';

const spend = {
  day: '2026-11-15',
  messages: 3,
  failed: 0,
  spend_cents: 120,
  refused: { prefix: 2 },
  price_cents: 40,
  budget_cents: 10_000,
  breaker: 'open',
  proof_cost: 1,
  sender: '#Mingshi',
};
const decidedTimes: string[] = [];
const petition: QueueKind = {
  kind: 'petition',
  titleOf: ({ subjectId }) => ({ 'zh-Hant': `請求 ${subjectId}`, en: `Petition ${subjectId}` }),
  decisions: { accept: { 'zh-Hant': '接受', en: 'Accept' }, refuse: { 'zh-Hant': '拒絕', en: 'Refuse' } },
  detailsOf: async () => ({ pages: 2 }),
  async decide(tx, item, decision) {
    await tx.execute(sql`select pg_sleep(0.05)`);
    decidedTimes.push(`${item.subjectId} ${decision}`);
    return {
      opener: { kind: 'quota_granted', params: { family: 'paper', amount: 1 } },
      about: { kind: 'quota_granted', params: { family: 'voice', amount: 2 } },
    };
  },
};

let testDatabase: TestDatabase;
let database: Database;
let app: FastifyInstance;
let operator: Person;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  const quota = createQuota({ free: { paper: 5 }, dailyMax: {} });
  const parts = {
    database,
    vault: testPhoneEncryption,
    quota,
    smsSpend: async () => spend,
    queueKinds: [petition],
  };
  app = await createDomainApp(async (app) => {
    await app.register(operatorRoutes, parts);
    await app.register(standingRoutes, { ...parts, standingDesk: createStandingDesk([]) });
  });
});
beforeEach(async () => {
  const { id } = await addPerson(database, { operator: true });
  operator = { id, operator: true, locale: 'zh-Hant' };
});
afterAll(async () => {
  await app.close();
  await testDatabase.drop();
});

const read = (path: string) => callAs(app, operator, `GET /api/operator/${path}`);
const post = (path: string, body?: object) => callAs(app, operator, `POST /api/operator/${path}`, body ?? {});
async function auditEntries() {
  const { rows } = await database.pool.query(
    'select action, about_user::int, params from audit_log where operator_id = $1 order by id',
    [operator.id],
  );
  return rows;
}
async function openSession(userId: number) {
  await database.pool.query(
    `insert into sessions (user_id, face, ends_at, browser_hash) values ($1, 'product', now() + interval '1 day', '')`,
    [userId],
  );
}
const liveSessions = async (userId: number) =>
  (
    await database.pool.query('select ended_why from sessions where user_id = $1 and ended_at is null', [
      userId,
    ])
  ).rowCount;

test('every operator endpoint needs an operator with a second factor', async () => {
  const calls = { ...operatorCalls, ...standingOperatorCalls };
  for (const key of Object.keys(calls) as (keyof typeof calls)[]) {
    const { method, path } = splitKey(key);
    const url = path.replace('{id}', '1');
    const as = (caller?: Parameters<typeof callAs>[1]) => callAs(app, caller, `${method} ${url}`);
    expect(await as(), key).toMatchObject({ code: 3002 });
    expect(await as({ id: operator.id }), key).toMatchObject({ code: 3006 });
    expect(await as({ ...operator, secondFactor: false }), key).toMatchObject({ code: 3007 });
    expect(await as({ ...operator, face: 'ai' }), key).toMatchObject({ code: 3002 });
  }
  expect(await auditEntries()).toEqual([]);
});

describe('users', () => {
  test('are found by id or by exact number, masked, and every lookup is recorded in the audit log', async () => {
    const { id } = await addPerson(database, { mobile: '+85262345678', name: '李小明' });
    for (const query of [`id=${id}`, 'mobile=6234 5678', 'area_code=852&mobile=62345678'])
      expect((await read(`users?${query}`)).data).toMatchObject({
        total: 1,
        list: [{ id, name: '李小明', mobile: '+852 62****78', is_banned: false }],
      });
    expect((await read('users?mobile=62345679')).data.total).toBe(0);
    expect(await read('users?mobile=123456')).toMatchObject({
      code: 1001,
      data: { fields: { mobile: expect.any(String) } },
    });
    const detail = await read(`users/${id}`);
    expect(detail.data).toMatchObject({
      id,
      mobile: '+852 62****78',
      live_sessions: 0,
      bans: [],
      total_count: 5,
    });
    expect(await read('users/999999')).toMatchObject({ code: 1005 });
    const written = await auditEntries();
    expect(written.map(({ action }) => action)).toEqual([...Array(4).fill('users.searched'), 'users.read']);
    expect(written.at(-1)).toEqual({ action: 'users.read', about_user: id, params: {} });
    expect(JSON.stringify(written)).not.toMatch(/6234/);
    expect(JSON.stringify(detail)).not.toMatch(/62345678/);
  });

  test('can be granted more quota, once per submitted form', async () => {
    const { id } = await addPerson(database);
    const body = { kind: 'paper', amount: 20, days: 30, key: crypto.randomUUID() };
    await Promise.all([post(`users/${id}/quota`, body), post(`users/${id}/quota`, body)]);
    expect((await read(`users/${id}`)).data).toMatchObject({ remaining_count: 25, total_count: 25 });
    const { rows } = await database.pool.query('select kind, params from notices where user_id = $1', [id]);
    expect(rows).toEqual([{ kind: 'quota_granted', params: { family: 'paper', amount: 20 } }]);
    expect(await post(`users/${id}/quota`, { ...body, kind: 'gold' })).toMatchObject({ code: 1001 });
  });
});

test('an operator can log a user out everywhere without a ban', async () => {
  const person = await addPerson(database);
  await openSession(person.id);
  expect((await post(`users/${person.id}/end_sessions`)).code).toBe(0);
  expect(await liveSessions(person.id)).toBe(0);
  expect(await isBanned(database.db, testPhoneEncryption.hashes(person.mobile))).toBe(false);
  expect((await auditEntries()).map(({ action }) => action)).toEqual(['users.logged_out']);
  expect((await post('users/999999/end_sessions')).code).toBe(1005);
});

describe('bans', () => {
  test('log the user out, and can be lifted', async () => {
    const person = await addPerson(database);
    await openSession(person.id);
    const { data: ban } = await post('bans', { user_id: person.id, reason: '冒認導師' });
    expect(ban).toMatchObject({
      user_id: person.id,
      reason: '冒認導師',
      banned_by: operator.id,
      lifted_at: null,
    });
    expect(await liveSessions(person.id)).toBe(0);
    expect(await isBanned(database.db, testPhoneEncryption.hashes(person.mobile))).toBe(true);
    expect((await read(`users/${person.id}`)).data).toMatchObject({
      is_banned: true,
      bans: [{ id: ban.id }],
    });
    expect((await post('bans', { user_id: person.id, reason: '再次' })).data).toMatchObject({
      id: ban.id,
      reason: '冒認導師',
    });

    expect((await post(`bans/${ban.id}/lift`)).data.lifted_by).toBe(operator.id);
    expect(await post(`bans/${ban.id}/lift`)).toMatchObject({ code: 1012 });
    expect(await post('bans/999999/lift')).toMatchObject({ code: 1005 });
    expect(await isBanned(database.db, testPhoneEncryption.hashes(person.mobile))).toBe(false);
    expect((await auditEntries()).map(({ action }) => action)).toEqual([
      'bans.made',
      'users.read',
      'bans.made',
      'bans.lifted',
    ]);
  });

  test('also work for a number without an account', async () => {
    const { data } = await post('bans', { mobile: '69990001', reason: '濫發訊息' });
    expect(data).toMatchObject({ user_id: null });
    expect(await isBanned(database.db, testPhoneEncryption.hashes('+85269990001'))).toBe(true);
    const bystander = await addPerson(database);
    expect((await read(`users/${bystander.id}`)).data).toMatchObject({ is_banned: false, bans: [] });
    expect((await read('bans')).data.list[0]).toMatchObject({ id: data.id, user_id: null });
  });

  test('made concurrently for one user are one ban', async () => {
    const person = await addPerson(database);
    const made = await Promise.all(
      Array.from({ length: 4 }, () => post('bans', { user_id: person.id, reason: '同時' })),
    );
    expect(new Set(made.map(({ data }) => data.id)).size).toBe(1);
  });

  test('of oneself or another operator are refused, without an audit log entry', async () => {
    const other = await addPerson(database, { operator: true });
    await openSession(other.id);
    for (const user_id of [operator.id, other.id])
      expect(await post('bans', { user_id, reason: '不行' })).toMatchObject({ status: 403, code: 3006 });
    expect(await post('bans', { mobile: other.mobile.slice(4), reason: '不行' })).toMatchObject({
      code: 3006,
    });
    expect(await liveSessions(other.id)).toBe(1);
    expect(await auditEntries()).toEqual([]);
  });

  test('need exactly one user or number, and a reason', async () => {
    for (const body of [
      { reason: 'x' },
      { user_id: 1, mobile: '61234567', reason: 'x' },
      { user_id: 1, reason: ' ' },
    ])
      expect(await post('bans', body)).toMatchObject({ code: 1001 });
  });
});

describe('the queue', () => {
  async function petitionOf(subjectId: string) {
    const opener = await addPerson(database);
    const about = await addPerson(database);
    const item = { kind: 'petition', subjectId, openedBy: opener.id, aboutUser: about.id };
    await database.transaction((tx) => enqueue(tx, item));
    await database.transaction((tx) => enqueue(tx, item));
    const { rows } = await database.pool.query('select id::int from queue_items where subject_id = $1', [
      subjectId,
    ]);
    expect(rows).toHaveLength(1);
    return { id: rows[0].id as number, opener, about };
  }
  const noticesOf = async (userId: number) =>
    (await database.pool.query('select params from notices where user_id = $1', [userId])).rows;

  test('shows open items, and a decision notifies both sides', async () => {
    const { id, opener, about } = await petitionOf('A1');
    const waiting = (await read('queue')).data.list.find((item: { id: number }) => item.id === id);
    expect(waiting).toMatchObject({
      title: '請求 A1',
      state: 'open',
      decisions: [
        { decision: 'accept', label: '接受' },
        { decision: 'refuse', label: '拒絕' },
      ],
    });
    expect((await read(`queue/${id}`)).data.details).toEqual({ pages: 2 });
    const wrong = await post(`queue/${id}/decide`, { decision: 'toString' });
    expect(wrong).toMatchObject({ code: 1001, data: { fields: { decision: expect.any(String) } } });
    const { data } = await post(`queue/${id}/decide`, { decision: 'refuse', note: '資料不足' });
    expect(data).toMatchObject({
      state: 'decided',
      decision: 'refuse',
      decided_by: operator.id,
      decisions: [],
    });
    expect(await noticesOf(opener.id)).toEqual([{ params: { family: 'paper', amount: 1 } }]);
    expect(await noticesOf(about.id)).toEqual([{ params: { family: 'voice', amount: 2 } }]);
    expect((await auditEntries()).at(-1)).toEqual({
      action: 'queue.decided',
      about_user: about.id,
      params: { item: id, kind: 'petition', decision: 'refuse' },
    });
    expect((await read('queue?state=decided')).data.list[0]).toMatchObject({ id, note: '資料不足' });
  });

  test('two operators decide at the same time: one succeeds, the other gets a conflict', async () => {
    const { id, opener } = await petitionOf('A2');
    const second = { id: (await addPerson(database, { operator: true })).id, operator: true };
    const answers = await Promise.all([
      callAs(app, operator, `POST /api/operator/queue/${id}/decide`, { decision: 'accept' }),
      callAs(app, second, `POST /api/operator/queue/${id}/decide`, { decision: 'refuse' }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 1012]);
    expect(decidedTimes.filter((one) => one.startsWith('A2'))).toHaveLength(1);
    expect(await noticesOf(opener.id)).toHaveLength(1);
  });

  test('operators neither see nor decide an item that they opened or that is about them; others do', async () => {
    const { id, opener, about } = await petitionOf('A3');
    const listed = async (one: Person) => {
      const { list, total } = (await callAs(app, one, 'GET /api/operator/queue?page_size=100')).data;
      expect(list).toHaveLength(total);
      return list.some((item: { id: number }) => item.id === id);
    };
    for (const party of [opener, about]) {
      const self = { id: party.id, operator: true };
      expect(await listed(self)).toBe(false);
      expect(await callAs(app, self, `GET /api/operator/queue/${id}`)).toMatchObject({ code: 1005 });
      const decided = callAs(app, self, `POST /api/operator/queue/${id}/decide`, { decision: 'accept' });
      expect(await decided).toMatchObject({ code: 1005 });
    }
    expect(await listed(operator)).toBe(true);
  });
});

describe('jobs', () => {
  const secret = defineJob({ name: 'secret-work', payload: z.object({ id: z.int() }), run: async () => {} });

  test('are counted by state, shown without their payload, and can be retried', async () => {
    for (const id of [70001, 70002, 70003]) await database.transaction((tx) => addJob(tx, secret, { id }));
    const jobs = await database.pool.query('select id from graphile_worker.jobs order by id');
    const [failing, taken] = jobs.rows.map(({ id }) => id);
    await database.pool.query('select graphile_worker.permanently_fail_jobs(array[$1]::bigint[], $2)', [
      failing,
      'cannot reach 9123 4567\nat x',
    ]);
    // No public API: only a worker of the queue's own marks a job as its.
    await database.pool.query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody' where id = $1`,
      [taken],
    );
    const { data } = await read('jobs');
    expect(data).toMatchObject({ total: 3, counts: { waiting: 1, running: 1, failed: 1 } });
    expect(JSON.stringify(data)).not.toMatch(/7000\d|payload/);
    const failed = (await read('jobs?state=failed')).data.list;
    expect(failed).toMatchObject([{ name: 'secret-work', state: 'failed', last_error: 'cannot reach …' }]);
    expect((await post(`jobs/${failed[0].id}/retry`)).code).toBe(0);
    expect((await read('jobs')).data.counts).toEqual({ waiting: 2, running: 1, failed: 0 });
    const [running] = (await read('jobs?state=running')).data.list;
    expect(await post(`jobs/${running.id}/retry`)).toMatchObject({ code: 1012 });
    expect(await post('jobs/999999/retry')).toMatchObject({ code: 1005 });
    expect((await auditEntries()).filter(({ action }) => action === 'jobs.retried')).toHaveLength(1);
  });
});

test('the SMS spend is answered, and reading it is recorded in the audit log', async () => {
  expect((await read('sms_spend')).data).toEqual(spend);
  expect((await auditEntries())[0].action).toBe('sms_spend.read');
});

describe('the audit log', () => {
  test('is listed latest first, and listing it is recorded too', async () => {
    await read('bans');
    await read('users?id=1');
    const { data } = await read(`audit?operator_id=${operator.id}&page_size=2`);
    expect(data).toMatchObject({ total: 3, page_size: 2 });
    expect(data.list.map(({ action }: { action: string }) => action)).toEqual([
      'audit.listed',
      'users.searched',
    ]);
  });

  test('can be filtered by a user id that does not exist', async () => {
    expect(await read('audit?about_user=999999999')).toMatchObject({ code: 0, data: { list: [], total: 0 } });
    expect(await auditEntries()).toEqual([{ action: 'audit.listed', about_user: null, params: { page: 1 } }]);
  });

  test.each([
    `update audit_log set action = 'other'`,
    `update audit_log set params = '{"a": 1}'`,
    `update audit_log set params = '{}', operator_id = null`,
    'delete from audit_log',
    'truncate audit_log',
  ])('refuses %s', async (statement) => {
    await read('bans?page=7');
    await expect(database.pool.query(statement)).rejects.toThrow(/append only/);
  });

  test('allows params to be emptied', async () => {
    await read('bans?page=7');
    await database.pool.query(`update audit_log set params = '{}' where operator_id = $1`, [operator.id]);
    expect(await auditEntries()).toEqual([{ action: 'bans.listed', about_user: null, params: {} }]);
  });
});
