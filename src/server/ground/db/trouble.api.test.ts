import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { createDomainApp } from '#tests/domain-app.ts';
import { databaseFailure } from './database-failure.ts';
import { openDatabase } from './db.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

/** PostgreSQL's own error, as it answers a write that does not fit on its disk. */
const diskFull = sql`do $$ begin raise exception 'no space' using errcode = 'disk_full'; end $$`;

const failureOf = (failing: PromiseLike<unknown>) =>
  Promise.resolve(failing).then(() => 'none', databaseFailure);

test('an unreachable database or a lost connection is classified as away', async () => {
  const unreachable = openDatabase('postgres://nobody@127.0.0.1:1/none', { log: silentLog });
  expect(await failureOf(unreachable.pool.query('select 1'))).toBe('away');
  expect(await failureOf(unreachable.db.execute(sql`select 1`))).toBe('away');
  await unreachable.close();
  const { database } = testDatabase;
  const cut = sql`select pg_terminate_backend(pg_backend_pid())`;
  expect(await failureOf(database.db.execute(cut))).toBe('away');
  expect(await failureOf(database.transaction((tx) => tx.execute(cut)))).toBe('away');
});

test('statement and lock timeouts are classified as slow; query errors are not classified', async () => {
  const withTimeout = openDatabase(testDatabase.url, {
    log: silentLog,
    statementTimeoutMs: 50,
    lockTimeoutMs: 50,
  });
  expect(await failureOf(withTimeout.db.execute(sql`select pg_sleep(5)`))).toBe('slow');
  await testDatabase.database.transaction(async (tx) => {
    await tx.execute(sql`lock table seeds`);
    expect(await failureOf(withTimeout.db.execute(sql`select from seeds`))).toBe('slow');
  });
  expect(await failureOf(withTimeout.db.execute(sql`select nothing_such`))).toBeUndefined();
  expect(await failureOf(withTimeout.db.execute(sql`select 1 / 0`))).toBeUndefined();
  expect(await failureOf(withTimeout.db.execute(diskFull))).toBe('full');
  await withTimeout.close();
});

test('API calls answer notReady (1010) if the database is away, tooSlow (1009) after a timeout and noSpace (1014) on a full disk', async () => {
  const unreachable = openDatabase('postgres://nobody@127.0.0.1:1/none', { log: silentLog });
  const withTimeout = openDatabase(testDatabase.url, { log: silentLog, statementTimeoutMs: 50 });
  const app = await createDomainApp(async (app) => {
    app.get('/away', () => unreachable.db.execute(sql`select 1`));
    app.get('/slow', () => withTimeout.db.execute(sql`select pg_sleep(5)`));
    app.get('/full', () => withTimeout.db.execute(diskFull));
    app.get('/full-here', async () => {
      throw new Error('wrapped', { cause: Object.assign(new Error('no space'), { code: 'ENOSPC' }) });
    });
  });
  const request = async (url: string) => (await app.inject({ url })).json();
  expect(await request('/away')).toMatchObject({ code: 1010 });
  expect(await request('/slow')).toMatchObject({ code: 1009 });
  expect(await request('/full')).toMatchObject({ code: 1014, message: expect.stringContaining('儲存空間') });
  expect(await request('/full-here')).toMatchObject({ code: 1014 });
  await app.close();
  await Promise.all([unreachable.close(), withTimeout.close()]);
});
