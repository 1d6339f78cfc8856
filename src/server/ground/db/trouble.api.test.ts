import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { createDomainApp } from '#tests/domain-app.ts';
import { openDatabase } from './db.ts';
import { databaseTrouble } from './trouble.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

const troubleOf = (failing: PromiseLike<unknown>) =>
  Promise.resolve(failing).then(() => 'none', databaseTrouble);

test('a database that is not there, or goes, is away', async () => {
  const nobody = openDatabase('postgres://nobody@127.0.0.1:1/none', { log: silentLog });
  expect(await troubleOf(nobody.pool.query('select 1'))).toBe('away');
  expect(await troubleOf(nobody.db.execute(sql`select 1`))).toBe('away');
  await nobody.close();
  const { database } = testDatabase;
  const cut = sql`select pg_terminate_backend(pg_backend_pid())`;
  expect(await troubleOf(database.db.execute(cut))).toBe('away');
  expect(await troubleOf(database.transaction((tx) => tx.execute(cut)))).toBe('away');
});

test('what took too long is slow; what is wrong with a question is neither', async () => {
  const hasty = openDatabase(testDatabase.url, { log: silentLog, statementTimeoutMs: 50, lockTimeoutMs: 50 });
  expect(await troubleOf(hasty.db.execute(sql`select pg_sleep(5)`))).toBe('slow');
  await testDatabase.database.transaction(async (tx) => {
    await tx.execute(sql`lock table seeds`);
    expect(await troubleOf(hasty.db.execute(sql`select from seeds`))).toBe('slow');
  });
  expect(await troubleOf(hasty.db.execute(sql`select nothing_such`))).toBeUndefined();
  expect(await troubleOf(hasty.db.execute(sql`select 1 / 0`))).toBeUndefined();
  await hasty.close();
});

test('people are told to come back, or that it took too long', async () => {
  const nobody = openDatabase('postgres://nobody@127.0.0.1:1/none', { log: silentLog });
  const hasty = openDatabase(testDatabase.url, { log: silentLog, statementTimeoutMs: 50 });
  const app = await createDomainApp(async (app) => {
    app.get('/away', () => nobody.db.execute(sql`select 1`));
    app.get('/slow', () => hasty.db.execute(sql`select pg_sleep(5)`));
  });
  const ask = async (url: string) => (await app.inject({ url })).json();
  expect(await ask('/away')).toMatchObject({ code: 1010 });
  expect(await ask('/slow')).toMatchObject({ code: 1009 });
  await app.close();
  await Promise.all([nobody.close(), hasty.close()]);
});
