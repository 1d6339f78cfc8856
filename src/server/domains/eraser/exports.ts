import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { announce } from '#server/domains/messages/events.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import { EraseExport, type eraserFileCalls } from '#shared/eraser/files.ts';
import { eraserLimits } from '#shared/eraser/limits.ts';
import type { Locale } from '#shared/locale.ts';
import {
  downloadTo,
  fileKey,
  newBundle,
  scheduleCleanup,
  scheduleRemoval,
  storeBundle,
} from './page-files.ts';
import type { JobParts } from './page-job.ts';
import { originalBundleOf } from './pictures.ts';
import { type ExportRow, eraserExports, eraserPages, eraserRecords, eraserVersions } from './tables.ts';

type Form = z.output<(typeof eraserFileCalls)['POST /api_ai/eraser/export']['body']>;

const exportJob = {
  name: 'export_pages',
  payload: z.object({ export: z.int(), locale: z.enum(['zh-Hant', 'en']) }),
  maxAttempts: 5,
};

/** Fixes the versions to export now: later edits do not change an export under way. */
export async function beginExport(tx: Tx, userId: number, form: Form, locale: Locale): Promise<ExportRow> {
  await lockAccount(tx, userId);
  const { title, pages: ids, ...options } = form;
  const underWay = and(
    eq(eraserExports.userId, userId),
    inArray(eraserExports.status, ['waiting', 'running']),
  );
  if ((await tx.$count(eraserExports, underWay)) >= eraserLimits.exportsUnderWay)
    throw new AppError('reachedLimit', { details: { limit: eraserLimits.exportsUnderWay } });
  await deleteOldExports(tx, userId);
  const own = await tx
    .select({ page: eraserPages.id, version: eraserVersions.id, title: eraserRecords.title })
    .from(eraserPages)
    .innerJoin(eraserRecords, eq(eraserRecords.id, eraserPages.recordId))
    .innerJoin(
      eraserVersions,
      and(eq(eraserVersions.pageId, eraserPages.id), eq(eraserVersions.number, eraserPages.version)),
    )
    .where(
      and(
        inArray(eraserPages.id, ids),
        eq(eraserRecords.userId, userId),
        isNull(eraserPages.deletedAt),
        isNull(eraserRecords.deletedAt),
      ),
    );
  const byPage = new Map(own.map((row) => [row.page, row]));
  if (ids.some((id) => !byPage.has(id))) throw new AppError('notFound');
  const [made] = await tx
    .insert(eraserExports)
    .values({
      userId,
      format: form.format,
      title: title || (byPage.get(ids[0] as number)?.title ?? ''),
      options,
      pages: ids.map((id) => (form.view === 'erased' ? (byPage.get(id)?.version as number) : id)),
      expiresAt: sql`now() + make_interval(hours => ${eraserLimits.exportHours})`,
    })
    .returning();
  if (!made) throw new Error('an inserted export came back empty');
  await addJob(tx, exportJob, { export: made.id, locale }, { key: `export ${made.id}` });
  return made;
}

/** Deletes the oldest exports of a user who is over the storage limit. */
async function deleteOldExports(tx: Tx, userId: number) {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id::float8 as id from (
      select id, sum(byte_size) over (order by id desc) as with_newer from eraser_exports
      where user_id = ${userId} and status = 'done') done
    where with_newer > ${eraserLimits.exportBytes}`);
  await removeExports(
    tx,
    rows.map(({ id }) => id),
  );
}

export async function removeExports(tx: Tx, ids: number[]) {
  if (ids.length === 0) return;
  const gone = await tx
    .delete(eraserExports)
    .where(inArray(eraserExports.id, ids))
    .returning({ bundle: eraserExports.bundle });
  await scheduleRemoval(
    tx,
    gone.flatMap(({ bundle }) => bundle ?? []),
  );
}

export async function ownExport(db: Db | Tx, userId: number, id: number): Promise<ExportRow> {
  const [row] = await db
    .select()
    .from(eraserExports)
    .where(
      and(
        eq(eraserExports.id, id),
        eq(eraserExports.userId, userId),
        sql`${eraserExports.expiresAt} > now()`,
      ),
    );
  if (!row) throw new AppError('notFound');
  return row;
}

export function exportView(row: ExportRow): EraseExport {
  return { ...fieldsOf(EraseExport, row), pages: row.pages.length, file_name: exportFileName(row) };
}

export const exportFileName = ({ title, format }: Pick<ExportRow, 'title' | 'format'>) =>
  `${title.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim() || 'mingshi'}.${format}`;

/** As with pages, only the latest attempt may write its result, and files without a row are cleaned up. */
export const exportPagesJob = (parts: JobParts) =>
  defineJob({
    ...exportJob,
    async run({ export: id, locale }, { database, log, signal, attempt }) {
      const lease = randomUUID();
      const bundle = newBundle(lease);
      const row = await database.transaction((tx) => claimExport(tx, id, lease, bundle));
      if (!row) return;
      try {
        const byteSize = await makeFile(parts, database, row, bundle, locale, signal);
        await endExport(database, row, { status: 'done', bundle, byteSize, pagesDone: row.pages.length });
      } catch (error) {
        if (signal.aborted || attempt < exportJob.maxAttempts) throw error;
        log.warn({ err: error }, 'pages could not be exported');
        await endExport(database, row, { status: 'failed' });
      }
    },
  });

async function claimExport(tx: Tx, id: number, lease: string, bundle: string) {
  const [row] = await tx
    .update(eraserExports)
    .set({ status: 'running', lease, pagesDone: 0 })
    .where(and(eq(eraserExports.id, id), inArray(eraserExports.status, ['waiting', 'running'])))
    .returning();
  if (row) await scheduleCleanup(tx, [bundle]);
  return row;
}

type Outcome = Partial<Pick<ExportRow, 'status' | 'bundle' | 'byteSize' | 'pagesDone'>>;

async function endExport({ transaction }: Database, row: ExportRow, outcome: Outcome) {
  await transaction(async (tx) => {
    await tx
      .update(eraserExports)
      .set(outcome)
      .where(and(eq(eraserExports.id, row.id), eq(eraserExports.lease, row.lease as string)));
    await announce(tx, row.userId, { kind: 'export', export: row.id });
  });
}

async function makeFile(
  { files, scratch, workshop }: JobParts,
  database: Database,
  row: ExportRow,
  bundle: string,
  locale: Locale,
  signal: AbortSignal,
) {
  return scratch.use(async (folder) => {
    const pages: string[] = [];
    for (const [at, id] of row.pages.entries()) {
      const { key, ending } = await pageKey(database.db, row, id);
      const path = join(folder, `${String(at + 1).padStart(3, '0')}.${ending}`);
      if (!(await downloadTo(files, key, path))) throw new Error('a page to export has no file');
      pages.push(path);
    }
    const to = join(folder, 'file');
    const { options, title } = row;
    const onPage = (done: number) => void saveProgress(database, row, Math.floor(done)).catch(() => {});
    await workshop.do('export', { pages, to, options, title, locale }, { signal, onPage });
    await storeBundle(files, folder, bundle, 'export');
    return (await stat(to)).size;
  });
}

/** Storage key of the picture to export. */
async function pageKey(db: Db, { options }: ExportRow, id: number) {
  if (options.view === 'erased') {
    const [version] = await db.select().from(eraserVersions).where(eq(eraserVersions.id, id));
    if (!version) throw new Error('a page to export is gone');
    return { key: fileKey(version.bundle, 'image.png'), ending: 'png' };
  }
  const [page] = await db.select().from(eraserPages).where(eq(eraserPages.id, id));
  const original = page && (await originalBundleOf(db, page));
  if (!original) throw new Error('a page to export is gone');
  return {
    key: fileKey(original.bundle, original.name),
    ending: original.mediaType === 'image/png' ? 'png' : 'jpg',
  };
}

async function saveProgress({ transaction }: Database, row: ExportRow, pagesDone: number) {
  await transaction(async (tx) => {
    const noted = await tx
      .update(eraserExports)
      .set({ pagesDone })
      .where(
        and(
          eq(eraserExports.id, row.id),
          eq(eraserExports.lease, row.lease as string),
          sql`${eraserExports.pagesDone} < ${pagesDone}`,
        ),
      )
      .returning({ id: eraserExports.id });
    if (noted.length > 0) await announce(tx, row.userId, { kind: 'export', export: row.id });
  });
}
