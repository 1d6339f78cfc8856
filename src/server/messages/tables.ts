import { bigint, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { NoticeKindName } from '#shared/messages.ts';

export const notices = pgTable('notices', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: bigint('user_id', { mode: 'number' }).notNull(),
  kind: text('kind').$type<NoticeKindName>().notNull(),
  params: jsonb('params').$type<Record<string, unknown>>().notNull(),
  toldAt: timestamp('told_at', { withTimezone: true }).notNull().defaultNow(),
  readAt: timestamp('read_at', { withTimezone: true }),
});
