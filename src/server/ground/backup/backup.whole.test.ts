import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fingerprintOf, hashesOf } from '#tests/backup/compare.ts';
import { addPicture, fill, goOn } from '#tests/backup/life.ts';
import { createTestDatabase, silentLog as log, type TestDatabase } from '#tests/database.ts';
import { openPeerFiles, peerSettings } from '#tests/s3/s3-files.ts';
import { startS3Peer } from '#tests/s3/s3-peer.ts';
import { migrate } from '../db/migrate.ts';
import { type Files, localFiles } from '../files/files.ts';
import { type FilesPlace, filesPlace } from '../files/place.ts';
import { verifyBackup } from './backup-file.ts';
import { restoreBackup } from './restore.ts';
import { writeBackup } from './write-backup.ts';

// A restore runs all migrations, which takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const key = randomBytes(32);
let product: TestDatabase;
let store: Files;
let folder: string;

beforeAll(async () => {
  product = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'mingshi-backup-'));
  store = await localFiles(join(folder, 'files'));
  await fill(product.database, store);
});
afterAll(async () => {
  await product.drop();
  await rm(folder, { recursive: true });
});

let at = 0;
let to: string;
beforeEach(() => {
  to = join(folder, `${at++}.backup`);
});

const backUp = (other: Partial<Parameters<typeof writeBackup>[0]> = {}) =>
  writeBackup({ databaseUrl: product.url, files: store, keys: Buffer.from('{}'), to, key, ...other });

async function emptyTarget() {
  const target = await createTestDatabase({ empty: true });
  const directory = await mkdtemp(join(tmpdir(), 'mingshi-restore-'));
  onTestFinished(async () => {
    await target.drop();
    await rm(directory, { recursive: true });
  });
  const files: FilesPlace = { kind: 'folder', directory: join(directory, 'files') };
  return { ...target, directory, target: { databaseUrl: target.url, dataDir: directory, files } };
}

test('a restored product has the same rows and files, and continues with the same next ids, triggers and foreign keys', async () => {
  const summary = await backUp();
  expect(summary.end.rows).toBeGreaterThan(1000);
  expect(summary.end.files).toBe(20);
  const { url, database, directory, target } = await emptyTarget();
  await restoreBackup({ from: to, key, target, log });
  expect(await fingerprintOf(url)).toEqual(await fingerprintOf(product.url));
  const files = await localFiles(join(directory, 'files'));
  expect(await hashesOf(files)).toEqual(await hashesOf(store));
  expect(await readdir(directory)).toContain('keys.json');

  // The next ids are the same, triggers and foreign keys are enabled, and a start has nothing to migrate.
  const next = `insert into users (name) values ('next') returning id`;
  expect((await database.pool.query(next)).rows).toEqual((await product.database.pool.query(next)).rows);
  await expect(
    database.pool.query(
      `insert into chat_files (user_id, file_key, media_type, byte_size) values (1, 'x', 'image/webp', 1)`,
    ),
  ).rejects.toThrow();
  await migrate(url, { log });
  await addPicture(database, files);
});

test('a backup made while rows and files are added and deleted contains every referenced file, and restores into a bucket', async () => {
  const peer = await startS3Peer({ pageSize: 7 });
  onTestFinished(peer.close);
  const { url, database, target } = await emptyTarget();
  const life = goOn(product.database, store);
  try {
    while (life.counts.removed < 5) await new Promise((resolve) => setTimeout(resolve, 20));
    await backUp({ files: slowly(store, () => life.counts) });
  } finally {
    await life.stop();
  }
  const files = filesPlace('s3://mingshi/tests/store', folder, peerSettings(peer));
  const { end } = await restoreBackup({ from: to, key, target: { ...target, files }, log });
  const bucket = await openPeerFiles(peer);
  onTestFinished(bucket.close);
  const { rows } = await database.pool.query(
    `select file_key, byte_size, (select count(*) from users where name = file_key)::int as owners from chat_files`,
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows)
    expect({ ...row, size: await bucket.size(row.file_key) }).toEqual({
      ...row,
      owners: 1,
      size: row.byte_size,
    });
  // Deletions requested during the backup are queued for later.
  const waiting = await product.database.pool.query(
    `select count(*)::int from graphile_worker.jobs where task_identifier = 'delete-files' and run_at < now() + interval '2 minutes'`,
  );
  expect(waiting.rows[0].count).toBeGreaterThan(0);

  const again = `${to}-2`;
  await backUp({ databaseUrl: url, files: bucket, to: again });
  expect((await verifyBackup(again, key)).end).toEqual(end);
});

/** A store whose listing is outdated when its files are read: ten deletions come between. */
const slowly = (files: Files, counts: () => { removed: number }): Files => ({
  ...files,
  async *list() {
    const all = await Readable.from(files.list()).toArray();
    const until = counts().removed + 10;
    while (counts().removed < until) await new Promise((resolve) => setTimeout(resolve, 20));
    yield* all;
  },
});

test('only one backup can run at a time, and an aborted backup leaves no file', async () => {
  const released = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const waiting: Files = {
    ...store,
    async *list() {
      begun.resolve();
      await released.promise;
      yield* store.list();
    },
  };
  const stop = new AbortController();
  const first = backUp({ files: waiting, signal: stop.signal });
  first.catch(() => {});
  await begun.promise;
  await expect(backUp({ to: `${to}-2` })).rejects.toThrow('Another backup');
  stop.abort();
  released.resolve();
  await expect(first).rejects.toThrow('abort');
  expect((await readdir(folder)).filter((name) => name.startsWith(`${at - 1}.backup`))).toEqual([]);
  // The database releases the lock of the aborted backup's connection only after a moment.
  await vi.waitFor(() => backUp(), { timeout: 10_000, interval: 200 });
});

test('a backup never overwrites a file, and a restore refuses a database, folder or store that is not empty', async () => {
  await backUp();
  await expect(backUp()).rejects.toThrow('is there already');
  const { target, url, directory } = await emptyTarget();
  await expect(
    restoreBackup({ from: to, key, target: { ...target, databaseUrl: product.url }, log }),
  ).rejects.toThrow('The database is not empty');
  await expect(restoreBackup({ from: to, key, target: { folder }, log })).rejects.toThrow('is not empty');
  const files: FilesPlace = { kind: 'folder', directory: join(folder, 'files') };
  await expect(restoreBackup({ from: to, key, target: { ...target, files }, log })).rejects.toThrow(
    'files in',
  );
  expect((await fingerprintOf(url)).sequences).toBe('');
  expect(await readdir(directory)).toEqual([]);
});

test('an unfinished restore prevents the server from starting, and can be run again', async () => {
  await backUp();
  const { target, url, directory } = await emptyTarget();
  const keysOfOthers = join(directory, 'keys.json');
  await writeFile(keysOfOthers, 'others');
  await expect(restoreBackup({ from: to, key, target, log })).rejects.toThrow('holds other keys');
  await expect(migrate(url, { log })).rejects.toThrow('A restore into this database was broken off');
  await rm(keysOfOthers);
  await restoreBackup({ from: to, key, target, log });
  await migrate(url, { log });
  expect(await fingerprintOf(url)).toEqual(await fingerprintOf(product.url));
});

test('a backup with an unknown migration is refused before anything is written', async () => {
  const { database, drop, url } = await createTestDatabase();
  onTestFinished(drop);
  await database.db.execute(sql`insert into migrations (name, sha256) values ('9999_later.sql', 'x')`);
  await backUp({ databaseUrl: url });
  const { target, url: empty } = await emptyTarget();
  await expect(restoreBackup({ from: to, key, target, log })).rejects.toThrow(
    '9999_later.sql, which this version does not know',
  );
  expect((await fingerprintOf(empty)).sequences).toBe('');
});
