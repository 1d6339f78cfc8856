import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { type PgBouncer, startPgBouncer } from '#tests/pgbouncer.ts';
import { addJob, defineJob, startWorker } from '../jobs/jobs.ts';
import { connectionString } from './connection.ts';
import { type Database, openDatabase, type Tx } from './db.ts';

const sessions = 3;
let testDatabase: TestDatabase;
let bouncer: PgBouncer;
/** Like two processes, with more connections than PgBouncer has server sessions. */
let here: Database;
let there: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const directUrl = testDatabase.url;
  bouncer = await startPgBouncer({ url: directUrl, sessions });
  const options = { log: silentLog, directUrl, statementTimeoutMs: 700, lockTimeoutMs: 200 };
  here = openDatabase(bouncer.urlOf(directUrl), { ...options, name: 'here' });
  there = openDatabase(bouncer.urlOf(directUrl), { ...options, name: 'there' });
  await here.pool.query('create table notes (id serial primary key, text text unique)');
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await bouncer.close();
  await testDatabase.drop();
});

const codeOf = (error: { code?: string; cause?: { code?: string } }) => error.code ?? error.cause?.code;

/** Queries every server session behind the pooler at once, with plain pg clients. */
async function askEverySession<Row extends pg.QueryResultRow>(question: string) {
  const url = bouncer.urlOf(testDatabase.url);
  const clients = Array.from({ length: sessions }, () => new pg.Client(url));
  try {
    await Promise.all(clients.map((client) => client.connect()));
    await Promise.all(clients.map((client) => client.query('begin')));
    const answers = await Promise.all(clients.map((client) => client.query<Row & { pid: number }>(question)));
    const rows = answers.map((answer) => answer.rows[0]);
    expect(new Set(rows.map((row) => row?.pid)).size).toBe(sessions);
    return rows;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

test('transactions and single statements of two processes share the sessions', async () => {
  const write = (tx: Tx, text: string) =>
    tx.execute<{ id: number; pid: number }>(
      sql`insert into notes (text) values (${text}) returning id, pg_backend_pid() as pid`,
    );
  const pids = new Set<number>();
  await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const database = at % 2 ? here : there;
      const id = await database.transaction(async (tx) => {
        const { rows } = await write(tx, `n${at}`);
        await tx.execute(sql`update notes set text = text || '!' where id = ${rows[0]?.id}`);
        pids.add(rows[0]?.pid ?? 0);
        return rows[0]?.id;
      });
      const named = { name: 'read_note', text: 'select text from notes where id = $1', values: [id] };
      expect((await database.pool.query(named)).rows).toEqual([{ text: `n${at}!` }]);
      const { rows } = await database.db.execute(sql`select text from notes where id = ${id}`);
      expect(rows).toEqual([{ text: `n${at}!` }]);
    }),
  );
  // The pooler chooses how many sessions it uses.
  expect(pids.size).toBeLessThanOrEqual(sessions);
  const failing = here.transaction(async (tx) => {
    await write(tx, 'lost');
    await write(tx, 'n1!');
  });
  await expect(failing.catch(codeOf)).resolves.toBe('23505');
  const { rows } = await there.pool.query(`select count(*)::int from notes`);
  expect(rows).toEqual([{ count: 60 }]);
});

test('through PgBouncer time limits apply to our statements and transactions, and do not stay in the shared sessions', async () => {
  await expect(here.pool.query('select pg_sleep(3)').catch(codeOf)).resolves.toBe('57014');
  await expect(here.pool.query('select pg_sleep($1)', [3]).catch(codeOf)).resolves.toBe('57014');
  await expect(here.db.execute(sql`select pg_sleep(3)`).catch(codeOf)).resolves.toBe('57014');
  const slow = there.transaction((tx) => tx.execute(sql`select pg_sleep(3)`));
  await expect(slow.catch(codeOf)).resolves.toBe('57014');

  await here.pool.query(`insert into notes (text) values ('held')`);
  const update = sql`update notes set text = 'held' where text = 'held'`;
  await here.transaction(async (tx) => {
    await tx.execute(update);
    const startedAt = Date.now();
    await expect(there.db.execute(update).catch(codeOf)).resolves.toBe('55P03');
    await expect(there.transaction((other) => other.execute(update)).catch(codeOf)).resolves.toBe('55P03');
    expect(Date.now() - startedAt).toBeGreaterThan(380);
  });
  const limits = await askEverySession(
    `select pg_backend_pid() as pid, current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
  );
  for (const found of limits) expect(found).toMatchObject({ statement: '0', lock: '0' });
});

test('no prepared statements, advisory locks or listening channels remain in the shared sessions', async () => {
  const left = await askEverySession(`
    select pg_backend_pid() as pid, (select count(*)::int from pg_prepared_statements) as prepared,
      (select count(*)::int from pg_listening_channels()) as channels,
      (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`);
  for (const found of left) expect(found).toMatchObject({ prepared: 0, channels: 0, locks: 0 });
});

test('several statements in one query text work through PgBouncer', async () => {
  const two = (await here.pool.query('select 1 as one; select 2 as two')) as unknown as pg.QueryResult[];
  expect(two.map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ two: 2 }]]);
  await expect(here.pool.query('select 1; select nothing_such').catch(codeOf)).resolves.toBe('42703');
});

test('through PgBouncer, notifications of one process reach the other after the commit', async () => {
  const notified = vi.fn();
  await there.listen('news', notified, () => {});
  await here.transaction(async (tx) => {
    await here.notify(tx, 'news', '頭條');
    await here.transaction((other) => here.notify(other, 'news', '快訊'));
    await vi.waitFor(() => expect(notified.mock.calls).toEqual([['快訊']]));
  });
  await vi.waitFor(() => expect(notified.mock.calls).toEqual([['快訊'], ['頭條']]));
});

test('jobs added through PgBouncer run once, by workers that hold their presence locks directly', async () => {
  const ran = vi.fn();
  const job = defineJob({
    name: 'count',
    payload: z.object({ at: z.number() }),
    run: async ({ at }) => ran(at),
  });
  const workers = await Promise.all(
    [here, there].map((database) => startWorker({ database, jobs: [job], log: silentLog })),
  );
  let stopping: Promise<unknown> | undefined;
  const stopAll = () => {
    stopping ??= Promise.all(workers.map((worker) => worker.stop()));
    return stopping;
  };
  onTestFinished(async () => void (await stopAll()));
  await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      (at % 2 ? here : there).transaction((tx) => addJob(tx, job, { at })),
    ),
  );
  const { rows } = await here.pool.query(
    `select count(*)::int from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and application_name like '%worker presence'
       and database = (select oid from pg_database where datname = current_database())`,
  );
  expect(rows).toEqual([{ count: 2 }]);
  await vi.waitFor(async () => {
    const { rows: waiting } = await here.pool.query('select from graphile_worker.jobs');
    expect(waiting).toEqual([]);
  });
  await stopAll();
  const all = ran.mock.calls.map(([at]) => at).sort((one, other) => one - other);
  expect(all).toEqual(Array.from({ length: 40 }, (_, at) => at));
});

test('when PgBouncer is killed only running queries fail, and connections recover when it is back', async () => {
  const interrupted = here.transaction(async (tx) => {
    await tx.execute(sql`insert into notes (text) values ('interrupted')`);
    await bouncer.kill();
    await tx.execute(sql`select 1`);
  });
  await expect(interrupted).rejects.toThrow();
  await expect(here.pool.query('select 1')).rejects.toThrow();
  await bouncer.start();
  await vi.waitFor(async () => expect((await here.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]));
  const { rows } = await here.pool.query(`select from notes where text = 'interrupted'`);
  expect(rows).toEqual([]);
});

test('sslmode and sslrootcert in a database URL have the same meaning as in psql', async () => {
  const secure = await startPgBouncer({ url: testDatabase.url, tls: true });
  onTestFinished(() => secure.close());
  const byAddress = secure.urlOf(testDatabase.url);
  const byName = byAddress.replace('127.0.0.1', 'localhost');
  const known = `sslrootcert=${secure.certificate}`;
  async function ask(url: string) {
    const client = new pg.Client(connectionString(url));
    try {
      await client.connect();
      const { rows } = await client.query('select 1 as one');
      return rows;
    } finally {
      await client.end().catch(() => {});
    }
  }
  const one = [{ one: 1 }];
  await expect(ask(`${byName}?sslmode=verify-full&${known}`)).resolves.toEqual(one);
  await expect(ask(`${byAddress}?sslmode=verify-full&${known}`)).rejects.toThrow(/does not match/);
  await expect(ask(`${byAddress}?sslmode=verify-ca&${known}`)).resolves.toEqual(one);
  await expect(ask(`${byName}?sslmode=verify-full`)).rejects.toThrow(/self-signed/);
  await expect(ask(`${byAddress}?sslmode=require`)).resolves.toEqual(one);
  await expect(ask(`${byAddress}?sslmode=disable`)).rejects.toThrow();
  const database = openDatabase(`${byName}?sslmode=verify-full&${known}`, {
    log: silentLog,
    directUrl: testDatabase.url,
  });
  onTestFinished(() => database.close());
  expect((await database.pool.query('select 1 as one')).rows).toEqual(one);
});
