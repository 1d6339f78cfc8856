import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type pg from 'pg';
import { type Files, syncFolder } from '../files/files.ts';
import { type Summary, verifyBackup } from './backup-file.ts';
import { contentsOf } from './contents.ts';
import { connectForCopy } from './database-shape.ts';
import { BackupError, encryptChunks } from './encrypted-stream.ts';
import { backupLock, deletionLock } from './postpone-deletions.ts';

export type BackupOptions = {
  databaseUrl: string;
  /** The underlying store, without postponed deletions; a backup deletes nothing. */
  files: Files;
  keys: Buffer | undefined;
  to: string;
  key: Buffer | undefined;
  signal?: AbortSignal;
};

export const unfinishedMark = '.unfinished-';

/** Writes a backup and reads it back. The file gets its final name only when it is complete and verified. */
export async function writeBackup(options: BackupOptions): Promise<Summary> {
  const { to, key } = options;
  if (existsSync(to)) throw new BackupError(`${to} is there already; name another file.`);
  const draft = join(dirname(to), `${basename(to)}${unfinishedMark}${randomUUID().slice(0, 8)}`);
  try {
    await withBackupConnection(options.databaseUrl, (client) => writeDraft(client, draft, options));
    options.signal?.throwIfAborted();
    const summary = await verifyBackup(draft, key);
    await publish(draft, to);
    return summary;
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeDraft(client: pg.Client, draft: string, { files, keys, key, signal }: BackupOptions) {
  await pipeline(
    contentsOf({ client, files, keys, signal }),
    createZstdCompress(),
    (source) => encryptChunks(source as AsyncIterable<Buffer>, key),
    createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
    { ...(signal && { signal }) },
  );
}

/** Uses a hard link where supported: unlike rename, it never overwrites a file that was created meanwhile. */
async function publish(draft: string, to: string) {
  try {
    await link(draft, to);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new BackupError(`${to} is there already; name another file.`);
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) throw error;
    await rename(draft, to);
  }
  await syncFolder(dirname(to));
}

/** Allows one backup at a time across all processes. Both locks are released when the connection ends. */
async function withBackupConnection(url: string, work: (client: pg.Client) => Promise<void>) {
  const client = await connectForCopy(url, 'backup');
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1::bigint) as mine',
      [backupLock],
    );
    if (!rows[0]?.mine)
      throw new BackupError('Another backup of this database is being made at this moment.');
    // Locked before the snapshot, so that no deletion happens in between.
    await client.query('select pg_advisory_lock($1::bigint)', [deletionLock]);
    await work(client);
  } finally {
    await client.end();
  }
}
