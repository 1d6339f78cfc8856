/**
 * Whether a backup made during writes restores completely: rows and files are added and removed meanwhile. Then the
 * backup file is damaged at random places, which must be detected; and the memory of the commands is compared for a
 * small and a much larger data set. `backup 400` uses 400 MB of files for the large one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { verifyBackup } from '../src/server/ground/backup/backup-file.ts';
import { lockDataDir } from '../src/server/ground/config/data-dir.ts';
import { openDatabase } from '../src/server/ground/db/db.ts';
import { migrate } from '../src/server/ground/db/migrate.ts';
import { localFiles } from '../src/server/ground/files/files.ts';
import { startPostgres } from '../src/server/ground/postgres/postgres.ts';
import { seedDatabase } from '../src/server/wiring/seed.ts';
import { fingerprintOf, hashesOf } from '../tests/backup/compare.ts';
import { fill, goOn } from '../tests/backup/life.ts';
import { peakMemoryOf } from './tools/peak-memory.ts';

const megabytes = Number(process.argv[2] ?? 300);
const flips = 300;
const log = pino({ level: 'error' });
const key = randomBytes(32).toString('base64');
const root = await mkdtemp(join(tmpdir(), 'mingshi-bench-backup-'));
await chmod(root, 0o711);

async function openProduct(dataDir: string) {
  const lock = await lockDataDir(dataDir);
  const postgres = await startPostgres({ dataDir, log });
  const database = openDatabase(postgres.url, { log });
  const files = await localFiles(join(dataDir, 'files'));
  return {
    url: postgres.url,
    database,
    files,
    async close() {
      await database.close();
      await postgres.stop();
      lock.release();
    },
  };
}

/** Runs the command as an operator would; returns its time and peak memory. */
async function run(name: 'backup' | 'restore', environment: Record<string, string>, ...args: string[]) {
  const startedAt = Date.now();
  const script = fileURLToPath(new URL(`../src/server/wiring/commands/${name}.ts`, import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, DEMO: '1', BACKUP_KEY: key, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const peak = peakMemoryOf(child.pid as number);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  return { seconds: (Date.now() - startedAt) / 1000, peakMb: await peak };
}

const product = await openProduct(join(root, 'data'));
const environment = { DATA_DIR: join(root, 'data') };
try {
  await migrate(product.url, { log, afterwards: () => seedDatabase(product.database) });
  await fill(product.database, product.files);

  const writes = goOn(product.database, product.files);
  const small = await run('backup', environment, join(root, 'moving.backup'));
  await writes.stop();
  await run('restore', {}, join(root, 'moving.backup'), '--into', join(root, 'moving'));
  const moving = await openProduct(join(root, 'moving'));
  const named = await moving.database.pool.query('select file_key, byte_size from chat_files');
  let lost = 0;
  for (const row of named.rows) if ((await moving.files.size(row.file_key)) !== row.byte_size) lost++;
  await moving.close();

  for (let at = 0; at < megabytes; at++) await product.files.put(`eraser/${at}/file`, randomBytes(1_000_000));
  await product.database.pool.query(
    `insert into users (name) select 'somebody ' || n from generate_series(1, $1 * 2000) n`,
    [megabytes],
  );
  const file = join(root, 'large.backup');
  const large = await run('backup', environment, file);
  const back = await run('restore', {}, file, '--into', join(root, 'large'));
  const restored = await openProduct(join(root, 'large'));
  const same =
    JSON.stringify(await fingerprintOf(restored.url)) === JSON.stringify(await fingerprintOf(product.url)) &&
    JSON.stringify(sorted(await hashesOf(restored.files))) ===
      JSON.stringify(sorted(await hashesOf(product.files)));
  await restored.close();
  const undetected = await countUndetectedFlips(join(root, 'moving.backup'));

  const growth = large.peakMb / small.peakMb;
  console.log(
    `\nrows and files while it was made: ${writes.counts.added} added, ${writes.counts.removed} removed`,
  );
  console.log(
    `files that a row names and the restored product lacks: ${lost} of ${named.rows.length} (target 0)`,
  );
  console.log(`restored and original ${same ? 'are equal' : 'differ'} (target equal)`);
  console.log(`flipped bytes that were not noticed: ${undetected} of ${flips} (target 0)`);
  console.log(
    `${megabytes} MB and ${megabytes * 2000} rows: backup ${large.seconds.toFixed(1)} s, restore ${back.seconds.toFixed(1)} s`,
  );
  console.log(
    `most memory: ${small.peakMb.toFixed(0)} MB for a small product, ${large.peakMb.toFixed(0)} for the large one, ${growth.toFixed(2)} × (target ≤ 1.6); its restore ${back.peakMb.toFixed(0)}`,
  );
  if (lost > 0 || !same || undetected > 0 || growth > 1.6 || writes.counts.removed === 0)
    process.exitCode = 1;
} finally {
  await product.close();
  await rm(root, { recursive: true });
}

function sorted(hashes: Record<string, string>) {
  return Object.entries(hashes).sort();
}

async function countUndetectedFlips(path: string) {
  const { size } = await stat(path);
  const file = await open(path, 'r+');
  let undetected = 0;
  for (let one = 0; one < flips; one++) {
    const at = randomInt(size);
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, at);
    const right = byte[0] as number;
    await file.write(Buffer.from([right ^ (1 << randomInt(8))]), 0, 1, at);
    await verifyBackup(path, Buffer.from(key, 'base64')).then(
      () => undetected++,
      () => {},
    );
    await file.write(Buffer.from([right]), 0, 1, at);
  }
  await file.close();
  return undetected;
}
