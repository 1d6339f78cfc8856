import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { type Database, openDatabase } from './db.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await database.pool.query('create table notes (text text)');
});
afterAll(() => testDatabase.drop());

const notes = async () => (await database.pool.query('select text from notes')).rows.map(({ text }) => text);

/** Ends every connection whose name matches, as a restart of the database would. */
async function cutConnections(name: string) {
  await database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name like $1 and pid <> pg_backend_pid()',
    [name],
  );
}

test('a transaction is committed completely or rolled back', async () => {
  const result = await database.transaction(async (tx) => {
    await tx.execute(sql`insert into notes values ('kept')`);
    return 'answer';
  });
  expect(result).toBe('answer');
  const failing = database.transaction(async (tx) => {
    await tx.execute(sql`insert into notes values ('lost')`);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await notes()).toEqual(['kept']);
});

test('a statement that exceeds the statement timeout is cancelled', async () => {
  const withTimeout = openDatabase(testDatabase.url, { log: silentLog, statementTimeoutMs: 100 });
  await expect(withTimeout.pool.query('select pg_sleep(5)')).rejects.toThrow(/statement timeout/);
  await withTimeout.close();
});

test('connections carry the given application name', async () => {
  const named = openDatabase(testDatabase.url, { log: silentLog, name: 'mingshi test' });
  const { rows } = await named.pool.query("select current_setting('application_name') as name");
  expect(rows).toEqual([{ name: 'mingshi test' }]);
  await named.close();
});

test('a connection that is lost before its transaction begins is released to the pool', async () => {
  const victim = openDatabase(testDatabase.url, { log: silentLog, poolSize: 1 });
  onTestFinished(() => victim.close());
  const connect = victim.pool.connect.bind(victim.pool);
  vi.spyOn(victim.pool, 'connect').mockImplementationOnce(async () => {
    const client = await connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    await database.pool.query('select pg_terminate_backend($1, 5000)', [rows[0].pid]);
    return client;
  });
  await expect(victim.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
  // The pool's only connection slot is available again.
  const { rows } = await victim.transaction((tx) => tx.execute(sql`select 1 as one`));
  expect(rows).toEqual([{ one: 1 }]);
});

test('losing idle or busy connections fails only the running query, and the pool recovers', async () => {
  const victim = openDatabase(testDatabase.url, { log: silentLog, name: 'victim' });
  await Promise.all([victim.pool.query('select 1'), victim.pool.query('select 1')]);
  const interrupted = victim.transaction(async (tx) => {
    await tx.execute(sql`insert into notes values ('interrupted')`);
    await cutConnections('victim');
    await tx.execute(sql`select 1`);
  });
  await expect(interrupted).rejects.toThrow();
  // The idle connection notices its end a moment later.
  await vi.waitFor(() => expect(victim.pool.totalCount).toBe(0));
  expect((await victim.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(await notes()).not.toContain('interrupted');
  await victim.close();
});

test('notifications reach every listener of the channel, and only after the commit', async () => {
  const other = openDatabase(testDatabase.url, { log: silentLog });
  const here = vi.fn();
  const there = vi.fn();
  const elsewhere = vi.fn();
  const unlisten = await database.listen('news', here, () => {});
  await other.listen('news', there, () => {});
  await other.listen('Other "channel"', elsewhere, () => {});
  await database.transaction(async (tx) => {
    await database.notify(tx, 'news', '頭條');
    await database.notify(tx, 'Other "channel"', 'x');
    await other.transaction((sooner) => other.notify(sooner, 'news', '快訊'));
    await vi.waitFor(() => expect([here.mock.calls, there.mock.calls]).toEqual([[['快訊']], [['快訊']]]));
  });
  await database
    .transaction(async (tx) => {
      await database.notify(tx, 'news', 'rolled back');
      throw new Error('no');
    })
    .catch(() => {});
  await vi.waitFor(() => {
    const both = [['快訊'], ['頭條']];
    expect([here.mock.calls, there.mock.calls]).toEqual([both, both]);
  });
  await vi.waitFor(() => expect(elsewhere.mock.calls).toEqual([['x']]));

  await unlisten();
  await database.transaction((tx) => database.notify(tx, 'news', 'second'));
  await vi.waitFor(() => expect(there).toHaveBeenCalledWith('second'));
  expect(here).not.toHaveBeenCalledWith('second');
  await other.close();
});

test('all listening channels share one connection', async () => {
  const listening = openDatabase(testDatabase.url, { log: silentLog, name: 'sharing' });
  await Promise.all(
    ['a', 'b', 'c'].map((channel) =>
      listening.listen(
        channel,
        () => {},
        () => {},
      ),
    ),
  );
  const { rows } = await database.pool.query(
    "select count(*)::int from pg_stat_activity where application_name = 'sharing listen'",
  );
  expect(rows).toEqual([{ count: 1 }]);
  await listening.close();
});

test('after a lost connection the listener’s onGap is called, and it receives notifications again', async () => {
  const listening = openDatabase(testDatabase.url, { log: silentLog, name: 'gap' });
  const onNotice = vi.fn();
  const onGap = vi.fn();
  await listening.listen('news', onNotice, onGap);
  for (const round of [1, 2]) {
    await cutConnections('gap listen');
    await vi.waitFor(() => expect(onGap).toHaveBeenCalledTimes(round), 5_000);
    await database.transaction((tx) => database.notify(tx, 'news', `round ${round}`));
    await vi.waitFor(() => expect(onNotice).toHaveBeenLastCalledWith(`round ${round}`));
  }
  await listening.close();
});

test('a listener that throws does not prevent the others from being called', async () => {
  const second = vi.fn();
  const unlistenFirst = await database.listen(
    'accident',
    () => {
      throw new Error('clumsy');
    },
    () => {},
  );
  const unlistenSecond = await database.listen('accident', second, () => {});
  await database.transaction((tx) => database.notify(tx, 'accident', 'x'));
  await vi.waitFor(() => expect(second).toHaveBeenCalledWith('x'));
  await unlistenFirst();
  await unlistenSecond();
});

test('a transaction fails when one of its statements failed, also where the code caught that error', async () => {
  await database.pool.query('create table caught (id int primary key)');
  const swallowing = database.transaction(async (tx) => {
    await tx.execute(sql`insert into caught values (1)`);
    await tx.execute(sql`insert into caught values (1)`).catch(() => {});
  });
  const message = 'a transaction was to be committed after one of its statements had failed';
  await expect(swallowing).rejects.toMatchObject({ cause: { message } });
  expect((await database.pool.query('select from caught')).rowCount).toBe(0);
});
