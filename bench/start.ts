/**
 * How long `npm start` takes until `/` is answered, on what is already installed and built: the first time, with an
 * empty DATA_DIR, and from then on. Exits with 1 when the target is missed. Needs quiet cores.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../deploy/cluster/free-ports.ts';

const laterStarts = 5;
const targetMs = 2_500;
const patienceMs = 120_000;

async function answers(url: string) {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** Milliseconds from typing `npm start` to the first page; stops the server again. */
async function timeStart(dataDir: string): Promise<number> {
  const [port = 0] = await freePorts(1);
  const begun = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(npm, 'exit');
  while (!(await answers(`http://127.0.0.1:${port}/`))) {
    if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}`);
    if (performance.now() - begun > patienceMs) throw new Error('npm start does not answer');
    await sleep(10);
  }
  const took = performance.now() - begun;
  npm.kill('SIGTERM');
  await ended;
  return took;
}

const scratch = await mkdtemp(join(tmpdir(), 'mingshi-bench-start-'));
// For root's PostgreSQL, which runs as another user.
await chmod(scratch, 0o711);
try {
  // Installs and builds, if need be, before anything is measured.
  await timeStart(join(scratch, 'unmeasured'));
  const dataDir = join(scratch, 'data');
  const first = await timeStart(dataDir);
  const later: number[] = [];
  for (let round = 0; round < laterStarts; round++) later.push(await timeStart(dataDir));
  later.sort((a, b) => a - b);
  const median = later[Math.floor(laterStarts / 2)] ?? Number.NaN;
  const text = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  console.log(`first start  ${text(first)}`);
  console.log(`second start ${text(median)} (median of ${laterStarts}: ${later.map(text).join(', ')})`);
  console.log(`             ${(median / targetMs).toFixed(2)} of the ${text(targetMs)} allowed`);
  process.exitCode = median <= targetMs ? 0 : 1;
} finally {
  await rm(scratch, { recursive: true });
}
