import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Files } from '#server/ground/files/files.ts';
import { defineJob } from '#server/ground/jobs/jobs.ts';
import { evidence } from './tables.ts';

/** Deletes a file that no evidence has: what a died process left behind, or what its owner removed. */
export const removeUnusedFile = (files: Files) =>
  defineJob({
    name: 'remove_unused_evidence_file',
    payload: z.object({ key: z.string().regex(/^evidence\//) }),
    async run({ key }, { database }) {
      const [used] = await database.db
        .select({ id: evidence.id })
        .from(evidence)
        .where(eq(evidence.fileKey, key));
      if (!used) await files.delete(key);
    },
  });
