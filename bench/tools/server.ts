import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const children = new Set<ChildProcess>();

/**
 * Starts the product's server (or `program`, a wrapper around it) on a data folder as a child process. `onOutput`
 * takes everything that it prints; without it, errors are printed here.
 */
export function startServer(
  dataDir: string,
  environment: Record<string, string> = {},
  program = 'src/server/main.ts',
  onOutput?: (text: string) => void,
) {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      DEMO: '1',
      // Without the voice process; benchmarks of calls add it.
      ROLES: 'web,worker',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '100000000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', onOutput ? 'pipe' : 'inherit'],
  });
  children.add(child);
  const exit = once(child, 'exit').then(() => children.delete(child));
  const { promise: address, resolve, reject } = Promise.withResolvers<string>();
  address.catch(() => {});
  let output = '';
  child.stderr?.on('data', (chunk) => onOutput?.(String(chunk)));
  child.stdout?.on('data', (chunk) => {
    onOutput?.(String(chunk));
    output += chunk;
    const printed = /明師 Mingshi {2}(\S+)/.exec(output)?.[1];
    if (printed) resolve(printed.replace(/\/$/, ''));
  });
  exit.then(() => reject(new Error(`the server ended: ${output}`)));
  return {
    pid: child.pid as number,
    address,
    async kill(signal: NodeJS.Signals = 'SIGKILL') {
      child.kill(signal);
      await exit;
    },
  };
}

/**
 * Runs with a temporary data folder; afterwards kills remaining servers, stops their database and deletes the
 * folder.
 */
export async function inFolder(run: (dataDir: string) => Promise<void>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mingshi-bench-'));
  // When run as root, PostgreSQL runs as another user and must enter the folder.
  await chmod(dataDir, 0o711);
  try {
    await run(dataDir);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await endPostgres(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The process id of the folder's PostgreSQL; undefined if it is not running. */
export async function postgresPid(dataDir: string): Promise<number | undefined> {
  const pidFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  return Number(pidFile.split('\n')[0]) || undefined;
}

/** A killed server leaves its PostgreSQL running. */
async function endPostgres(dataDir: string) {
  const pid = await postgresPid(dataDir);
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGQUIT');
    for (;;) {
      process.kill(pid, 0);
      await sleep(50);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
