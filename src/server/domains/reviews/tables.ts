import { pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { rowId, timestamptz } from '#server/ground/db/columns.ts';
import type { Side } from '#shared/interest.ts';

export const reviews = pgTable('reviews', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  occasionId: rowId('occasion_id').notNull(),
  authorSide: text('author_side').$type<Side>().notNull(),
  authorUserId: rowId('author_user_id').notNull(),
  aboutUserId: rowId('about_user_id').notNull(),
  stars: smallint('stars').notNull(),
  text: text('text').notNull().default(''),
  reply: text('reply').notNull().default(''),
  writtenAt: timestamptz('written_at').notNull().defaultNow(),
  repliedAt: timestamptz('replied_at'),
  removedAt: timestamptz('removed_at'),
});

export const reviewReports = pgTable('review_reports', {
  reviewId: rowId('review_id').notNull(),
  reporterUserId: rowId('reporter_user_id').notNull(),
  reason: text('reason').notNull(),
  reportedAt: timestamptz('reported_at').notNull().defaultNow(),
});

export type ReviewRow = typeof reviews.$inferSelect;
