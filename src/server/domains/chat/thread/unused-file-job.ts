import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Files } from '#server/ground/files/files.ts';
import { defineJob } from '#server/ground/jobs/jobs.ts';
import { chatFiles } from '../tables.ts';

/** Deletes a file that no message has: never sent, left behind by a died process, or deleted with its thread. */
export const removeUnusedChatFile = (files: Files) =>
  defineJob({
    name: 'remove_unused_chat_file',
    payload: z.object({ key: z.string().regex(/^chat\//) }),
    async run({ key }, { database }) {
      const unsent = and(eq(chatFiles.fileKey, key), isNull(chatFiles.messageId));
      await database.transaction((tx) => tx.delete(chatFiles).where(unsent));
      const [used] = await database.db
        .select({ id: chatFiles.id })
        .from(chatFiles)
        .where(eq(chatFiles.fileKey, key));
      if (!used) await files.delete(key);
    },
  });
