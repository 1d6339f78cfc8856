import { existsSync } from 'node:fs';
import { access, constants, open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../files/make-folder.ts';
import { StartError } from './start-error.ts';

export class DataDirInUse extends StartError {
  override name = 'DataDirInUse';
}

export type DataDirLock = { release(): void };

const sqliteBusy = 5;

// References to all taken locks: a garbage-collected connection would silently release its lock.
const held = new Set<DatabaseSync>();

/**
 * Creates the folder and makes this process its only user.
 *
 * The lock is the kernel's own file lock, which Node reaches only through SQLite: `begin exclusive` on an
 * empty file. The kernel drops it with the process, so `kill -9` leaves nothing behind and no process id can
 * be mistaken for another. It is not inherited, so an orphaned PostgreSQL does not hold it, and two starting
 * processes cannot both get it, as they could by removing the same stale socket or pid file. It also works
 * between containers that share a volume.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  let lock: DatabaseSync | undefined;
  try {
    await createDataDir(dataDir);
    lock = new DatabaseSync(await createLockFile(dataDir), { timeout: 0 });
    // The journal stays in memory: nothing is ever written, and a crash must not leave a journal file.
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) {
      throw new DataDirInUse(
        `Another 明師 server is already running on ${dataDir}; stop it first, or give this one its own DATA_DIR.`,
      );
    }
    throw unusable(dataDir, error);
  }
  const taken = lock;
  held.add(taken);
  return {
    release() {
      if (held.delete(taken)) taken.close();
    },
  };
}

/** For a process whose database is elsewhere: many may share its folder, so it takes no lock. */
export async function prepareDataDir(dataDir: string) {
  try {
    await createDataDir(dataDir);
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

function unusable(dataDir: string, error: unknown) {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartError(
    `DATA_DIR ${dataDir} cannot be used (${reason}); name a folder that this user may write to.`,
  );
}

async function createDataDir(dataDir: string) {
  // Under root, PostgreSQL runs as another user, which has to pass through (but not list) the folder.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  await makeFolder(dataDir, mode);
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** The file has to be writable: on a read-only file SQLite would report success without an exclusive lock. */
async function createLockFile(dataDir: string) {
  const path = join(dataDir, 'lock');
  // Only if the file does not exist yet: closing a file that this process has locked would release the lock.
  if (!existsSync(path)) await (await open(path, 'a', 0o600)).close();
  await access(path, constants.W_OK);
  return path;
}
