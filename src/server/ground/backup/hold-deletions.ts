import { sql } from 'drizzle-orm';
import type { Database } from '../db/db.ts';
import { deleteFilesLater } from '../files/delete-files-job.ts';
import type { Files } from '../files/files.ts';
import { deletionLock } from './locks.ts';

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
