import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { recordAction } from '#server/domains/operator/audit.ts';
import { enqueue, withdraw } from '#server/domains/operator/queue.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import type { Files } from '#server/ground/files/files.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { FileAnswer } from '#server/ground/http/file-answer.ts';
import { cleanFile } from '#server/ground/incoming/clean-file.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import type { Locale } from '#shared/locale.ts';
import { Evidence, type EvidenceKind, evidenceLimits } from '#shared/uploads.ts';
import { evidence } from './tables.ts';

/** Longer than any request takes: by then the row of the file exists or never will. */
const unusedAfterMs = 60 * 60 * 1000;

type NewEvidence = { userId: number; kind: EvidenceKind; file: Uint8Array; locale: Locale };

export function openEvidence({ db, transaction }: Database, files: Files) {
  const removal = removeUnusedFile(files);

  async function answerOf(row: typeof evidence.$inferSelect | undefined): Promise<FileAnswer> {
    const content = row && (await files.get(row.fileKey));
    if (!content) throw new AppError('notFound');
    return { content, mediaType: row.mediaType, fileName: fileNameOf(row) };
  }

  return {
    /**
     * Schedules a cleanup, writes the file, then inserts the row: a process killed at any point never leaves
     * a row without its file, and a file without its row is deleted later.
     */
    async add({ userId, kind, file, locale }: NewEvidence): Promise<Evidence> {
      await checkLimit(db, userId);
      const { bytes, mediaType } = await cleanFile(file, locale);
      const fileKey = `evidence/${randomUUID()}`;
      const runAt = new Date(Date.now() + unusedAfterMs);
      await transaction((tx) => addJob(tx, removal, { key: fileKey }, { key: fileKey, runAt }));
      await files.put(fileKey, bytes);
      return transaction(async (tx) => {
        await lockAccount(tx, userId);
        await checkLimit(tx, userId);
        const [row] = await tx
          .insert(evidence)
          .values({ userId, kind, fileKey, mediaType, byteSize: bytes.byteLength })
          .returning();
        if (!row) throw new Error('inserted evidence came back empty');
        const about = { openedBy: userId, aboutUser: userId };
        await enqueue(tx, { kind: 'evidence', subjectId: String(row.id), ...about });
        return evidenceOf(row);
      });
    },

    async list(userId: number) {
      const list = (await rowsOf(db, userId)).map(evidenceOf);
      return { list, total: list.length, limit: evidenceLimits.files };
    },

    /** Evidence of another user answers as not found. */
    async file(userId: number, id: number): Promise<FileAnswer> {
      const [row] = await db.select().from(evidence).where(own(userId, id));
      return answerOf(row);
    },

    async fileForOperator(operatorId: number, id: number): Promise<FileAnswer> {
      const row = await transaction(async (tx) => {
        const [found] = await tx.select().from(evidence).where(eq(evidence.id, id));
        if (found)
          await recordAction(tx, {
            operatorId,
            action: 'evidence.opened',
            aboutUser: found.userId,
            params: { evidence: id },
          });
        return found;
      });
      return answerOf(row);
    },

    async remove(userId: number, id: number) {
      await transaction(async (tx) => {
        const [row] = await tx.delete(evidence).where(own(userId, id)).returning();
        if (!row) throw new AppError('notFound');
        await withdraw(tx, 'evidence', String(id));
        await addJob(tx, removal, { key: row.fileKey }, { key: row.fileKey });
      });
    },
  };
}

/** Ends a verification; the file stays with its owner. */
export async function revokeEvidence(tx: Tx, id: number) {
  await tx
    .update(evidence)
    .set({ status: 'revoked' })
    .where(and(eq(evidence.id, id), eq(evidence.status, 'verified')));
}

export const rowsOf = (db: Db | Tx, userId: number) =>
  db.select().from(evidence).where(eq(evidence.userId, userId)).orderBy(asc(evidence.id));

export const fileNameOf = ({ id, mediaType }: Pick<typeof evidence.$inferSelect, 'id' | 'mediaType'>) =>
  `evidence-${id}.${mediaType === 'image/webp' ? 'webp' : 'pdf'}`;

const own = (userId: number, id: number) => and(eq(evidence.id, id), eq(evidence.userId, userId));

async function checkLimit(db: Db | Tx, userId: number) {
  const count = await db.$count(evidence, eq(evidence.userId, userId));
  if (count >= evidenceLimits.files)
    throw new AppError('reachedLimit', { details: { limit: evidenceLimits.files } });
}

export function evidenceOf(row: typeof evidence.$inferSelect): Evidence {
  const isExpired = row.status === 'verified' && isOver(row.expiresAt);
  return { ...fieldsOf(Evidence, row), status: isExpired ? 'expired' : row.status };
}

const isOver = (at: Date | null) => at !== null && at.getTime() <= Date.now();

/** Deletes a file that no row refers to: left behind by a killed process, or removed by its owner. */
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
