import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { and, asc, count, eq, gt, lte, sql } from 'drizzle-orm';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { deleteFilesLater } from '#server/ground/files/delete-files-job.ts';
import { AppError, fieldProblem } from '#server/ground/http/errors.ts';
import type { OpenUpload } from '#shared/eraser/files.ts';
import { eraserLimits } from '#shared/eraser/limits.ts';
import type { Locale } from '#shared/locale.ts';
import type { FileCache } from './file-cache.ts';
import { eraserUploadChunks, eraserUploads, type UploadRow } from './tables.ts';
import type { EraserParts } from './tools.ts';

const { chunkBytes, openUploads, uploadHours } = eraserLimits;

const wrongLength = {
  'zh-Hant': '這一段的長度不對，請由所示位置再傳',
  en: 'This part has the wrong length; please go on where the answer says',
};

type Parts = Pick<EraserParts, 'database' | 'files' | 'scratch'>;

/** Resumable uploads in chunks; any process can continue one after any interruption. */
export function createUploads({ database, files, scratch }: Parts, cache: FileCache) {
  const { db, transaction } = database;

  async function stateOf(upload: UploadRow): Promise<OpenUpload> {
    return {
      upload_id: upload.id,
      received: await receivedOf(db, upload.id),
      chunk_bytes: chunkBytes,
      expires_at: upload.expiresAt.toISOString(),
      file: null,
    };
  }

  /**
   * Joins the chunks and adds the file to the cache. The upload ends whether the file is accepted or refused;
   * after a server error the chunks stay, and sending the last one again retries.
   */
  async function finish(upload: UploadRow, locale: Locale) {
    const { userId, name } = upload;
    const end = () => transaction((tx) => endUpload(tx, upload));
    try {
      const file = await scratch.use(async (folder) => {
        const path = join(folder, 'upload');
        const whole = createWriteStream(path, { flags: 'wx', mode: 0o600 });
        await pipeline(async function* () {
          for (const key of chunkKeys(upload)) {
            const chunk = await files.get(key);
            // Another process finished the upload at the same time.
            if (!chunk) throw new AppError('conflict');
            yield* chunk;
          }
        }, whole);
        return cache.addFile(path, folder, upload.sha256, { userId, name, locale });
      });
      await end();
      return file;
    } catch (error) {
      if (error instanceof AppError && (error.code === 'badInput' || error.code === 'conflict')) await end();
      throw error;
    }
  }

  return {
    async begin(userId: number, form: { sha256: string; byte_size: number; name: string }) {
      const sha256 = Buffer.from(form.sha256, 'hex');
      const known = await cache.find(userId, sha256);
      if (known) return finishedState(known);
      const upload = await transaction(async (tx) => {
        await lockAccount(tx, userId);
        const [open] = await tx
          .select()
          .from(eraserUploads)
          .where(and(eq(eraserUploads.userId, userId), eq(eraserUploads.sha256, sha256)));
        if (open && open.byteSize === form.byte_size && open.expiresAt > new Date()) return open;
        if (open) await endUpload(tx, open);
        await checkOpenUploads(tx, userId);
        const [made] = await tx
          .insert(eraserUploads)
          .values({
            userId,
            sha256,
            byteSize: form.byte_size,
            name: form.name,
            expiresAt: new Date(Date.now() + uploadHours * 60 * 60 * 1000),
          })
          .returning();
        return made as UploadRow;
      });
      return stateOf(upload);
    },

    async chunk(
      userId: number,
      id: string,
      { offset, bytes }: { offset: number; bytes: Uint8Array },
      locale: Locale,
    ): Promise<OpenUpload> {
      const [upload] = await db
        .select()
        .from(eraserUploads)
        .where(
          and(
            eq(eraserUploads.id, id),
            eq(eraserUploads.userId, userId),
            gt(eraserUploads.expiresAt, sql`now()`),
          ),
        );
      if (!upload) throw new AppError('notFound');
      const before = await stateOf(upload);
      if (offset === before.received && offset < upload.byteSize) {
        if (bytes.length !== Math.min(chunkBytes, upload.byteSize - offset))
          throw fieldProblem(locale, { chunk: wrongLength });
        const key = chunkKey(id, offset);
        await files.put(key, bytes);
        if (!(await saveChunk(db, upload, offset, bytes.length))) {
          // The upload ended while this chunk was stored, possibly after its files were deleted.
          await files.delete(key);
          throw new AppError('notFound');
        }
      }
      const after = await stateOf(upload);
      if (after.received < upload.byteSize) return after;
      return finishedState(await finish(upload, locale));
    },
  };
}

const finishedState = (file: OpenUpload['file'] & object): OpenUpload => ({
  upload_id: '',
  received: file.byte_size,
  chunk_bytes: chunkBytes,
  expires_at: new Date().toISOString(),
  file,
});

const chunkKey = (id: string, start: number) => `eraser/upload-${id}/${start}`;

export const chunkKeys = ({ id, byteSize }: Pick<UploadRow, 'id' | 'byteSize'>) =>
  Array.from({ length: Math.ceil(byteSize / chunkBytes) }, (_, at) => chunkKey(id, at * chunkBytes));

/** A chunk may be stored without its row, so every possible chunk key is deleted. */
async function endUpload(tx: Tx, upload: UploadRow) {
  await tx.delete(eraserUploads).where(eq(eraserUploads.id, upload.id));
  await deleteFilesLater(tx, chunkKeys(upload));
}

export async function endExpiredUploads(tx: Tx) {
  const expired = await tx
    .select()
    .from(eraserUploads)
    .where(lte(eraserUploads.expiresAt, sql`now()`))
    .limit(100)
    .for('update', { skipLocked: true });
  for (const upload of expired) await endUpload(tx, upload);
}

/** False when the upload has ended meanwhile. */
async function saveChunk(db: Db, upload: UploadRow, start: number, byteSize: number) {
  const { rowCount } = await db.execute(sql`
    insert into eraser_upload_chunks (upload_id, start, byte_size)
    select id, ${start}, ${byteSize} from eraser_uploads where id = ${upload.id} for key share
    on conflict (upload_id, start) do update set byte_size = excluded.byte_size`);
  return rowCount === 1;
}

/** Bytes received from the start without a gap. */
async function receivedOf(db: Db, id: string) {
  const chunks = await db
    .select()
    .from(eraserUploadChunks)
    .where(eq(eraserUploadChunks.uploadId, id))
    .orderBy(asc(eraserUploadChunks.start));
  let received = 0;
  for (const { start, byteSize } of chunks) if (start === received) received += byteSize;
  return received;
}

async function checkOpenUploads(tx: Tx, userId: number) {
  const [row] = await tx
    .select({ open: count() })
    .from(eraserUploads)
    .where(eq(eraserUploads.userId, userId));
  if ((row?.open ?? 0) >= openUploads)
    throw new AppError('reachedLimit', { details: { limit: openUploads } });
}
