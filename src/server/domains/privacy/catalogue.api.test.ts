import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { personalDomains } from '#server/wiring/personal-data.ts';
import { createTestDatabase, type TestDatabase } from '#tests/database.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

const registered = personalDomains.flatMap(({ tables }) => tables);

/**
 * Tables that reference users through any chain of foreign keys, or have a column named like such a
 * reference.
 */
const personalTables = `
  with recursive belonging (oid) as (
    select 'users'::regclass::oid
    union
    select conrelid from pg_constraint join belonging on confrelid = belonging.oid where contype = 'f'
  )
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and (
    oid in (select oid from belonging)
    or exists (
      select from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped
        and attname ~ '^(.*_)?(user|owner|operator|person|parent|tutor)(_id)?$|_by$'
    )
  )
  order by 1`;

async function unregistered() {
  const { rows } = await testDatabase.database.pool.query<{ name: string }>(personalTables);
  return rows.map(({ name }) => name).filter((name) => !registered.includes(name));
}

async function withTable(definition: string) {
  await testDatabase.database.pool.query(`create table made_up ${definition}`);
  onTestFinished(async () => void (await testDatabase.database.pool.query('drop table made_up')));
}

test('every table with personal data is exported and deleted by some domain', async () => {
  expect(await unregistered()).toEqual([]);
});

test.each([
  '(somebody bigint references users)',
  '(user_id bigint)',
  '(owner_id text)',
  '(reviewed_by bigint)',
  '(session uuid references sessions)',
])('a table %s that no domain registered is found', async (definition) => {
  await withTable(definition);
  expect(await unregistered()).toEqual(['made_up']);
});

test('every registered table exists, and is registered once', async () => {
  const { rows } = await testDatabase.database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const existing = rows.map(({ name }) => name);
  expect(registered.filter((name) => !existing.includes(name))).toEqual([]);
  expect(new Set(registered).size).toBe(registered.length);
});

const unguarded = `
  select conrelid::regclass::text as name from pg_constraint
  join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'f' and confrelid = 'users'::regclass and attname = 'user_id' and not exists (
    select from pg_trigger where tgrelid = conrelid and tgfoid = 'refuse_deleted_owner'::regproc)`;

test('every table with a user_id refuses rows of a deleted user', async () => {
  expect((await testDatabase.database.pool.query(unguarded)).rows).toEqual([]);
  await withTable('(user_id bigint references users)');
  expect((await testDatabase.database.pool.query(unguarded)).rows).toEqual([{ name: 'made_up' }]);
});
