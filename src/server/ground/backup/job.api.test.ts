import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fill } from '#tests/backup/life.ts';
import { createTestDatabase, silentLog as log, type TestDatabase } from '#tests/database.ts';
import { readConfig } from '../config/config.ts';
import { type Files, localFiles } from '../files/files.ts';
import { startWorker } from '../jobs/jobs.ts';
import { verifyBackup } from './backup-file.ts';
import { backUpJob, keepBackingUp } from './job.ts';

vi.setConfig({ testTimeout: 180_000 });

let folder: string;
let dir: string;
let product: TestDatabase;
let files: Files;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mingshi-backups-'));
  dir = join(folder, 'backups');
  product = await createTestDatabase();
  files = await localFiles(join(folder, 'files'));
  await fill(product.database, files, 2);
  onTestFinished(async () => {
    await product.drop();
    await rm(folder, { recursive: true });
  });
});

const configOf = (settings: Record<string, string>) =>
  readConfig({ DATA_DIR: folder, BACKUP_DIR: dir, ...settings });

async function work(config: ReturnType<typeof configOf>, processes = 1) {
  const job = backUpJob(files, config);
  const workers = await Promise.all(
    Array.from({ length: processes }, () => startWorker({ database: product.database, log, jobs: [job] })),
  );
  onTestFinished(async () => void (await Promise.all(workers.map((worker) => worker.stop()))));
  for (let start = 0; start < processes; start++) await keepBackingUp(product.database, config);
}

const queue = async () => {
  const { rows } = await product.database.pool.query(
    `select key, attempts, last_error, extract(epoch from run_at - now()) / 3600 as hours
     from graphile_worker.jobs where task_identifier = 'back_up' order by key nulls first`,
  );
  return rows.map((row) => ({ ...row, hours: Number(row.hours) }));
};
const written = async () =>
  (await readdir(dir).catch(() => [])).filter((name) => !name.includes('unfinished')).sort();

test('two processes make one scheduled backup and queue the next; old backups are removed, other files stay', {
  tags: ['whole'],
}, async () => {
  const config = configOf({ BACKUP_EVERY: '6h', BACKUP_KEEP: '2' });
  await mkdir(dir);
  const old = ['mingshi-20200101T000000Z.backup', 'mingshi-20200102T000000Z.backup'];
  const others = ['mingshi-20200101T000000Z.backup.txt', 'notes'];
  const leftOver = `${old[0]}.unfinished-12345678`;
  const longAgo = new Date('2020-01-02T00:00:00Z');
  for (const name of [...old, ...others, leftOver]) {
    await writeFile(join(dir, name), 'x');
    await utimes(join(dir, name), longAgo, longAgo);
  }
  await work(config, 2);
  await vi.waitFor(async () => expect(await written()).not.toContain(old[0]), 60_000);
  const newest = (await written()).find((name) => name.endsWith('.backup') && !old.includes(name)) ?? '';
  expect(await written()).toEqual([...others, old[1], newest].sort());
  let stored = 0;
  for await (const _ of files.list()) stored++;
  expect((await verifyBackup(join(dir, newest), undefined)).end.files).toBe(stored);
  await vi.waitFor(async () => expect(await queue()).toHaveLength(1));
  expect((await queue())[0]).toMatchObject({ key: 'back up', attempts: 0 });
  expect((await queue())[0]?.hours).toBeGreaterThan(5.9);
  // A process start soon after does not make another backup.
  await keepBackingUp(product.database, config);
  expect((await queue())[0]?.hours).toBeGreaterThan(5.9);
  expect((await readdir(dir)).some((name) => name === leftOver)).toBe(false);
});

test('a process that starts while a backup is being written does not queue another', {
  tags: ['whole'],
}, async () => {
  const config = configOf({ BACKUP_EVERY: '6h' });
  await keepBackingUp(product.database, config);
  // No public API: only a worker of the queue's own marks a job as its.
  await product.database.pool.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'another'`,
  );
  await keepBackingUp(product.database, config);
  expect(await queue()).toHaveLength(1);
});

test('a failed backup stays in the queue with its error for a retry, and the next scheduled backup is still queued', {
  tags: ['whole'],
}, async () => {
  await writeFile(dir, 'a file where the folder should be');
  await work(configOf({}));
  await vi.waitFor(async () => expect((await queue())[0]?.last_error).toBeTruthy());
  const [failed, next] = await queue();
  expect(failed?.last_error).toMatch(/EEXIST|ENOTDIR/);
  expect(next).toMatchObject({ key: 'back up', attempts: 0, last_error: null });
  expect(next?.hours).toBeGreaterThan(23.9);
});

test('without BACKUP_DIR no backup is scheduled', { tags: ['whole'] }, async () => {
  await work(readConfig({ DATA_DIR: folder }));
  expect(await queue()).toEqual([]);
});
