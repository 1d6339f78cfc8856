import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { rowId, timestamptz } from '#server/ground/db/columns.ts';
import type { PlaceName, ReportKind } from '#shared/safety/reports.ts';

export const reports = pgTable('reports', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  reporterUserId: rowId('reporter_user_id').notNull(),
  aboutUserId: rowId('about_user_id').notNull(),
  place: text('place').$type<PlaceName>().notNull(),
  placeId: rowId('place_id').notNull(),
  kind: text('kind').$type<ReportKind>().notNull(),
  words: text('words').notNull(),
  messageIds: bigint('message_ids', { mode: 'number' }).array().notNull().default([]),
  reportedAt: timestamptz('reported_at').notNull().defaultNow(),
  decision: text('decision'),
  answer: text('answer').notNull().default(''),
  decidedAt: timestamptz('decided_at'),
});

export const reportPictures = pgTable('report_pictures', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  reportId: rowId('report_id').notNull(),
  fileKey: text('file_key').notNull(),
  byteSize: integer('byte_size').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
});

export type ReportRow = typeof reports.$inferSelect;
