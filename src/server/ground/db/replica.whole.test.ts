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

/** Reads whether the replica answers, and the notes. */
const readNotes = () =>
  database.readFromReplica(async (db) => {
    const { rows } = await db.execute<{ replica: boolean; notes: string[] }>(sql`
      select pg_is_in_recovery() as replica, array(select text from notes) as notes`);
    return rows[0];
  });
const fromReplica = async () => (await readNotes())?.replica === true;

async function onReplica(statement: string) {
  const client = new pg.Client(postgres.replica.url);
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

test('a replica that keeps up is read, and soon has all rows', async () => {
  await vi.waitFor(async () => expect(await fromReplica()).toBe(true), 10_000);
  for (const text of ['one', 'two', 'three']) {
    await database.pool.query('insert into notes values ($1)', [text]);
    await vi.waitFor(async () =>
      expect(await readNotes()).toMatchObject({ replica: true, notes: expect.arrayContaining([text]) }),
    );
  }
  expect(database.replicaLagMs?.()).toBeLessThan(1_000);
});

test('a replica that falls behind is not read until it has caught up', async () => {
  await vi.waitFor(async () => expect(await fromReplica()).toBe(true), 10_000);
  await onReplica('select pg_wal_replay_pause()');
  await database.pool.query(`insert into notes values ('while it stood still')`);
  await vi.waitFor(async () => expect(await fromReplica()).toBe(false), 10_000);
  // From here on the written row is never missing.
  for (let times = 0; times < 10; times += 1) {
    expect(await readNotes()).toMatchObject({
      replica: false,
      notes: expect.arrayContaining(['while it stood still']),
    });
    await sleep(50);
  }
  await onReplica('select pg_wal_replay_resume()');
  await vi.waitFor(async () => expect(await fromReplica()).toBe(true), 10_000);
  expect((await readNotes())?.notes).toContain('while it stood still');
});

test('a replica that is cut off from the primary is not read, although it would report no lag', async () => {
  await vi.waitFor(async () => expect(await fromReplica()).toBe(true), 10_000);
  await onReplica(`alter system set primary_conninfo = 'host=/nowhere'`);
  await onReplica('select pg_reload_conf()');
  await vi.waitFor(
    async () => expect(await onReplica('select from pg_stat_wal_receiver')).toEqual([]),
    10_000,
  );
  await database.pool.query(`insert into notes values ('cut off')`);
  await vi.waitFor(async () => expect(await fromReplica()).toBe(false), 10_000);
  expect((await readNotes())?.notes).toContain('cut off');
  await onReplica('alter system reset primary_conninfo');
  await onReplica('select pg_reload_conf()');
  await vi.waitFor(async () => expect(await fromReplica()).toBe(true), 20_000);
});

test('no read fails when the replica stops, and it is read again when it is back', async () => {
  await vi.waitFor(async () => expect(await fromReplica()).toBe(true), 10_000);
  const reading = { stop: false, answers: [] as (boolean | undefined)[] };
  const finished = (async () => {
    while (!reading.stop) {
      reading.answers.push((await readNotes())?.replica);
      await sleep(5);
    }
  })();
  await postgres.replica.stop();
  await vi.waitFor(() => expect(reading.answers.at(-1)).toBe(false));
  reading.stop = true;
  await finished;
  expect(reading.answers).not.toContain(undefined);
  expect(reading.answers.at(-1)).toBe(false);
  await postgres.replica.start();
  await vi.waitFor(async () => expect(await fromReplica()).toBe(true), 10_000);
});

test('a query error on the replica is thrown, and the query is not repeated on the primary', async () => {
  await vi.waitFor(async () => expect(await fromReplica()).toBe(true), 10_000);
  const read = vi.fn((db: Database['db']) => db.execute(sql`select nothing_such`));
  await expect(database.readFromReplica(read)).rejects.toThrow();
  expect(read).toHaveBeenCalledTimes(1);
});
