import { eq, inArray, sql } from 'drizzle-orm';
import { type PersonalData, type Reader, readAll } from '#server/ground/db/personal-data.ts';
import { deleteFilesLater } from '#server/ground/files/delete-files-job.ts';
import { fileKey, scheduleRemoval } from './page-files.ts';
import { stopSharing } from './publish.ts';
import {
  eraserExports,
  eraserFiles,
  eraserPages,
  eraserPractices,
  eraserRecords,
  eraserReports,
  eraserSettings,
  eraserTasks,
  eraserUploads,
  eraserVersions,
} from './tables.ts';
import { chunkKeys } from './uploads.ts';

const fileExtensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
};

const recordsOf = (db: Reader, userId: number) =>
  db.select({ id: eraserRecords.id }).from(eraserRecords).where(eq(eraserRecords.userId, userId));

const pagesOf = (db: Reader, userId: number) =>
  db
    .select({ page: eraserPages })
    .from(eraserPages)
    .where(inArray(eraserPages.recordId, recordsOf(db, userId)));

const versionsOf = (db: Reader, userId: number) =>
  db
    .select({ version: eraserVersions })
    .from(eraserVersions)
    .innerJoin(eraserPages, eq(eraserPages.id, eraserVersions.pageId))
    .where(inArray(eraserPages.recordId, recordsOf(db, userId)));

/** Papers with all uploaded files and versions. Copies that other users made belong to those users. */
export const eraserData: PersonalData = {
  name: 'eraser',
  tables: [
    'eraser_files',
    'eraser_uploads',
    'eraser_upload_chunks',
    'eraser_records',
    'eraser_tasks',
    'eraser_pages',
    'eraser_versions',
    'eraser_shared_pages',
    'eraser_reports',
    'eraser_practices',
    'eraser_exports',
    'eraser_settings',
  ],

  exportRows: (db, { userId }) =>
    readAll(db, {
      papers: sql`
        select id, title, grade_id, major_subject_id, other_subject_id, school_id, school_name, year, paper_type,
          created_at, deleted_at, shared_at, taken_down_at
        from eraser_records where user_id = ${userId} order by id`,
      paper_pages: sql`
        select eraser_pages.id, record_id, position, name, status, options, rotation, corners, part, version, versions,
          charged_at, eraser_pages.deleted_at
        from eraser_pages join eraser_records on eraser_records.id = record_id
        where user_id = ${userId} order by record_id, position, eraser_pages.id`,
      paper_files: sql`
        select id, name, media_type, byte_size, pages, cached_at from eraser_files
        where user_id = ${userId} order by id`,
      paper_uploads: sql`
        select name, byte_size, begun_at from eraser_uploads where user_id = ${userId} order by begun_at`,
      paper_tasks: sql`
        select id, record_id, created_at, cancelled_at from eraser_tasks where user_id = ${userId} order by id`,
      paper_practices: sql`
        select record_id, started_at, seconds, finished_at from eraser_practices
        where user_id = ${userId} order by id`,
      paper_exports: sql`
        select title, format, asked_at from eraser_exports where user_id = ${userId} order by id`,
      paper_settings: sql`select strength, chosen_at from eraser_settings where user_id = ${userId}`,
      paper_reports: sql`
        select record_id, reason, text, reported_at from eraser_reports
        where user_id = ${userId} order by record_id`,
    }),

  async files(db, { userId }) {
    const files = await db.select().from(eraserFiles).where(eq(eraserFiles.userId, userId));
    const versions = await versionsOf(db, userId);
    return [
      ...files.map(({ id, bundle, keptType }) => ({
        key: fileKey(bundle, 'file'),
        name: `paper-file-${id}.${fileExtensions[keptType]}`,
      })),
      ...versions.map(({ version: { pageId, number, bundle } }) => ({
        key: fileKey(bundle, 'image.png'),
        name: `paper-page-${pageId}-version-${number}.png`,
      })),
    ];
  },

  async forget(tx, { userId }) {
    const records = await recordsOf(tx, userId);
    const pages = await pagesOf(tx, userId);
    const versions = await versionsOf(tx, userId);
    for (const { id } of records) await stopSharing(tx, id);
    const ids = pages.map(({ page }) => page.id);
    if (ids.length > 0) {
      await tx.delete(eraserVersions).where(inArray(eraserVersions.pageId, ids));
      await tx.delete(eraserPages).where(inArray(eraserPages.id, ids));
    }
    await tx.delete(eraserTasks).where(eq(eraserTasks.userId, userId));
    await tx.delete(eraserPractices).where(eq(eraserPractices.userId, userId));
    await tx.delete(eraserSettings).where(eq(eraserSettings.userId, userId));
    await tx.delete(eraserReports).where(eq(eraserReports.userId, userId));
    await tx.delete(eraserRecords).where(eq(eraserRecords.userId, userId));
    const files = await tx.delete(eraserFiles).where(eq(eraserFiles.userId, userId)).returning();
    const exported = await tx.delete(eraserExports).where(eq(eraserExports.userId, userId)).returning();
    const uploads = await tx.delete(eraserUploads).where(eq(eraserUploads.userId, userId)).returning();
    await deleteFilesLater(tx, uploads.flatMap(chunkKeys));
    await scheduleRemoval(tx, [
      ...files.map(({ bundle }) => bundle),
      ...versions.map(({ version }) => version.bundle),
      ...pages.flatMap(({ page }) => page.originalBundle ?? []),
      ...exported.flatMap(({ bundle }) => bundle ?? []),
    ]);
  },
};
