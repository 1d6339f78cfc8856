import { bigint, date, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/ground/db/columns.ts';

const userId = () => bigint('user_id', { mode: 'number' });
const id = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

const grantReasons = ['free', 'subscription', 'promotion', 'operator'] as const;
export type GrantReason = (typeof grantReasons)[number];

export const quotaOwners = pgTable('quota_owners', { userId: userId().primaryKey() });

export const quotaGrants = pgTable('quota_grants', {
  id: id(),
  userId: userId().notNull(),
  kind: text('kind').notNull(),
  amount: integer('amount'),
  used: integer('used').notNull().default(0),
  held: integer('held').notNull().default(0),
  reason: text('reason').$type<GrantReason>().notNull(),
  key: text('key'),
  grantedAt: timestamptz('granted_at').notNull().defaultNow(),
  expiresAt: timestamptz('expires_at'),
});

export const quotaReservations = pgTable('quota_reservations', {
  id: id(),
  userId: userId().notNull(),
  kind: text('kind').notNull(),
  key: text('key').notNull(),
  amount: integer('amount').notNull(),
  used: integer('used').notNull().default(0),
  state: text('state').$type<'held' | 'settled' | 'returned'>().notNull().default('held'),
  day: date('day').notNull(),
  madeAt: timestamptz('made_at').notNull().defaultNow(),
  deadline: timestamptz('deadline').notNull(),
});
