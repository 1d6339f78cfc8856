import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { StartError } from '../config/start-error.ts';

/**
 * After `kill -9` of the server its PostgreSQL lives on: this ends it, as `pg_ctl stop` would, first fast, then
 * immediate. Call it only under the lock of the data folder.
 *
 * Not pg_ctl itself, because that trusts the process id in postmaster.pid, which after a reboot or in a new container
 * may be anyone's. For the same reason the leftover lock files go: PostgreSQL would refuse to start over them.
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

async function endProcess(cluster: string, pid: number, signal: NodeJS.Signals, patienceMs: number) {
  process.kill(pid, signal);
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    if (!(await isPostgresOf(cluster, pid))) return true;
    await sleep(20);
  }
  return false;
}

async function isPostgresOf(cluster: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    // A postmaster works inside its data folder; one that has ended but is not yet reaped has no folder any more.
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

/** No such process or file, or one of another user's: in either case not our PostgreSQL. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (!['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(error.code ?? '')) throw error;
}
