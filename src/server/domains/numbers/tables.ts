import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, rowId, timestamptz } from '#server/ground/db/columns.ts';

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
