import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { StartError } from '../config/start-error.ts';
import { migrate } from './migrate.ts';

let db: TestDatabase;
let directory: string;
beforeEach(async () => {
  db = await createTestDatabase({ empty: true });
  directory = await mkdtemp(join(tmpdir(), 'mingshi-migrations-'));
});
afterEach(async () => {
  await db.drop();
  await rm(directory, { recursive: true });
});

const write = (name: string, sql: string) => writeFile(join(directory, name), sql);
const run = () => migrate(db.url, { log: silentLog, directory });
const rows = async (text: string) => (await db.database.pool.query(text)).rows;

test('every migration file is applied once and in order, and the job queue is installed', async () => {
  await write('0001_pages.sql', 'create table pages (id int); create table words (id int);');
  await write('0002_first_page.sql', 'insert into pages values (1);');
  await run();
  await run();
  await write('0003_second_page.sql', 'insert into pages values (2);');
  await run();
  expect(await rows('select id from pages order by id')).toEqual([{ id: 1 }, { id: 2 }]);
  expect((await rows('select name from migrations order by name')).map(({ name }) => name)).toEqual([
    '0001_pages.sql',
    '0002_first_page.sql',
    '0003_second_page.sql',
  ]);
  expect(await rows('select count(*)::int from graphile_worker.jobs')).toEqual([{ count: 0 }]);
});

test('of ten concurrent migrations one does the work, and the others wait for it', async () => {
  await write('0001_slow.sql', 'select pg_sleep(0.2); create table once_only (id int);');
  let seeding = 0;
  let mostAtOnce = 0;
  const afterwards = async () => {
    mostAtOnce = Math.max(mostAtOnce, ++seeding);
    await new Promise((resolve) => setTimeout(resolve, 20));
    seeding--;
  };
  await Promise.all(
    Array.from({ length: 10 }, () => migrate(db.url, { log: silentLog, directory, afterwards })),
  );
  expect(await rows('select count(*)::int from migrations')).toEqual([{ count: 1 }]);
  expect(mostAtOnce).toBe(1);
});

test('a migration that fails is rolled back, and the error names its file and line', async () => {
  await write('0001_good.sql', 'create table good (id int);');
  await write('0002_bad.sql', 'create table half (id int);\ncreate table bad (\n  id nonsense\n);');
  await expect(run()).rejects.toThrow(
    /^Migration 0002_bad\.sql line 3 failed: type "nonsense" does not exist\.$/,
  );
  expect(await rows(`select to_regclass('good')::text as good, to_regclass('half')::text as half`)).toEqual([
    { good: 'good', half: null },
  ]);
  await write('0002_bad.sql', 'create table half (id int);');
  await run();
});

test('a change to an applied migration is refused; different line endings are accepted', async () => {
  await write('0001_pages.sql', 'create table pages (\nid int\n);');
  await run();
  await write('0001_pages.sql', 'create table pages (\r\nid int\r\n);');
  await run();
  await write('0001_pages.sql', 'create table pages (\nid bigint\n);');
  await expect(run()).rejects.toThrow(/0001_pages\.sql was changed after it was applied/);
});

test('a database with migrations of a newer version is refused', async () => {
  await write('0001_pages.sql', 'create table pages (id int);');
  await write('0002_future.sql', 'create table future (id int);');
  await run();
  await rm(join(directory, '0002_future.sql'));
  await expect(run()).rejects.toThrow(/has migration 0002_future\.sql, which this version does not know/);
});

test('a new migration numbered before an applied one is refused', async () => {
  await write('0002_pages.sql', 'create table pages (id int);');
  await run();
  await write('0001_late.sql', 'create table late (id int);');
  await expect(run()).rejects.toThrow(/0001_late\.sql comes before 0002_pages\.sql/);
});

test.each([['1_short.sql'], ['0001-Dash.sql']])('the migration file name %s is refused', async (name) => {
  await write(name, 'select 1');
  await expect(run()).rejects.toThrow(/has to be called like/);
});

test('two migrations with the same number are refused', async () => {
  await write('0001_mine.sql', 'select 1');
  await write('0001_yours.sql', 'select 1');
  await expect(run()).rejects.toThrow(/0001_mine\.sql and 0001_yours\.sql have the same number/);
});

test('an unreachable database is reported in one sentence without the password', async () => {
  const attempt = migrate('postgres://nobody:secret@127.0.0.1:1/none', { log: silentLog, directory });
  await expect(attempt).rejects.toThrow(StartError);
  await expect(attempt).rejects.toThrow(
    /^The database does not let us in \(.*\); check DATABASE_DIRECT_URL, or without it DATABASE_URL\.$/,
  );
  await expect(attempt).rejects.not.toThrow(/secret/);
});
