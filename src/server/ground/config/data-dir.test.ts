import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DataDirInUse, lockDataDir } from './data-dir.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'mingshi-lock-'));
});
afterAll(() => rm(root, { recursive: true }));

/** Starts another process that takes the lock and keeps it; resolves with the outcome. */
async function lockElsewhere(dataDir: string): Promise<{ child: ChildProcess; outcome: string }> {
  const script = `
    const { lockDataDir } = await import(${JSON.stringify(new URL('./data-dir.ts', import.meta.url).href)});
    try { await lockDataDir(${JSON.stringify(dataDir)}); console.log('locked'); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.name); }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  const [chunk] = await once(child.stdout, 'data');
  return { child, outcome: String(chunk).trim() };
}

test('the data directory is created, and its lock can be taken again after release', async () => {
  const dataDir = join(root, 'new', 'data');
  (await lockDataDir(dataDir)).release();
  const lock = await lockDataDir(dataDir);
  lock.release();
  lock.release();
  expect(await readdir(dataDir)).toEqual(['lock']);
});

test('the lock of a data directory has one holder, within one process and between two', async () => {
  const dataDir = join(root, 'twice');
  const lock = await lockDataDir(dataDir);
  await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirInUse);
  expect((await lockElsewhere(dataDir)).outcome).toBe('DataDirInUse');
  lock.release();
});

test('the lock is released when its process ends, even by kill -9', async () => {
  const dataDir = join(root, 'killed');
  const { child, outcome } = await lockElsewhere(dataDir);
  expect(outcome).toBe('locked');
  await expect(lockDataDir(dataDir)).rejects.toThrow(/already running on .*killed; stop it first/);
  child.kill('SIGKILL');
  await once(child, 'exit');
  (await lockDataDir(dataDir)).release();
});

test('exactly one of ten concurrent processes gets the lock, also after a process was killed with it', {
  tags: ['whole'],
}, async () => {
  const dataDir = join(root, 'ten');
  const first = await lockElsewhere(dataDir);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const starters = await Promise.all(Array.from({ length: 10 }, () => lockElsewhere(dataDir)));
  expect(starters.filter(({ outcome }) => outcome === 'locked')).toHaveLength(1);
  for (const { child } of starters) child.kill('SIGKILL');
});

test('an unusable data directory is refused with a one-sentence message', async () => {
  const file = join(root, 'file');
  await writeFile(file, '');
  await expect(lockDataDir(join(file, 'data'))).rejects.toThrow(/^DATA_DIR .* cannot be used .*write to\.$/);
});

// Node's own recursive mkdir would never return here, and keep a whole core busy.
test('a data directory below a folder in which nothing can be made is refused at once', async () => {
  await expect(lockDataDir('/proc/none/data')).rejects.toThrow(/^DATA_DIR .* cannot be used .*write to\.$/);
}, 5_000);
