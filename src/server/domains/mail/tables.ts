import { boolean, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { bytea, rowId, timestamptz } from '#server/ground/db/columns.ts';

export const emailAddresses = pgTable('email_addresses', {
  userId: rowId('user_id').primaryKey(),
  addressHash: bytea('address_hash').notNull(),
  addressCipher: bytea('address_cipher').notNull(),
  addressKey: text('address_key').notNull(),
  linkHash: bytea('link_hash').notNull(),
  verifiedAt: timestamptz('verified_at').notNull().defaultNow(),
  offReason: text('off_reason').$type<'bounce' | 'complaint'>(),
  offAt: timestamptz('off_at'),
});

export const emailClaims = pgTable('email_claims', {
  userId: rowId('user_id').primaryKey(),
  addressHash: bytea('address_hash').notNull(),
  addressCipher: bytea('address_cipher').notNull(),
  addressKey: text('address_key').notNull(),
  codeHash: bytea('code_hash').notNull(),
  linkHash: bytea('link_hash').notNull(),
  tries: smallint('tries').notNull().default(0),
  askedAt: timestamptz('asked_at').notNull().defaultNow(),
  expiresAt: timestamptz('expires_at').notNull(),
});

export const emailSends = pgTable('email_sends', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  at: timestamptz('at').notNull().defaultNow(),
  personHash: bytea('person_hash').notNull(),
  addressHash: bytea('address_hash').notNull(),
  networkHash: bytea('network_hash').notNull(),
  isFailed: boolean('is_failed').notNull().default(false),
});
