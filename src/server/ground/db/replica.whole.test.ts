import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { silentLog } from '#tests/database.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '#tests/replicated-postgres.ts';
import { type Database, openDatabase } from './db.ts';

let postgres: ReplicatedPostgres;
let database: Database;
beforeAll(async () => {
  postgres = await startReplicatedPostgres();
  database = openDatabase(postgres.primary.url, { log: silentLog, readUrl: postgres.replica.url });
  await database.pool.query('create table notes (text text)');
});
afterAll(async () => {
  await database.close();
  await postgres.close();
});

/** Who answers, and what is there. */
const look = () =>
  database.mayLag(async (db) => {
    const { rows } = await db.execute<{ replica: boolean; notes: string[] }>(sql`
      select pg_is_in_recovery() as replica, array(select text from notes) as notes`);
    return rows[0];
  });
const fromReplica = async () => (await look())?.replica === true;

async function onReplica(statement: string) {
  const client = new pg.Client(postgres.replica.url);
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

test('one that keeps up is asked, and soon has all', async () => {
  await vi.waitFor(async () => expect(await fromReplica()).toBe(true), 10_000);
  for (const text of ['one', 'two', 'three']) {
    await database.pool.query('insert into notes values ($1)', [text]);
    await vi.waitFor(async () =>
      expect(await look()).toMatchObject({ replica: true, notes: expect.arrayContaining([text]) }),
    );
  }
  expect(database.replicaLagMs?.()).toBeLessThan(1_000);
});

test('one that falls behind is not asked until it has caught up, though it believes to be up to date', async () => {
  await vi.waitFor(async () => expect(await fromReplica()).toBe(true), 10_000);
  await onReplica('select pg_wal_replay_pause()');
  await database.pool.query(`insert into notes values ('while it stood still')`);
  await vi.waitFor(async () => expect(await fromReplica()).toBe(false), 10_000);
  // From here on what was written is never missing.
  for (let times = 0; times < 10; times += 1) {
    expect(await look()).toMatchObject({
      replica: false,
      notes: expect.arrayContaining(['while it stood still']),
    });
    await sleep(50);
  }
  await onReplica('select pg_wal_replay_resume()');
  await vi.waitFor(async () => expect(await fromReplica()).toBe(true), 10_000);
  expect((await look())?.notes).toContain('while it stood still');
});

test('one that is cut off from the primary is not asked', async () => {
  await vi.waitFor(async () => expect(await fromReplica()).toBe(true), 10_000);
  await onReplica(`alter system set primary_conninfo = 'host=/nowhere'`);
  await onReplica('select pg_reload_conf()');
  await vi.waitFor(
    async () => expect(await onReplica('select from pg_stat_wal_receiver')).toEqual([]),
    10_000,
  );
  await database.pool.query(`insert into notes values ('cut off')`);
  await vi.waitFor(async () => expect(await fromReplica()).toBe(false), 10_000);
  expect((await look())?.notes).toContain('cut off');
  await onReplica('alter system reset primary_conninfo');
  await onReplica('select pg_reload_conf()');
  await vi.waitFor(async () => expect(await fromReplica()).toBe(true), 20_000);
});

test('one that ends costs no question, and is asked again when it is back', async () => {
  await vi.waitFor(async () => expect(await fromReplica()).toBe(true), 10_000);
  const asking = { stop: false, answers: [] as (boolean | undefined)[] };
  const asked = (async () => {
    while (!asking.stop) {
      asking.answers.push((await look())?.replica);
      await sleep(5);
    }
  })();
  await postgres.replica.stop();
  await vi.waitFor(() => expect(asking.answers.at(-1)).toBe(false));
  asking.stop = true;
  await asked;
  expect(asking.answers).not.toContain(undefined);
  expect(asking.answers.at(-1)).toBe(false);
  await postgres.replica.start();
  await vi.waitFor(async () => expect(await fromReplica()).toBe(true), 10_000);
});

test('a mistake in the question is told, and not asked twice', async () => {
  await vi.waitFor(async () => expect(await fromReplica()).toBe(true), 10_000);
  const read = vi.fn((db: Database['db']) => db.execute(sql`select nothing_such`));
  await expect(database.mayLag(read)).rejects.toThrow();
  expect(read).toHaveBeenCalledTimes(1);
});
