import { z } from 'zod';
import type { Tx } from '../db/db.ts';
import { addJob, defineJob } from '../jobs/jobs.ts';
import type { Files } from './files.ts';

const keysPerJob = 200;
const named = { name: 'delete-files', payload: z.object({ keys: z.array(z.string()).max(keysPerJob) }) };

/** Deletes stored files permanently. Deleting a file twice is not an error. */
export const deleteFilesJob = (files: Files) =>
  defineJob({
    ...named,
    async run({ keys }, { signal }) {
      for (const key of keys) {
        signal.throwIfAborted();
        await files.delete(key);
      }
    },
  });

/** Queues the deletion for after the commit, when no row refers to the files any more. */
export async function deleteFilesLater(tx: Tx, keys: readonly string[], runAt?: Date) {
  for (let start = 0; start < keys.length; start += keysPerJob)
    await addJob(tx, named, { keys: keys.slice(start, start + keysPerJob) }, runAt ? { runAt } : {});
}
