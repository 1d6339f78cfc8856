import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const projectRoot = fileURLToPath(new URL('..', import.meta.url));

export type ServerProcess = {
  child: ChildProcess;
  /** Resolves with the printed address, rejects when the process ends first. */
  address: Promise<string>;
  /** Resolves with the exit code, or with the signal that ended it. */
  exit: Promise<number | NodeJS.Signals | null>;
  stdout(): string;
  stderr(): string;
};

/** Starts a server in its own process, as in production; it is killed when the test is over. */
export function startServer(
  environment: Record<string, string>,
  [file, ...args]: [string, ...string[]] = [process.execPath, 'src/server/main.ts'],
): ServerProcess {
  const child = spawn(file, args, {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // As npm start does: the compile cache makes a start a third cheaper.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(projectRoot, 'node_modules/.cache/node'),
      NODE_ENV: 'production',
      PORT: '0',
      // Without a voice process a start is much cheaper; tests that need one set ROLES.
      ROLES: 'web,worker',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that a test can send SIGINT to the group as Ctrl-C does.
    detached: true,
  });
  onTestFinished(() => endGroup(child));
  let stdout = '';
  let stderr = '';
  const { promise: address, resolve, reject } = Promise.withResolvers<string>();
  address.catch(() => {});
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
    const printed = /明師 Mingshi {2}(\S+)/.exec(stdout)?.[1];
    if (printed) resolve(printed.replace(/\/$/, ''));
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const exit = once(child, 'close').then(([code, signal]) => {
    reject(new Error(`the server ended (${code ?? signal}): ${stderr}${stdout}`));
    return code ?? signal;
  });
  return { child, address, exit, stdout: () => stdout, stderr: () => stderr };
}

function endGroup(child: ChildProcess) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** An empty folder for DATA_DIR; `whenOver` removes it and ends a PostgreSQL that still runs in it. */
export async function createDataDir(
  whenOver: (end: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mingshi-data-'));
  // When tests run as root, PostgreSQL runs as another user and has to reach this folder.
  await chmod(dataDir, 0o711);
  whenOver(async () => {
    const pid = await postgresPid(dataDir);
    if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGQUIT');
    while (pid !== undefined && isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
    await rm(dataDir, { recursive: true });
  });
  return dataDir;
}

/** The process id in PostgreSQL's pid file, which it removes on a clean stop. */
export async function postgresPid(dataDir: string): Promise<number | undefined> {
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  if (!existsSync(pidFile)) return undefined;
  return Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
}

/** A zombie process (ended, but not yet reaped by its parent) does not count as alive. */
export function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}
