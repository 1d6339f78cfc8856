import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { fingerprintOf, hashesOf } from '#tests/backup/compare.ts';
import { fill } from '#tests/backup/life.ts';
import { createTestDatabase, silentLog as log } from '#tests/database.ts';
import { isAlive, postgresPid, startServer } from '#tests/server-process.ts';
import { lockDataDir } from '../config/data-dir.ts';
import { localFiles } from '../files/files.ts';
import { startPostgres } from '../postgres/postgres.ts';
import { verifyBackup } from './backup-file.ts';

vi.setConfig({ testTimeout: 300_000 });

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'mingshi-commands-'));
  // When tests run as root, PostgreSQL runs as another user and has to reach this folder.
  await chmod(root, 0o711);
  return () => rm(root, { recursive: true });
});

const command = (name: 'backup' | 'restore', environment: Record<string, string>, ...args: string[]) =>
  startServer(environment, [process.execPath, `src/server/wiring/commands/${name}.ts`, ...args]);

test('backup and restore commands that are killed half-way leave no finished result; run again, the restored folder equals the original', async () => {
  const { url, database, drop } = await createTestDatabase();
  onTestFinished(drop);
  const dataDir = join(root, 'data');
  const files = await localFiles(join(dataDir, 'files'));
  await fill(database, files);
  await files.put('eraser/one/file', randomBytes(8_000_000));
  await writeFile(join(dataDir, 'keys.json'), '{"the":"keys"}');
  const environment = {
    DATABASE_URL: url,
    DEMO: '1',
    DATA_DIR: dataDir,
    BACKUP_KEY: randomBytes(32).toString('base64'),
  };
  const file = join(root, 'one.backup');
  const left = async () => (await readdir(root)).filter((name) => name.startsWith('one.backup'));

  const killed = command('backup', environment, file);
  await vi.waitFor(async () => expect(await left()).toHaveLength(1), { interval: 1, timeout: 60_000 });
  killed.child.kill('SIGKILL');
  await killed.exit;
  const [unfinished = ''] = await left();
  expect(unfinished).toMatch(/^one\.backup\.unfinished-/);
  const key = Buffer.from(environment.BACKUP_KEY, 'base64');
  await expect(verifyBackup(join(root, unfinished), key)).rejects.toThrow(/damaged|no backup/);

  const again = command('backup', environment, file);
  expect(await again.exit, again.stderr()).toBe(0);
  expect(again.stdout()).toContain('read back and right');
  const wrong = command(
    'restore',
    { BACKUP_KEY: randomBytes(32).toString('base64') },
    file,
    '--into',
    join(root, 'x'),
  );
  expect(await wrong.exit).toBe(1);
  expect(wrong.stderr()).toBe('BACKUP_KEY is not the key that this backup was made with.\n');

  const into = join(root, 'restored');
  const drafts = async () => (await readdir(root)).filter((name) => name.startsWith('restored.restoring-'));
  const broken = command('restore', { BACKUP_KEY: environment.BACKUP_KEY }, file, '--into', into);
  await vi.waitFor(
    async () => expect(await postgresPid(join(root, (await drafts())[0] ?? ''))).toBeDefined(),
    {
      interval: 5,
      timeout: 60_000,
    },
  );
  const leftBehind = await postgresPid(join(root, (await drafts())[0] as string));
  broken.child.kill('SIGKILL');
  await broken.exit;
  expect(await readdir(root)).not.toContain('restored');
  expect(isAlive(Number(leftBehind))).toBe(true);

  const restored = command('restore', { BACKUP_KEY: environment.BACKUP_KEY }, file, '--into', into);
  expect(await restored.exit, restored.stderr()).toBe(0);
  expect(restored.stderr()).toContain('left behind');
  expect(await drafts()).toEqual([]);
  expect(isAlive(Number(leftBehind))).toBe(false);
  expect(await hashesOf(await localFiles(join(into, 'files')))).toEqual(await hashesOf(files));
  expect(await readFile(join(into, 'keys.json'), 'utf8')).toBe('{"the":"keys"}');
  const lock = await lockDataDir(into);
  const postgres = await startPostgres({ dataDir: into, log });
  onTestFinished(async () => {
    await postgres.stop();
    lock.release();
  });
  expect(await fingerprintOf(postgres.url)).toEqual(await fingerprintOf(url));
});

test.each([
  ['backup', [], /^Usage: npm run backup -- FILE/],
  ['restore', ['--onto', 'x'], /^Usage: npm run restore -- FILE/],
  ['restore', ['/nowhere/x.backup'], /^There is no file \/nowhere\/x\.backup\.\n$/],
] as const)('npm run %s %j fails with a one-sentence message', async (name, args, sentence) => {
  const ended = command(name, { DATA_DIR: join(root, 'none') }, ...args);
  expect(await ended.exit).toBe(1);
  expect(ended.stderr()).toMatch(sentence);
});
