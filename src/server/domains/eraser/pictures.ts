import { join } from 'node:path';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { inGoodStanding } from '#server/domains/accounts/bans.ts';
import { notBlocked } from '#server/domains/blocks/blocks.ts';
import type { Db } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { PictureRequest, PictureSize } from '#shared/eraser/limits.ts';
import { bundleKind, downloadTo, fileKey, storeOnRequest } from './page-files.ts';
import { versionOf } from './pages.ts';
import { strengthPreview } from './strengths.ts';
import { eraserFiles, eraserRecords, eraserSharedPages, eraserVersions, type PageRow } from './tables.ts';
import type { EraserParts } from './tools.ts';
import { ownPage } from './views.ts';

export type StoredPicture = { key: string; mediaType: string };
type Parts = Pick<EraserParts, 'files' | 'scratch' | 'workshop'>;

const png = 'image/png';
const webp = 'image/webp';

/** Storage key of a picture of a page that belongs to the user. */
export async function ownPicture(
  db: Db,
  parts: Parts,
  userId: number,
  pageId: number,
  request: PictureRequest,
): Promise<StoredPicture> {
  const page = await ownPage(db, userId, pageId);
  if (request.view === 'original') return originalPicture(db, page, request.size);
  const number = request.version ?? page.version;
  if (number === 0) throw new AppError('notFound');
  if (request.strength)
    return { key: await strengthPreview(db, parts, page, number, request.strength), mediaType: webp };
  const version = await versionOf(db, page.id, number);
  const { bundle } = version;
  if (request.view === 'mask') {
    if (version.kind !== 'run') throw new AppError('notFound');
    return { key: fileKey(bundle, 'mask.png'), mediaType: png };
  }
  if (request.view === 'white') return whitePicture(db, parts, bundle, request.size);
  // A copied page has no picture before erasing.
  const isBeforeErasing = request.view === 'straight' && version.kind !== 'copy';
  if (isBeforeErasing && request.size === 'full')
    return { key: await straightOf(db, parts, bundle), mediaType: png };
  if (isBeforeErasing) return { key: fileKey(bundle, 'straight.webp'), mediaType: webp };
  return pictureOf(bundle, request.size);
}

function pictureOf(bundle: string, size: PictureSize): StoredPicture {
  if (size === 'full') return { key: fileKey(bundle, 'image.png'), mediaType: png };
  return { key: fileKey(bundle, `${size}.webp`), mediaType: webp };
}

/**
 * Where the page's original is stored: the upload, the drawn PDF page, or for a copy what was copied.
 * Undefined for a PDF page that was not drawn yet.
 */
export async function originalBundleOf(db: Db, page: PageRow) {
  if (page.originalBundle !== null)
    return { bundle: page.originalBundle, name: 'file', mediaType: page.originalType as string };
  if (page.fileId === null) {
    const { bundle } = await versionOf(db, page.id, 1);
    return { bundle, name: 'image.png', mediaType: png };
  }
  const [file] = await db.select().from(eraserFiles).where(eq(eraserFiles.id, page.fileId));
  if (!file || bundleKind(file.mediaType) !== 'picture') return undefined;
  return { bundle: file.bundle, name: 'file', mediaType: file.keptType };
}

/** The thumbnail of a cached file of the user; of a PDF its first page, drawn on first request. */
export async function fileThumb(
  db: Db,
  { files, scratch, intake, workshop }: Parts & Pick<EraserParts, 'intake'>,
  userId: number,
  id: number,
): Promise<StoredPicture> {
  const [file] = await db
    .select()
    .from(eraserFiles)
    .where(and(eq(eraserFiles.id, id), eq(eraserFiles.userId, userId)));
  if (!file) throw new AppError('notFound');
  const { bundle } = file;
  const name = 'thumb.webp';
  const picture = { key: fileKey(bundle, name), mediaType: webp };
  if ((await files.size(picture.key)) !== undefined) return picture;
  return scratch.use(async (folder) => {
    const [stored, drawn] = [join(folder, 'stored'), join(folder, 'drawn')];
    if (!(await downloadTo(files, fileKey(bundle, 'file'), stored))) throw new AppError('notFound');
    const answer = await intake.drawPage(stored, 0, drawn);
    if ('refused' in answer) throw new AppError('notFound');
    await workshop.do('small', { from: drawn, folder });
    await storeOnRequest(db, files, bundle, name, join(folder, name));
    return picture;
  });
}

async function originalPicture(db: Db, page: PageRow, size: PictureSize): Promise<StoredPicture> {
  const original = await originalBundleOf(db, page);
  if (!original) throw new AppError('notFound');
  const { bundle, name, mediaType } = original;
  return size === 'full'
    ? { key: fileKey(bundle, name), mediaType }
    : { key: fileKey(bundle, `${size}.webp`), mediaType: webp };
}

/**
 * Recomputes the page before erasing from `image.png` and `delta.png` on first request, exactly to the bit,
 * and stores it.
 */
async function straightOf(db: Db, { files, scratch, workshop }: Parts, bundle: string) {
  const key = fileKey(bundle, 'straight.png');
  if ((await files.size(key)) !== undefined) return key;
  return scratch.use(async (folder) => {
    const [image, delta, to] = [join(folder, 'image'), join(folder, 'delta'), join(folder, 'straight.png')];
    const found =
      (await downloadTo(files, fileKey(bundle, 'image.png'), image)) &&
      (await downloadTo(files, fileKey(bundle, 'delta.png'), delta));
    if (!found) throw new AppError('notFound');
    await workshop.do('straight', { image, delta, to });
    return storeOnRequest(db, files, bundle, 'straight.png', to);
  });
}

/** The clean page with white paper, made on first request: a thumbnail, or else all of it. */
async function whitePicture(
  db: Db,
  { files, scratch, workshop }: Parts,
  bundle: string,
  size: PictureSize,
): Promise<StoredPicture> {
  const picture =
    size === 'thumb'
      ? { key: fileKey(bundle, 'white.webp'), mediaType: webp }
      : { key: fileKey(bundle, 'white.png'), mediaType: png };
  if ((await files.size(picture.key)) !== undefined) return picture;
  return scratch.use(async (folder) => {
    const from = join(folder, 'image');
    if (!(await downloadTo(files, fileKey(bundle, 'image.png'), from))) throw new AppError('notFound');
    await workshop.do('white', { from, folder });
    for (const name of ['white.png', 'white.webp'])
      await storeOnRequest(db, files, bundle, name, join(folder, name));
    return picture;
  });
}

/** A page of a shared exercise; public. */
type SharedPage = { recordId: number; number: number; size: PictureSize; reader: number | undefined };

export async function sharedPicture(
  db: Db,
  { recordId, number, size, reader }: SharedPage,
): Promise<StoredPicture> {
  const [found] = await db
    .select({ bundle: eraserVersions.bundle })
    .from(eraserSharedPages)
    .innerJoin(eraserVersions, eq(eraserVersions.id, eraserSharedPages.versionId))
    .innerJoin(eraserRecords, eq(eraserRecords.id, eraserSharedPages.recordId))
    .where(
      and(
        eq(eraserSharedPages.recordId, recordId),
        eq(eraserSharedPages.number, number),
        isNotNull(eraserRecords.sharedAt),
        inGoodStanding(sql`${eraserRecords.userId}`),
        notBlocked(reader, sql`${eraserRecords.userId}`),
      ),
    );
  if (!found) throw new AppError('notFound');
  return pictureOf(found.bundle, size);
}
