/**
 * How long `npm start` takes until `/` is answered, when everything is installed and built: the first start with an
 * empty DATA_DIR, and later starts. Exits with 1 if the target is missed. Needs an idle machine.
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
const timeoutMs = 120_000;

async function answers(url: string) {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** Milliseconds from `npm start` to the first page; stops the server afterwards. */
async function timeStart(dataDir: string): Promise<number> {
  const [port = 0] = await freePorts(1);
  const startedAt = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(npm, 'exit');
  while (!(await answers(`http://127.0.0.1:${port}/`))) {
    if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}`);
    if (performance.now() - startedAt > timeoutMs) throw new Error('npm start does not answer');
    await sleep(10);
  }
  const took = performance.now() - startedAt;
  npm.kill('SIGTERM');
  await ended;
  return took;
}

const folder = await mkdtemp(join(tmpdir(), 'mingshi-bench-start-'));
// When run as root, PostgreSQL runs as another user and must enter the folder.
await chmod(folder, 0o711);
try {
  // Installs and builds if needed, before anything is measured.
  await timeStart(join(folder, 'unmeasured'));
  const dataDir = join(folder, 'data');
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
  await rm(folder, { recursive: true });
}
