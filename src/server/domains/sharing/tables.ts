import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, rowId, timestamptz } from '#server/ground/db/columns.ts';

export const promotionLinks = pgTable('promotion_links', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: rowId('user_id').notNull(),
  code: text('code').notNull(),
  madeAt: timestamptz('made_at').notNull().defaultNow(),
});

export const promotionAccesses = pgTable('promotion_accesses', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  linkId: rowId('link_id').notNull(),
  browserHash: bytea('browser_hash'),
  userId: rowId('user_id'),
  accessedAt: timestamptz('accessed_at').notNull().defaultNow(),
  rewardedAt: timestamptz('rewarded_at'),
});

export const promotionNumbers = pgTable('promotion_numbers', {
  phoneHash: bytea('phone_hash').primaryKey(),
});
