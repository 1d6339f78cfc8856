import { bigint, boolean, date, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { bytea, timestamptz } from '#server/ground/db/columns.ts';

export const smsMessages = pgTable('sms_messages', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamptz('at').notNull().defaultNow(),
  numberHash: bytea('number_hash').notNull(),
  prefixHash: bytea('prefix_hash').notNull(),
  addressHash: bytea('address_hash').notNull(),
  networkHash: bytea('network_hash').notNull(),
  dialCode: text('dial_code').notNull(),
  state: text('state').$type<'pending' | 'sent' | 'failed'>().notNull().default('pending'),
  used: boolean('used').notNull().default(false),
});

export const smsDays = pgTable('sms_days', {
  day: date('day').primaryKey(),
  messages: integer('messages').notNull().default(0),
  failed: integer('failed').notNull().default(0),
  spendCents: bigint('spend_cents', { mode: 'number' }).notNull().default(0),
});

export const smsRefusals = pgTable('sms_refusals', {
  day: date('day').notNull(),
  reason: text('reason').notNull(),
  count: bigint('count', { mode: 'number' }).notNull(),
});

export const smsCodes = pgTable('sms_codes', {
  requestHash: bytea('request_hash').primaryKey(),
  numberHash: bytea('number_hash').notNull(),
  purpose: text('purpose').$type<'product' | 'ai'>().notNull(),
  codeHash: bytea('code_hash').notNull(),
  messageId: bigint('message_id', { mode: 'number' }).notNull(),
  tries: smallint('tries').notNull().default(0),
  expiresAt: timestamptz('expires_at').notNull(),
});

export const smsProofs = pgTable('sms_proofs', {
  nonce: bytea('nonce').primaryKey(),
  expiresAt: timestamptz('expires_at').notNull(),
});
