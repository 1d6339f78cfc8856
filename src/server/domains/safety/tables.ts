import { pgTable } from 'drizzle-orm/pg-core';
import { bytea, moment, rowId } from '#server/ground/db/columns.ts';

export const safetyTimers = pgTable('safety_timers', {
  userId: rowId('user_id').primaryKey(),
  lessonId: rowId('lesson_id').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  endsAt: moment('ends_at').notNull(),
  madeAt: moment('made_at').notNull().defaultNow(),
  warnedAt: moment('warned_at'),
});
