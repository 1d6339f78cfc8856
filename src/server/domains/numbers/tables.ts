import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, rowId, timestamptz } from '#server/ground/db/columns.ts';

/** Each time that somebody asked, whether or not there is such an account. */
export const numberAsks = pgTable('number_asks', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  requestId: rowId('request_id'),
  phoneHash: bytea('phone_hash'),
  phoneCipher: bytea('phone_cipher'),
  phoneKey: text('phone_key'),
  locale: text('locale').$type<'zh-Hant' | 'en'>().notNull(),
  oldTrace: bytea('old_trace').notNull(),
  addressTrace: bytea('address_trace').notNull(),
  askedAt: timestamptz('asked_at').notNull().defaultNow(),
});

export const numberRequests = pgTable('number_requests', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: rowId('user_id').notNull(),
  phoneHash: bytea('phone_hash'),
  phoneCipher: bytea('phone_cipher'),
  phoneKey: text('phone_key'),
  locale: text('locale').$type<'zh-Hant' | 'en'>().notNull(),
  givenName: text('given_name').notNull(),
  story: text('story').notNull(),
  state: text('state')
    .$type<'asked' | 'granted' | 'waiting' | 'moved' | 'stopped' | 'refused' | 'failed'>()
    .notNull()
    .default('asked'),
  askedAt: timestamptz('asked_at').notNull().defaultNow(),
  dueAt: timestamptz('due_at'),
  endedAt: timestamptz('ended_at'),
});
