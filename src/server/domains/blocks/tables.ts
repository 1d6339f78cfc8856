import { pgTable, text } from 'drizzle-orm/pg-core';
import { rowId, timestamptz } from '#server/ground/db/columns.ts';
import type { PlaceName } from '#shared/safety/reports.ts';

export const userBlocks = pgTable('user_blocks', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  blockerUserId: rowId('blocker_user_id').notNull(),
  blockedUserId: rowId('blocked_user_id').notNull(),
  place: text('place').$type<PlaceName>().notNull(),
  placeId: rowId('place_id').notNull(),
  blockedAt: timestamptz('blocked_at').notNull().defaultNow(),
});
