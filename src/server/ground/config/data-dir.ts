import { existsSync } from 'node:fs';
import { access, constants, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './start-error.ts';

export class DataDirInUse extends StartError {
  override name = 'DataDirInUse';
}

export type DataDirLock = { release(): void };

const sqliteBusy = 5;

// A lock whose connection is garbage-collected would be given up silently.
const held = new Set<DatabaseSync>();

/**
 * Creates the folder and makes this process its only user.
 *
 * The lock is the kernel's own file lock, which Node reaches only through SQLite: `begin exclusive` on an empty
 * file. The kernel drops it with the process, so `kill -9` leaves nothing behind and no process id can be mistaken
 * for another. It is not inherited, so an orphaned PostgreSQL does not hold it, and two starters cannot both get it,
 * as they could by removing the same stale socket or pid file. It also holds between containers that share a volume.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  let lock: DatabaseSync | undefined;
  try {
    await createDataDir(dataDir);
    lock = new DatabaseSync(await createLockFile(dataDir), { timeout: 0 });
    // The journal stays in memory: nothing is ever written, and a crash shall leave no file behind.
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) {
      throw new DataDirInUse(
        `Another 明師 server is already running on ${dataDir}; stop it first, or give this one its own DATA_DIR.`,
      );
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `DATA_DIR ${dataDir} cannot be used (${reason}); name a folder that this user may write to.`,
    );
  }
  const taken = lock;
  held.add(taken);
  return {
    release() {
      if (held.delete(taken)) taken.close();
    },
  };
}

async function createDataDir(dataDir: string) {
  // Root's PostgreSQL runs as another user, who must be able to pass through (but not list) the folder.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  await mkdir(dataDir, { recursive: true, mode });
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** SQLite would take a file that it may only read for locked by us alone, so it has to be writable. */
async function createLockFile(dataDir: string) {
  const path = join(dataDir, 'lock');
  // Only while nobody can hold the lock yet: closing a file that this process has locked would drop the lock.
  if (!existsSync(path)) await (await open(path, 'a', 0o600)).close();
  await access(path, constants.W_OK);
  return path;
}
