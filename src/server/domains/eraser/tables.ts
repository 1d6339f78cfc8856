import { bigint, integer, jsonb, pgTable, real, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, rowId, timestamptz } from '#server/ground/db/columns.ts';
import type {
  Corners,
  EraseOptions,
  PageFailure,
  Part,
  pageStatuses,
  Rotation,
  versionKinds,
} from '#shared/eraser/eraser.ts';
import type { ExportOptions, exportStatuses } from '#shared/eraser/files.ts';
import type { PaperType, Strength } from '#shared/eraser/limits.ts';
import type { reportReasons } from '#shared/eraser/sharing.ts';

const id = () => rowId('id').primaryKey().generatedAlwaysAsIdentity();
const userId = () => rowId('user_id').notNull();

export const eraserFiles = pgTable('eraser_files', {
  id: id(),
  userId: userId(),
  sha256: bytea('sha256').notNull(),
  name: text('name').notNull(),
  mediaType: text('media_type').notNull(),
  keptType: text('kept_type').notNull(),
  byteSize: integer('byte_size').notNull(),
  pages: integer('pages').notNull(),
  bundle: text('bundle').notNull(),
  spread: real('spread'),
  cachedAt: timestamptz('cached_at').notNull().defaultNow(),
});
export type FileRow = typeof eraserFiles.$inferSelect;

export const eraserUploads = pgTable('eraser_uploads', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: userId(),
  sha256: bytea('sha256').notNull(),
  byteSize: integer('byte_size').notNull(),
  name: text('name').notNull(),
  begunAt: timestamptz('begun_at').notNull().defaultNow(),
  expiresAt: timestamptz('expires_at').notNull(),
});
export type UploadRow = typeof eraserUploads.$inferSelect;

export const eraserUploadChunks = pgTable('eraser_upload_chunks', {
  uploadId: uuid('upload_id').notNull(),
  start: integer('start').notNull(),
  byteSize: integer('byte_size').notNull(),
});

export const eraserRecords = pgTable('eraser_records', {
  id: id(),
  userId: userId(),
  title: text('title').notNull(),
  gradeId: integer('grade_id'),
  majorSubjectId: integer('major_subject_id'),
  otherSubjectId: integer('other_subject_id'),
  schoolId: integer('school_id'),
  schoolName: text('school_name').notNull().default(''),
  year: smallint('year'),
  paperType: text('paper_type').$type<PaperType>().notNull().default('exercise'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  deletedAt: timestamptz('deleted_at'),
  sharedAt: timestamptz('shared_at'),
  takenDownAt: timestamptz('taken_down_at'),
  copiedFrom: rowId('copied_from'),
});
export type RecordRow = typeof eraserRecords.$inferSelect;

export const eraserTasks = pgTable('eraser_tasks', {
  id: id(),
  userId: userId(),
  recordId: rowId('record_id').notNull(),
  idempotencyKey: uuid('idempotency_key'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  cancelledAt: timestamptz('cancelled_at'),
});
export type TaskRow = typeof eraserTasks.$inferSelect;

export const eraserPages = pgTable('eraser_pages', {
  id: id(),
  recordId: rowId('record_id').notNull(),
  taskId: rowId('task_id').notNull(),
  fileId: rowId('file_id'),
  filePage: integer('file_page'),
  copiedVersion: rowId('copied_version'),
  originalBundle: text('original_bundle'),
  originalType: text('original_type'),
  position: integer('position').notNull(),
  name: text('name').notNull().default(''),
  options: jsonb('options').$type<EraseOptions>().notNull(),
  rotation: smallint('rotation').$type<Rotation>(),
  corners: jsonb('corners').$type<Corners>(),
  part: jsonb('part').$type<Part>(),
  status: text('status').$type<(typeof pageStatuses)[number]>().notNull().default('waiting'),
  failure: text('failure').$type<PageFailure>(),
  run: integer('run').notNull().default(1),
  lease: uuid('lease'),
  startedAt: timestamptz('started_at'),
  endedAt: timestamptz('ended_at'),
  quotaKind: text('quota_kind'),
  reservationId: rowId('reservation_id'),
  chargedAt: timestamptz('charged_at'),
  version: integer('version').notNull().default(0),
  versions: integer('versions').notNull().default(0),
  acceptedAt: timestamptz('accepted_at'),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  deletedAt: timestamptz('deleted_at'),
});
export type PageRow = typeof eraserPages.$inferSelect;

export const eraserVersions = pgTable('eraser_versions', {
  id: id(),
  pageId: rowId('page_id').notNull(),
  number: integer('number').notNull(),
  kind: text('kind').$type<(typeof versionKinds)[number]>().notNull(),
  madeFrom: integer('made_from'),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  options: jsonb('options').$type<EraseOptions>().notNull(),
  rotation: smallint('rotation').$type<Rotation>().notNull(),
  corners: jsonb('corners').$type<Corners>().notNull(),
  bundle: text('bundle').notNull(),
  strength: text('strength').$type<Strength>(),
  changed: jsonb('changed').$type<Record<Strength, number>>(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
});
export type VersionRow = typeof eraserVersions.$inferSelect;

export const eraserSettings = pgTable('eraser_settings', {
  userId: rowId('user_id').primaryKey(),
  strength: text('strength').$type<Strength>().notNull(),
  chosenAt: timestamptz('chosen_at').notNull().defaultNow(),
});

export const eraserSharedPages = pgTable('eraser_shared_pages', {
  recordId: rowId('record_id').notNull(),
  number: integer('number').notNull(),
  versionId: rowId('version_id').notNull(),
});

export const eraserReports = pgTable('eraser_reports', {
  recordId: rowId('record_id').notNull(),
  userId: userId(),
  reason: text('reason').$type<(typeof reportReasons)[number]>().notNull(),
  text: text('text').notNull(),
  reportedAt: timestamptz('reported_at').notNull().defaultNow(),
  decidedAt: timestamptz('decided_at'),
});

export const eraserPractices = pgTable('eraser_practices', {
  id: id(),
  userId: userId(),
  recordId: rowId('record_id').notNull(),
  startedAt: timestamptz('started_at').notNull().defaultNow(),
  seconds: integer('seconds').notNull().default(0),
  finishedAt: timestamptz('finished_at'),
});
export type PracticeRow = typeof eraserPractices.$inferSelect;

export const eraserExports = pgTable('eraser_exports', {
  id: id(),
  userId: userId(),
  format: text('format').$type<'pdf' | 'zip'>().notNull(),
  title: text('title').notNull().default(''),
  options: jsonb('options').$type<ExportOptions>().notNull(),
  pages: bigint('pages', { mode: 'number' }).array().notNull(),
  status: text('status').$type<(typeof exportStatuses)[number]>().notNull().default('waiting'),
  lease: uuid('lease'),
  pagesDone: integer('pages_done').notNull().default(0),
  bundle: text('bundle'),
  byteSize: bigint('byte_size', { mode: 'number' }),
  askedAt: timestamptz('asked_at').notNull().defaultNow(),
  expiresAt: timestamptz('expires_at').notNull(),
});
export type ExportRow = typeof eraserExports.$inferSelect;
