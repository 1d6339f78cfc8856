import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { DataDirInUse, lockDataDir } from '../config/data-dir.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { stopOrphan } from '../postgres/orphan.ts';
import { BackupError } from './backup-error.ts';

const draftMark = '.restoring-';

/** Lets a data folder be made beside its place; it gets its name when all is in it, and never looks whole before. */
export async function inFreshFolder<T>(folder: string, log: Logger, make: (draft: string) => Promise<T>) {
  await checkEmptyFolder(folder);
  await mkdir(dirname(folder), { recursive: true });
  await removeAbandoned(folder, log);
  const draft = await mkdtemp(join(dirname(folder), `${basename(folder)}${draftMark}`));
  try {
    // As the server makes its folder: root's PostgreSQL, another user, has to pass through.
    await chmod(draft, process.getuid?.() === 0 ? 0o711 : 0o700);
    const lock = await lockDataDir(draft);
    const made = await make(draft).finally(() => lock.release());
    await rename(draft, folder);
    await syncFolder(dirname(folder));
    return made;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function checkEmptyFolder(folder: string) {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw new BackupError(
      `${folder} cannot be used (${error.message}); name a folder that is empty or not there.`,
    );
  });
  if (names.length > 0)
    throw new BackupError(`${folder} is not empty; restore into a folder that is empty or not there.`);
}

/** What killed restores into the same folder left, a running PostgreSQL among it. One that is still at work has its lock. */
async function removeAbandoned(folder: string, log: Logger) {
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(`${basename(folder)}${draftMark}`)) continue;
    const draft = join(dirname(folder), name);
    const lock = await lockDataDir(draft).catch((error) => {
      if (error instanceof DataDirInUse) return undefined;
      throw error;
    });
    if (!lock) continue;
    const cluster = join(draft, 'postgres');
    await stopOrphan(cluster, join(cluster, '.s.PGSQL.5432.lock'), log);
    await rm(draft, { recursive: true, force: true });
    lock.release();
  }
}
