import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, TransactionRollbackError } from 'drizzle-orm';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import type { Database, Tx } from '../db/db.ts';
import { type Files, unfinishedUploadMs } from '../files/files.ts';
import { makeFolder } from '../files/make-folder.ts';
import { addJob, defineJob, type Job } from '../jobs/jobs.ts';
import { keysFileOf } from './contents.ts';
import { unfinishedMark, writeBackup } from './write-backup.ts';

const namePattern = /^mingshi-\d{8}T\d{6}Z\.backup$/;
const named = { name: 'back_up', payload: z.object({}), maxAttempts: 5 };

/**
 * Writes a backup into BACKUP_DIR and removes the oldest ones above BACKUP_KEEP. The next backup is queued
 * before this one begins: one that fails is retried, appears among the failed jobs on the operators' console
 * page, and does not end the series.
 */
export const backUpJob = (files: Files, config: Config): Job =>
  defineJob({
    ...named,
    async run(_payload, { database, log, signal }) {
      const { dir, everyMs, keep, key } = config.backup;
      if (dir === undefined) return;
      await database.transaction((tx) => backUpAt(tx, new Date(Date.now() + everyMs), { keepsTime: true }));
      await makeFolder(dir);
      const to = join(dir, nameOf(new Date()));
      const { end } = await writeBackup({
        databaseUrl: database.directUrl,
        files,
        keys: await keysFileOf(config),
        to,
        key,
        signal,
      });
      log.info({ tables: end.tables, rows: end.rows, files: end.files, bytes: end.bytes }, 'backed up');
      await removeOld(dir, keep);
    },
  });

const nameOf = (at: Date) => `mingshi-${at.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`;

function backUpAt(tx: Tx, runAt: Date, { keepsTime = false } = {}) {
  return addJob(tx, named, {}, { key: 'back up', runAt, keepsTime });
}

/** Called at every process start: queues the next backup for when it is due after the newest existing one. */
export async function keepBackingUp(database: Database, { backup: { dir, everyMs } }: Config) {
  if (dir === undefined) return;
  try {
    await database.transaction(async (tx) => {
      await rollBackIfRunning(tx);
      const last = (await newestBackupAt(dir)) ?? 0;
      await backUpAt(tx, new Date(Math.max(Date.now(), last + everyMs)));
      // A worker may have started the backup in between.
      await rollBackIfRunning(tx);
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
}

/** A running backup has queued the next one itself; queued here, the next would be due at once. */
async function rollBackIfRunning(tx: Tx) {
  const { rows } = await tx.execute(
    sql`select from graphile_worker.jobs where task_identifier = ${named.name} and locked_at is not null`,
  );
  if (rows.length > 0) tx.rollback();
}

/** When the newest backup was written, in milliseconds. */
export async function newestBackupAt(dir: string): Promise<number | undefined> {
  const [newest] = await backupsIn(dir);
  return newest === undefined ? undefined : (await stat(join(dir, newest))).mtimeMs;
}

/** The file names of the backups, newest first. */
async function backupsIn(dir: string) {
  const names = await readdir(dir).catch((error) => {
    // The job reports an unusable folder; it must not prevent a server from starting.
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(error.code)) return [];
    throw error;
  });
  return names
    .filter((name) => namePattern.test(name))
    .sort()
    .reverse();
}

/** Removes only files that this job has written; other files in the folder stay. */
async function removeOld(dir: string, keep: number) {
  for (const name of (await backupsIn(dir)).slice(keep)) await rm(join(dir, name), { force: true });
  for (const name of await readdir(dir)) {
    const [whole = ''] = name.split(unfinishedMark);
    if (whole === name || !namePattern.test(whole)) continue;
    const path = join(dir, name);
    const age = Date.now() - (await stat(path)).mtimeMs;
    if (age > unfinishedUploadMs) await rm(path, { force: true });
  }
}
