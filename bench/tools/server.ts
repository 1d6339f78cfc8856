import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const children = new Set<ChildProcess>();

/** The product's server on a folder, or a program around it, as a process that may be killed. */
export function startServer(
  dataDir: string,
  environment: Record<string, string> = {},
  program = 'src/server/main.ts',
) {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      DEMO: '1',
      // Who measures calls starts the voice process too.
      ROLES: 'web,worker',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '100000000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const exit = once(child, 'exit').then(() => children.delete(child));
  const { promise: address, resolve, reject } = Promise.withResolvers<string>();
  address.catch(() => {});
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
    const printed = /明師 Mingshi {2}(\S+)/.exec(said)?.[1];
    if (printed) resolve(printed.replace(/\/$/, ''));
  });
  exit.then(() => reject(new Error(`the server ended: ${said}`)));
  return {
    pid: child.pid as number,
    address,
    async kill(signal: NodeJS.Signals = 'SIGKILL') {
      child.kill(signal);
      await exit;
    },
  };
}

/** A data folder for one run; servers and their database that are still there at its end go with it. */
export async function inFolder(run: (dataDir: string) => Promise<void>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mingshi-bench-'));
  // For root's PostgreSQL, which runs as another user.
  await chmod(dataDir, 0o711);
  try {
    await run(dataDir);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await endPostgres(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The database that a server started on the folder; undefined where there is none. */
export async function postgresPid(dataDir: string): Promise<number | undefined> {
  const pidFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  return Number(pidFile.split('\n')[0]) || undefined;
}

/** A server that was killed leaves its database behind. */
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
