import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { DataDirInUse, lockDataDir } from '../config/data-dir.ts';
import { checkMigrations } from '../db/migrate.ts';
import { type Files, syncFolder } from '../files/files.ts';
import { openFiles } from '../files/open.ts';
import { describePlace, type FilesPlace } from '../files/place.ts';
import { stopOrphan } from '../postgres/orphan.ts';
import { abandonOnSignal, startPostgres } from '../postgres/postgres.ts';
import { readBackup, type Summary, verifyBackup } from './backup-file.ts';
import { BackupError } from './encrypted-stream.ts';
import { checkEmptyDatabase, openLoading } from './load-database.ts';

export type RestoreOptions = {
  from: string;
  key: Buffer | undefined;
  /** A data folder with an embedded database (and files, unless `files` is set), or an external database. */
  target:
    | { folder: string; files?: FilesPlace }
    | { databaseUrl: string; dataDir: string; files: FilesPlace };
  log: Logger;
};

/** Verifies the whole backup before it writes anything, and restores only into an empty target. */
export async function restoreBackup(options: RestoreOptions): Promise<Summary> {
  const { from, key, target } = options;
  const { about } = await verifyBackup(from, key);
  await checkMigrations(about.migrations);
  return 'folder' in target ? intoFolder(options, target) : intoDatabase(options, target);
}

function intoFolder(
  options: RestoreOptions,
  { folder, files: elsewhere }: { folder: string; files?: FilesPlace },
) {
  const { log } = options;
  return inFreshFolder(folder, log, async (dataDir) => {
    const postgres = await startPostgres({ dataDir, log });
    const removeSignalHandlers = abandonOnSignal(postgres);
    try {
      const files = elsewhere ?? { kind: 'folder', directory: join(dataDir, 'files') };
      return await intoDatabase(options, { databaseUrl: postgres.url, dataDir, files });
    } finally {
      removeSignalHandlers();
      await postgres.stop();
    }
  });
}

async function intoDatabase(
  { from, key, log }: RestoreOptions,
  { databaseUrl, dataDir, files: place }: { databaseUrl: string; dataDir: string; files: FilesPlace },
) {
  const { begun: isResumed } = await checkEmptyDatabase(databaseUrl);
  const files = await openFiles(place, log);
  let loading: Awaited<ReturnType<typeof openLoading>> | undefined;
  try {
    if (!isResumed) await checkEmptyStore(files, place);
    const summary = await readBackup(from, key, async (entry, content) => {
      if (entry.kind === 'about') loading = await openLoading(databaseUrl, entry, log);
      else if (entry.kind === 'table') await loading?.table(entry, content);
      else if (entry.kind === 'sequences') await loading?.finish(entry.list);
      else if (entry.kind === 'keys') await writeKeys(dataDir, content);
      else if (entry.kind === 'file')
        await files.put(entry.key, Readable.from(content, { objectMode: false }));
    });
    await loading?.unmark();
    return summary;
  } finally {
    await loading?.close();
    files.close();
  }
}

async function checkEmptyStore(files: Files, place: FilesPlace) {
  for await (const _ of files.list())
    throw new BackupError(`There are files in ${describePlace(place)} already; restore into an empty place.`);
}

/** Never overwrites existing keys, because other data may need them. */
async function writeKeys(dataDir: string, content: AsyncIterable<Buffer>) {
  const path = join(dataDir, 'keys.json');
  await mkdir(dataDir, { recursive: true });
  const bytes = await buffer(content);
  try {
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!bytes.equals(await readFile(path)))
      throw new BackupError(
        `${path} holds other keys than the backup; move it away first, or restore elsewhere.`,
      );
  }
}

const draftMark = '.restoring-';

/** Creates a data folder under a temporary name, which is changed only when the folder is complete. */
async function inFreshFolder<T>(folder: string, log: Logger, make: (draft: string) => Promise<T>) {
  await checkEmptyFolder(folder);
  await mkdir(dirname(folder), { recursive: true });
  await removeAbandoned(folder, log);
  const draft = await mkdtemp(join(dirname(folder), `${basename(folder)}${draftMark}`));
  try {
    // Like the server's data folder: under root, PostgreSQL runs as another user, which has to pass through.
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

/** Removes the drafts of killed restores and ends their PostgreSQL. A running restore holds its lock. */
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
