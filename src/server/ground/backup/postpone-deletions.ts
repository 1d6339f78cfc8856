import { sql } from 'drizzle-orm';
import type { Database } from '../db/db.ts';
import { deleteFilesLater } from '../files/delete-files-job.ts';
import type { Files } from '../files/files.ts';

const retryMs = 60_000;

/** A file store that postpones deletions during a backup: each is queued again every minute until its end. */
export function postponeDeletions(files: Files, database: Database): Files {
  return {
    ...files,
    delete: (key) =>
      database.transaction(async (tx) => {
        const { rows } = await tx.execute<{ free: boolean }>(
          sql`select pg_try_advisory_xact_lock_shared(${deletionLock}::bigint) as free`,
        );
        if (rows[0]?.free) await files.delete(key);
        else await deleteFilesLater(tx, [key], new Date(Date.now() + retryMs));
      }),
  };
}

/** The numbers of the advisory locks: arbitrary, but the same in every version of the product. */
export const backupLock = '7223372036854770070';
/** Held exclusively by a backup while no file may be deleted; held shared by deletions. */
export const deletionLock = '7223372036854770071';
