import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { StartError } from '../config/start-error.ts';

/**
 * Ends the PostgreSQL that survived `kill -9` of its server, as `pg_ctl stop` would: first a fast, then an
 * immediate shutdown. Call it only while holding the lock of the data folder.
 *
 * pg_ctl itself trusts the process id in postmaster.pid, which after a reboot or in a new container may
 * belong to another process. For the same reason stale lock files are removed: PostgreSQL might refuse to
 * start because of them.
 */
export async function stopOrphan(cluster: string, socketLockFile: string, log: Logger) {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = Number.parseInt(await readOrEmpty(pidFile), 10);
  if (Number.isNaN(pid)) return;
  if (await isPostgresOf(cluster, pid)) {
    log.warn({ pid }, 'stopping the PostgreSQL that an earlier, killed server left behind');
    const ended =
      (await endProcess(cluster, pid, 'SIGINT', 30_000)) ||
      (await endProcess(cluster, pid, 'SIGQUIT', 10_000));
    if (!ended) {
      throw new StartError(
        `An old PostgreSQL (process ${pid}) still uses ${cluster} and does not stop; end it and start again.`,
      );
    }
  }
  await rm(pidFile, { force: true });
  await rm(socketLockFile, { force: true });
}

async function endProcess(cluster: string, pid: number, signal: NodeJS.Signals, timeoutMs: number) {
  process.kill(pid, signal);
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (!(await isPostgresOf(cluster, pid))) return true;
    await sleep(20);
  }
  return false;
}

async function isPostgresOf(cluster: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    // A postmaster's working directory is its data folder; a zombie process has none any more.
    const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(absent);
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(absent);
    return name?.trim() === 'postgres' && workingFolder === (await realpath(cluster));
  }
  const listed = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(
    () => undefined,
  );
  return listed?.stdout.includes(`-D ${cluster}`) ?? false;
}

async function readOrEmpty(path: string) {
  return (await readFile(path, 'utf8').catch(absent)) ?? '';
}

/** The process or file does not exist or belongs to another user: in either case it is not our PostgreSQL. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (!['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(error.code ?? '')) throw error;
}
