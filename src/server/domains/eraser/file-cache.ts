import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { holdAccount } from '#server/domains/accounts/hold-account.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { AppError, fieldProblem } from '#server/ground/http/errors.ts';
import type { FileKind } from '#server/ground/incoming/file-kind.ts';
import { CachedFile } from '#shared/eraser/files.ts';
import { eraserLimits } from '#shared/eraser/limits.ts';
import type { Locale } from '#shared/locale.ts';
import { bundleKind, newBundle, promiseRemoval, storeBundle } from './bundles.ts';
import { withoutPlaces } from './intake/kept-pdf.ts';
import { type IntakeRefusal, intakeRefusals } from './intake/refusals.ts';
import { eraserFiles, type FileRow } from './tables.ts';
import type { EraserParts } from './tools.ts';

type Parts = Pick<EraserParts, 'database' | 'files' | 'scratch' | 'intake' | 'workshop' | 'log'>;
type Given = { userId: number; name: string; locale: Locale };

const mediaTypes = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
  pdf: 'application/pdf',
} as const satisfies Record<FileKind, CachedFile['media_type']>;

const otherContent = {
  'zh-Hant': '檔案在傳送途中有變，請再上載一次',
  en: 'The file changed on its way; please upload it again',
};

export type FileCache = ReturnType<typeof openFileCache>;

/** Keeps a file once by its hash for each owner. */
export function openFileCache(parts: Parts) {
  const { database, files, scratch, intake, workshop, log } = parts;
  const { db, transaction } = database;

  const refused = (locale: Locale, why: IntakeRefusal, cause: string | undefined) => {
    log.info({ why, cause }, 'a file was refused');
    return fieldProblem(locale, { file: intakeRefusals[why] });
  };

  /** First the promise to clear up, then the files, then the row; of two at once the first stays. */
  async function keep(path: string, folder: string, sha256: Buffer, { userId, name, locale }: Given) {
    await checkRoom(db, userId, (await stat(path)).size);
    const probed = await intake.probe(path);
    if ('refused' in probed) throw refused(locale, probed.refused, probed.cause);
    if (probed.pages.length > eraserLimits.pagesOfFile) throw refused(locale, 'longPdf', undefined);
    const kept = join(folder, 'file');
    let keptType = 'application/pdf';
    if (probed.kind === 'pdf') await writeFile(kept, withoutPlaces(await readFile(path)), { mode: 0o600 });
    else {
      // The same pixels without what else was in the file, such as where it was taken.
      const drawn = await intake.drawPage(path, 0, kept);
      if ('refused' in drawn) throw refused(locale, drawn.refused, drawn.cause);
      keptType = drawn.mediaType;
      await workshop.do('small', { from: kept, folder });
    }
    const mediaType = mediaTypes[probed.kind];
    const bundle = newBundle(randomUUID());
    await transaction((tx) => promiseRemoval(tx, [bundle]));
    await storeBundle(files, folder, bundle, bundleKind(mediaType));
    const byteSize = (await stat(kept)).size;
    return transaction(async (tx) => {
      await holdAccount(tx, userId);
      await checkRoom(tx, userId, byteSize);
      const [made] = await tx
        .insert(eraserFiles)
        .values({ userId, sha256, name, mediaType, keptType, byteSize, pages: probed.pages.length, bundle })
        .onConflictDoNothing()
        .returning();
      if (made) return cachedOf(made, false);
      const [first] = await tx.select().from(eraserFiles).where(fileOf(userId, sha256));
      if (!first) throw new AppError('conflict');
      return cachedOf(first, true);
    });
  }

  return {
    /** Somebody came back for it: what is not made a page of is kept anew from now on. */
    async find(userId: number, sha256: Buffer): Promise<CachedFile | undefined> {
      const [found] = await db
        .update(eraserFiles)
        .set({ cachedAt: sql`now()` })
        .where(fileOf(userId, sha256))
        .returning();
      return found && cachedOf(found, true);
    },

    async addBytes(bytes: Uint8Array, claimed: string | undefined, given: Given): Promise<CachedFile> {
      const sha256 = createHash('sha256').update(bytes).digest();
      if (claimed !== undefined && claimed !== sha256.toString('hex'))
        throw fieldProblem(given.locale, { sha256: otherContent });
      const known = await this.find(given.userId, sha256);
      if (known) return known;
      return scratch.use(async (folder) => {
        const path = join(folder, 'upload');
        await writeFile(path, bytes, { mode: 0o600 });
        return keep(path, folder, sha256, given);
      });
    },

    /** A file that arrived in parts; it may not be what its beginning promised. */
    async addFile(path: string, folder: string, promised: Buffer, given: Given): Promise<CachedFile> {
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(path)) hash.update(chunk);
      const sha256 = hash.digest();
      if (!sha256.equals(promised)) throw fieldProblem(given.locale, { sha256: otherContent });
      return (await this.find(given.userId, sha256)) ?? keep(path, folder, sha256, given);
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
