import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { AppError, fieldProblem } from '#server/ground/http/errors.ts';
import type { FileKind } from '#server/ground/incoming/file-kind.ts';
import { CachedFile } from '#shared/eraser/files.ts';
import { eraserLimits } from '#shared/eraser/limits.ts';
import type { Locale } from '#shared/locale.ts';
import { type IntakeRefusal, intakeRefusals } from './intake/refusals.ts';
import { stripPdfMetadata } from './intake/strip-pdf-metadata.ts';
import { bundleKind, newBundle, scheduleCleanup, storeBundle } from './page-files.ts';
import { eraserFiles, type FileRow } from './tables.ts';
import type { EraserParts } from './tools.ts';

type Parts = Pick<EraserParts, 'database' | 'files' | 'scratch' | 'intake' | 'workshop' | 'log'>;
type UploadInfo = { userId: number; name: string; locale: Locale };

const mediaTypes = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  pdf: 'application/pdf',
} as const satisfies Record<FileKind, CachedFile['media_type']>;

const contentChanged = {
  'zh-Hant': '檔案在傳送途中有變，請再上載一次',
  en: 'The file changed on its way; please upload it again',
};

export type FileCache = ReturnType<typeof openFileCache>;

/** Stores a file once per owner, by its checksum. */
export function openFileCache(parts: Parts) {
  const { database, files, scratch, intake, workshop, log } = parts;
  const { db, transaction } = database;

  const refused = (locale: Locale, why: IntakeRefusal, cause: string | undefined) => {
    log.info({ why, cause }, 'a file was refused');
    return fieldProblem(locale, { file: intakeRefusals[why] });
  };

  /**
   * Schedules a cleanup, stores the files, then inserts the row. Of two concurrent uploads the first row
   * wins.
   */
  async function storeFile(
    path: string,
    folder: string,
    sha256: Buffer,
    { userId, name, locale }: UploadInfo,
  ) {
    await checkRoom(db, userId, (await stat(path)).size);
    const probed = await intake.probe(path);
    if ('refused' in probed) throw refused(locale, probed.refused, probed.cause);
    if (probed.pages.length > eraserLimits.pagesOfFile) throw refused(locale, 'longPdf', undefined);
    const storedPath = join(folder, 'file');
    let keptType = 'application/pdf';
    let spread: number | null = null;
    if (probed.kind === 'pdf')
      await writeFile(storedPath, stripPdfMetadata(await readFile(path)), { mode: 0o600 });
    else {
      // Redraws the same pixels, which drops metadata such as the location.
      const drawn = await intake.drawPage(path, 0, storedPath);
      if ('refused' in drawn) throw refused(locale, drawn.refused, drawn.cause);
      keptType = drawn.mediaType;
      ({ spread } = await workshop.do('small', { from: storedPath, folder }));
    }
    const mediaType = mediaTypes[probed.kind];
    const bundle = newBundle(randomUUID());
    await transaction((tx) => scheduleCleanup(tx, [bundle]));
    await storeBundle(files, folder, bundle, bundleKind(mediaType));
    const byteSize = (await stat(storedPath)).size;
    return transaction(async (tx) => {
      await lockAccount(tx, userId);
      await checkRoom(tx, userId, byteSize);
      const [made] = await tx
        .insert(eraserFiles)
        .values({
          ...{ userId, sha256, name, mediaType, keptType, byteSize, bundle, spread },
          pages: probed.pages.length,
        })
        .onConflictDoNothing()
        .returning();
      if (made) return cachedOf(made, false);
      const [first] = await tx.select().from(eraserFiles).where(fileOf(userId, sha256));
      if (!first) throw new AppError('conflict');
      return cachedOf(first, true);
    });
  }

  return {
    /** Renews `cachedAt`: a file that has no page yet expires counted from its last use. */
    async find(userId: number, sha256: Buffer): Promise<CachedFile | undefined> {
      const [found] = await db
        .update(eraserFiles)
        .set({ cachedAt: sql`now()` })
        .where(fileOf(userId, sha256))
        .returning();
      return found && cachedOf(found, true);
    },

    async addBytes(bytes: Uint8Array, claimed: string | undefined, info: UploadInfo): Promise<CachedFile> {
      const sha256 = createHash('sha256').update(bytes).digest();
      if (claimed !== undefined && claimed !== sha256.toString('hex'))
        throw fieldProblem(info.locale, { sha256: contentChanged });
      const known = await this.find(info.userId, sha256);
      if (known) return known;
      return scratch.use(async (folder) => {
        const path = join(folder, 'upload');
        await writeFile(path, bytes, { mode: 0o600 });
        return storeFile(path, folder, sha256, info);
      });
    },

    /** Adds a file that arrived in chunks, after checking it against the checksum announced at the start. */
    async addFile(
      path: string,
      folder: string,
      expectedSha256: Buffer,
      info: UploadInfo,
    ): Promise<CachedFile> {
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(path)) hash.update(chunk);
      const sha256 = hash.digest();
      if (!sha256.equals(expectedSha256)) throw fieldProblem(info.locale, { sha256: contentChanged });
      return (await this.find(info.userId, sha256)) ?? storeFile(path, folder, sha256, info);
    },
  };
}

const fileOf = (userId: number, sha256: Buffer) =>
  and(eq(eraserFiles.userId, userId), eq(eraserFiles.sha256, sha256));

async function checkRoom(db: Db | Tx, userId: number, more: number) {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${eraserFiles.byteSize}::int8), 0)::float8` })
    .from(eraserFiles)
    .where(eq(eraserFiles.userId, userId));
  if ((row?.bytes ?? 0) + more > eraserLimits.ownerBytes)
    throw new AppError('reachedLimit', { details: { limit: eraserLimits.ownerBytes } });
}

function cachedOf(row: FileRow, isKnown: boolean): CachedFile {
  return {
    ...fieldsOf(CachedFile, row),
    sha256: row.sha256.toString('hex'),
    media_type: row.mediaType as CachedFile['media_type'],
    is_known: isKnown,
  };
}
