import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/database.ts';
import { copyIn, copyOut } from './copy-stream.ts';
import { connectForCopy } from './database-shape.ts';

let product: TestDatabase;
beforeAll(async () => {
  product = await createTestDatabase();
  await product.database.pool.query('create table notes (text text not null)');
});
afterAll(() => product.drop());
beforeEach(() => product.database.pool.query('truncate notes'));

const name = 'copying';
async function connected() {
  const client = await connectForCopy(product.url, name);
  onTestFinished(() => client.end());
  return client;
}

const rows = async () =>
  (await product.database.pool.query('select count(*)::int as count from notes')).rows[0].count;
const fill = (count: number) =>
  product.database.pool.query("insert into notes select repeat('x', 1000) from generate_series(1, $1)", [
    count,
  ]);
const connections = async () =>
  (
    await product.database.pool.query('select from pg_stat_activity where application_name like $1', [
      `%${name}`,
    ])
  ).rowCount;
const endConnections = () =>
  product.database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name like $1',
    [`%${name}`],
  );
/** More than the buffers on the way hold. */
async function* endless() {
  while (true) yield Buffer.from(`${'y'.repeat(1000)}\n`.repeat(100));
}

test('rows are copied out and in again, and both copies tell their number', async () => {
  await fill(5000);
  const client = await connected();
  const pieces: Buffer[] = [];
  const out = copyOut(client, 'copy notes to stdout');
  let next = await out.next();
  for (; !next.done; next = await out.next()) pieces.push(next.value);
  expect(next.value).toBe(5000);
  expect(await copyIn(client, 'copy notes from stdin', inPieces(pieces))).toBe(5000);
  expect(await rows()).toBe(10_000);
});

async function* inPieces(pieces: Buffer[]) {
  yield* pieces;
}

test('an empty table is copied as no rows', async () => {
  const client = await connected();
  expect(await copyOut(client, 'copy notes to stdout').next()).toEqual({ done: true, value: 0 });
  expect(await copyIn(client, 'copy notes from stdin', inPieces([]))).toBe(0);
});

test('a copy of rows that is left half-way ends its connection, and the process goes on', async () => {
  await fill(20_000);
  const client = await connected();
  for await (const piece of copyOut(client, 'copy notes to stdout')) {
    expect(piece.length).toBeGreaterThan(0);
    break;
  }
  await expect(client.query('select 1')).rejects.toThrow();
  await vi.waitFor(async () => expect(await connections()).toBe(0));
});

test('rows are read from the server no faster than they are taken', async () => {
  await fill(100_000);
  const client = await connected();
  const out = copyOut(client, 'copy notes to stdout');
  const before = process.memoryUsage().arrayBuffers;
  await out.next();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  await out.return(0);
});

test('a copy out of a table that is not there fails with the reason', async () => {
  const client = await connected();
  await expect(copyOut(client, 'copy nowhere to stdout').next()).rejects.toThrow('nowhere');
});

test('a connection that is lost in the middle of a copy fails it, in either direction', async () => {
  await fill(50_000);
  const reading = copyOut(await connected(), 'copy notes to stdout');
  await reading.next();
  await endConnections();
  const readOn = async () => {
    for await (const _ of reading);
  };
  await expect(readOn()).rejects.toThrow(/terminat/);

  const writing = copyIn(await connected(), 'copy notes from stdin', endless());
  writing.catch(() => {});
  await vi.waitFor(async () => expect(await connections()).toBe(1));
  await endConnections();
  await expect(writing).rejects.toThrow(/terminat|EPIPE|ECONNRESET/);
});

test('a source that fails is told as it is, its rows are forgotten, and the connection can be used again', async () => {
  const client = await connected();
  const failing = (async function* () {
    yield Buffer.from('one\n');
    throw new Error('the backup is damaged');
  })();
  await expect(copyIn(client, 'copy notes from stdin', failing)).rejects.toThrow('the backup is damaged');
  expect(await rows()).toBe(0);
  expect(await copyIn(client, 'copy notes from stdin', inPieces([Buffer.from('two\n')]))).toBe(1);
});

test('rows that the server refuses fail the copy with its reason, however many follow, and close their source', async () => {
  const client = await connected();
  let isClosed = false;
  const refused = (async function* () {
    try {
      yield Buffer.from('\\N\n');
      yield* endless();
    } finally {
      isClosed = true;
    }
  })();
  await expect(copyIn(client, 'copy notes from stdin', refused)).rejects.toThrow('not-null');
  await vi.waitFor(() => expect(isClosed).toBe(true));
  await expect(copyIn(client, 'copy notes from stdin', inPieces([Buffer.from('\\N\n')]))).rejects.toThrow(
    'not-null',
  );
  await expect(copyIn(client, 'copy nowhere from stdin', endless())).rejects.toThrow('nowhere');
  expect(await copyIn(client, 'copy notes from stdin', inPieces([Buffer.from('one\n')]))).toBe(1);
});
