import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/ground/db/columns.ts';
import type { NoticeKindName } from '#shared/messages.ts';

export const notices = pgTable('notices', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: bigint('user_id', { mode: 'number' }).notNull(),
  kind: text('kind').$type<NoticeKindName>().notNull(),
  params: jsonb('params').$type<Record<string, unknown>>().notNull(),
  toldAt: moment('told_at').notNull().defaultNow(),
  readAt: moment('read_at'),
});
