import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/ground/db/columns.ts';
import type { NoticeKindName } from '#shared/messages.ts';

export const notices = pgTable('notices', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: bigint('user_id', { mode: 'number' }).notNull(),
  kind: text('kind').$type<NoticeKindName>().notNull(),
  params: jsonb('params').$type<Record<string, unknown>>().notNull(),
  toldAt: timestamptz('told_at').notNull().defaultNow(),
  readAt: timestamptz('read_at'),
});
