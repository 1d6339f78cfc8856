import { pgTable } from 'drizzle-orm/pg-core';
import { bytea, rowId, timestamptz } from '#server/ground/db/columns.ts';

export const safetyTimers = pgTable('safety_timers', {
  userId: rowId('user_id').primaryKey(),
  lessonId: rowId('lesson_id').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  endsAt: timestamptz('ends_at').notNull(),
  madeAt: timestamptz('made_at').notNull().defaultNow(),
  warnedAt: timestamptz('warned_at'),
});
