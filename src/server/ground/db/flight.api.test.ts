import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { type Database, openDatabase } from './db.ts';
import { lastly } from './flight.ts';
import { sqlStatement } from './statement.ts';

let testDatabase: TestDatabase;
/** Over one connection, so that whatever a failure leaves behind is met again. */
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase({ empty: true });
  database = openDatabase(testDatabase.url, { log: silentLog, poolSize: 1 });
  await database.pool.query('create table notes (text text unique)');
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(() => database.pool.query('delete from notes'));

const notes = async () =>
  (await database.pool.query('select text from notes order by text')).rows.map(({ text }) => text);
const note = (text: string) => sql`insert into notes values (${text}) returning text`;
const codeOf = (error: unknown) => (error as { cause?: { code?: string } }).cause?.code;

/** How often something is sent while the work is done. */
async function flightsOf(work: () => Promise<unknown>) {
  const client = await database.pool.connect();
  const { connection } = client as unknown as { connection: { sync(): void; query(text: string): void } };
  client.release();
  let flights = 0;
  const counted = { sync: connection.sync, query: connection.query };
  connection.sync = function sync() {
    flights += 1;
    counted.sync.call(this);
  };
  connection.query = function query(text) {
    flights += 1;
    counted.query.call(this, text);
  };
  try {
    await work();
  } finally {
    Object.assign(connection, counted);
  }
  return flights;
}

test('what is asked for at once travels at once, begin with the first and commit with the last', async () => {
  const flights = await flightsOf(() =>
    database.transaction(async (tx) => {
      const [one, two] = await Promise.all([tx.execute(note('1')), tx.execute(sql`select text from notes`)]);
      expect([one.rows, two.rows]).toEqual([[{ text: '1' }], [{ text: '1' }]]);
      lastly(tx.execute(note('2')));
      lastly(tx.execute(note('3')));
    }),
  );
  expect(flights).toBe(2);
  expect(await notes()).toEqual(['1', '2', '3']);
  expect(await flightsOf(() => database.transaction(async () => 'nothing to ask'))).toBe(0);
});

test('after a statement that fails none is run, and nothing stays', async () => {
  const results: unknown[] = [];
  const failing = database.transaction(async (tx) => {
    const asked = [note('1'), note('1'), note('2')].map(async (one) => await tx.execute(one));
    results.push(...(await Promise.allSettled(asked)));
    await Promise.all(asked);
  });
  await expect(failing.catch(codeOf)).resolves.toBe('23505');
  expect(results).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected' }, { status: 'rejected' }]);
  expect(await notes()).toEqual([]);
});

test('a last statement that fails fails the commit', async () => {
  await database.pool.query(`insert into notes values ('taken')`);
  const together = database.transaction(async (tx) => lastly(tx.execute(note('taken'))));
  await expect(together.catch(codeOf)).resolves.toBe('23505');
  // The commit comes long after it has failed.
  const apart = database.transaction(async (tx) => {
    await tx.execute(note('lost'));
    lastly(tx.execute(note('taken')));
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await expect(apart).rejects.toThrow();
  expect(await notes()).toEqual(['taken']);
});

test('a prepared statement that was passed over, or failed, is known or not known rightly', async () => {
  const said = sqlStatement<{ said: string }>('said', sql`select ${sql.placeholder('it')}::text as said`);
  const inverse = sqlStatement<{ one: number }>(
    'inverse',
    sql`select 1 / ${sql.placeholder('of')}::int as one`,
  );
  const ask = (of: number) =>
    database.transaction(async (tx) => {
      const [divided, { rows }] = await Promise.all([inverse(tx, { of }), said(tx, { it: 'yes' })]);
      return [divided.rows, rows];
    });
  await expect(ask(0).catch(codeOf)).resolves.toBe('22012');
  await expect(ask(1)).resolves.toEqual([[{ one: 1 }], [{ said: 'yes' }]]);
  await expect(ask(0).catch(codeOf)).resolves.toBe('22012');
  await expect(ask(1)).resolves.toEqual([[{ one: 1 }], [{ said: 'yes' }]]);
});

test('a text of several statements goes by itself, inside the transaction', async () => {
  const both = sql.raw(`insert into notes values ('1'); insert into notes values ('2')`);
  await database.transaction(async (tx) => {
    lastly(tx.execute(both));
    await tx.execute(note('3'));
  });
  const failing = database.transaction(async (tx) => {
    await tx.execute(sql.raw(`insert into notes values ('4'); insert into notes values ('5')`));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await notes()).toEqual(['1', '2', '3']);
});

test('a connection that dies costs all that was on its way, and no other', async () => {
  const asked = database.transaction(async (tx) => {
    await tx.execute(note('lost'));
    const cut = tx.execute(sql`select pg_terminate_backend(pg_backend_pid()) from (select ${1}::int) as one`);
    await Promise.all([cut, tx.execute(note('never')), tx.execute(note('either'))]);
  });
  await expect(asked).rejects.toThrow();
  await database.transaction(async (tx) => lastly(tx.execute(note('later'))));
  expect(await notes()).toEqual(['later']);
});
