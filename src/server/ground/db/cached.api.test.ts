import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/database.ts';
import { serve } from '#tests/serve.ts';
import { type Cache, createCache } from './cached.ts';
import type { Database } from './db.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
});
afterAll(() => testDatabase.drop());

/** Takes milliseconds on an idle machine; the rest is for a busy one. */
const soon = { timeout: 2_000, interval: 20 };

let cache: Cache;
beforeEach(async () => {
  cache = await createCache(database, 'reference_changed');
  return cache.close;
});

const rename = (name: string) =>
  database.pool.query('update grades set name_zh_hant = $1 where id = 1', [name]);
const readName = async () => {
  const { rows } = await database.pool.query('select name_zh_hant from grades where id = 1');
  return rows[0].name_zh_hant as string;
};

test('the cache loads once per key, also for concurrent callers', async () => {
  const load = vi.fn(async (key: string) => key.toUpperCase());
  const read = cache.remember(load);
  expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual(['A', 'A', 'B']);
  expect(await read('a')).toBe('A');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a failed load is not cached', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('database away')).mockResolvedValue('there');
  const read = cache.remember(load);
  await expect(read('a')).rejects.toThrow('database away');
  expect(await read('a')).toBe('there');
});

test('a change in the database clears the cached value', async () => {
  const read = cache.remember(readName);
  await rename('before');
  await vi.waitFor(async () => expect(await read('k')).toBe('before'), soon);
  await rename('after');
  await vi.waitFor(async () => expect(await read('k')).toBe('after'), soon);
});

test('a value that was read before a change is not cached after it', async () => {
  await rename('before');
  const [hasRead, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slowly = cache.remember(async () => {
    const name = await readName();
    hasRead.resolve();
    await finished.promise;
    return name;
  });
  const early = slowly('k');
  await hasRead.promise;

  const notified = vi.fn();
  onTestFinished(await database.listen('reference_changed', notified, () => {}));
  await rename('after');
  await vi.waitFor(() => expect(notified).toHaveBeenCalled(), { timeout: 5_000 });
  finished.resolve();
  expect(await early).toBe('before');
  expect(await slowly('k')).toBe('after');
});

test('a lost listening connection clears the cache, because changes may have been missed', async () => {
  const read = cache.remember(readName);
  await rename('before');
  await vi.waitFor(async () => expect(await read('k')).toBe('before'), soon);
  const reconnected = vi.fn();
  onTestFinished(await database.listen('reference_changed', () => {}, reconnected));
  await database.pool.query(`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and application_name like '% listen'`);
  await rename('missed');
  await vi.waitFor(() => expect(reconnected).toHaveBeenCalled(), { timeout: 10_000 });
  expect(await read('k')).toBe('missed');
});

test('a cached reference list costs no query, and a change in the database reaches the next answer', async () => {
  const { get } = await serve({ over: database, whenOver: onTestFinished });
  const firstGrade = async () => (await get('/api/common_info/grade')).data.list[0].name;
  await rename('K1');
  const query = vi.spyOn(database.pool, 'query');
  // Until the notification of that change has arrived, a read may still be followed by another load.
  await vi.waitFor(async () => {
    query.mockClear();
    expect(await firstGrade()).toBe('K1');
    expect(query).not.toHaveBeenCalled();
  }, soon);
  query.mockRestore();

  await rename('幼兒班');
  await vi.waitFor(async () => expect(await firstGrade()).toBe('幼兒班'), soon);
});

test.each([
  ['schools', 'reference_changed'],
  ['faqs', 'content_changed'],
  ['terms', 'content_changed'],
  ['company_info', 'content_changed'],
])('a change of table %s is notified on channel %s', async (table, channel) => {
  const notified = vi.fn();
  const stop = await database.listen(channel, notified, () => {});
  onTestFinished(stop);
  await database.pool.query(`delete from ${table} where false`);
  await vi.waitFor(() => expect(notified).toHaveBeenCalledWith(table), soon);
});
