import { sql } from 'drizzle-orm';
import type { Database } from '../db/db.ts';
import { deleteFilesLater } from '../files/delete-files-job.ts';
import type { Files } from '../files/files.ts';

const laterMs = 60_000;

/** The store as the product uses it: while a backup is made, what is deleted goes a minute later, or a minute after that. */
export function holdDeletions(files: Files, database: Database): Files {
  return {
    ...files,
    delete: (key) =>
      database.transaction(async (tx) => {
        const { rows } = await tx.execute<{ free: boolean }>(
          sql`select pg_try_advisory_xact_lock_shared(${deletionLock}::bigint) as free`,
        );
        if (rows[0]?.free) await files.delete(key);
        else await deleteFilesLater(tx, [key], new Date(Date.now() + laterMs));
      }),
  };
}

/** Any constants will do, as long as every version of the product uses the same ones. */
export const backupLock = '7223372036854770070';
/** Held by a backup while no file may be deleted; shared by those who delete. */
export const deletionLock = '7223372036854770071';
