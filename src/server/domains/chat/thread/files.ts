import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { intakeRefusals } from '#server/domains/eraser/intake/refusals.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import type { Files } from '#server/ground/files/files.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { FileAnswer } from '#server/ground/http/file-answer.ts';
import { cleanFile } from '#server/ground/incoming/clean-file.ts';
import { headBytes, kindOf } from '#server/ground/incoming/file-kind.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import { ChatFile } from '#shared/chat/chat.ts';
import { chatLimits } from '#shared/chat/limits.ts';
import type { Locale } from '#shared/locale.ts';
import { chatFiles } from '../tables.ts';
import { correctText, type Reading, type ReadingTools } from './reading.ts';

/** An uploaded file that is never sent is deleted after a day. */
const unusedAfterMs = 24 * 60 * 60 * 1000;

const toFile = (row: typeof chatFiles.$inferSelect): ChatFile => fieldsOf(ChatFile, row);

type Options = { database: Database; files: Files; tools: ReadingTools; reading: Reading };

export function openChatFiles({ database, files, tools, reading }: Options) {
  const { db, transaction } = database;
  const removal = removeUnusedChatFile(files);

  /** Another user's file counts as missing. */
  async function ownRow(userId: number, id: number) {
    const own = and(eq(chatFiles.id, id), eq(chatFiles.userId, userId));
    const [row] = await db.select().from(chatFiles).where(own);
    if (!row) throw new AppError('notFound');
    return row;
  }

  return {
    /**
     * First the clean-up job, then the file, then the row: wherever the process dies, nothing stays behind.
     */
    async add({
      userId,
      file,
      locale,
    }: {
      userId: number;
      file: Uint8Array;
      locale: Locale;
    }): Promise<ChatFile> {
      await checkFileLimit(db, userId);
      const { bytes, mediaType } = await cleanFile(await withoutHeic(tools, file, locale), locale);
      const fileKey = `chat/${randomUUID()}`;
      const runAt = new Date(Date.now() + unusedAfterMs);
      await transaction((tx) => addJob(tx, removal, { key: fileKey }, { key: fileKey, runAt }));
      await files.put(fileKey, bytes);
      const row = await transaction(async (tx) => {
        await lockAccount(tx, userId);
        await checkFileLimit(tx, userId);
        const [row] = await tx
          .insert(chatFiles)
          .values({ userId, fileKey, mediaType, byteSize: bytes.byteLength })
          .returning();
        if (!row) throw new Error('an inserted file came back empty');
        return row;
      });
      reading.begin(row.id);
      return toFile(row);
    },

    /** Waits until the text of the file is recognised. */
    text: async (userId: number, id: number) => toFile(await reading.wait(() => ownRow(userId, id))),

    correct: async (userId: number, id: number, text: string) =>
      toFile(await transaction((tx) => correctText(tx, { userId, id, text }))),

    async file(userId: number, id: number): Promise<FileAnswer> {
      const row = await ownRow(userId, id);
      const content = await files.get(row.fileKey);
      if (!content) throw new AppError('notFound');
      return { content, mediaType: row.mediaType, fileName: fileNameOf(row) };
    },

    /** For rows that are deleted when the transaction commits. */
    async removeLater(tx: Tx, fileKeys: readonly string[]) {
      for (const key of fileKeys) await addJob(tx, removal, { key }, { key });
    },
  };
}

/**
 * Phones send HEIC pictures, which browsers do not show: converted in the process that reads untrusted files.
 */
async function withoutHeic({ scratch, intake }: ReadingTools, file: Uint8Array, locale: Locale) {
  if (kindOf(file.subarray(0, headBytes)) !== 'heic') return file;
  return scratch.use(async (folder) => {
    const [path, to] = [join(folder, 'file'), join(folder, 'page')];
    await writeFile(path, file, { mode: 0o600 });
    const drawn = await intake.drawPage(path, 0, to);
    if ('refused' in drawn)
      throw new AppError('wrongType', { fields: { file: intakeRefusals[drawn.refused][locale] } });
    return readFile(to);
  });
}

export const fileNameOf = ({ id, mediaType }: Pick<typeof chatFiles.$inferSelect, 'id' | 'mediaType'>) =>
  `chat-${id}.${mediaType === 'image/webp' ? 'webp' : 'pdf'}`;

async function checkFileLimit(db: Db | Tx, userId: number) {
  const lone = and(eq(chatFiles.userId, userId), isNull(chatFiles.messageId));
  const count = await db.$count(chatFiles, lone);
  if (count >= chatLimits.loneFiles)
    throw new AppError('reachedLimit', { details: { limit: chatLimits.loneFiles } });
}

/**
 * Deletes a file that no message has: never sent, left behind by a crashed process, or deleted with its
 * thread.
 */
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
