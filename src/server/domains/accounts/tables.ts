import { bigint, boolean, date, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, moment } from '#server/ground/db/columns.ts';

const userId = (name = 'user_id') => bigint(name, { mode: 'number' });

export const users = pgTable('users', {
  id: userId('id').primaryKey().generatedAlwaysAsIdentity(),
  createdAt: moment('created_at').notNull().defaultNow(),
  phoneHash: bytea('phone_hash'),
  phoneCipher: bytea('phone_cipher'),
  phoneKey: text('phone_key'),
  name: text('name').notNull().default(''),
  gender: text('gender').$type<'U' | 'M' | 'F'>().notNull().default('F'),
  lastIdentity: smallint('last_identity').$type<0 | 1 | 2>().notNull().default(0),
  registrationMethod: text('registration_method'),
  locale: text('locale').$type<'zh-Hant' | 'en'>().notNull().default('zh-Hant'),
  isRemind: boolean('is_remind').notNull().default(false),
  productSince: moment('product_since'),
  aiSince: moment('ai_since'),
  marketingConsentAt: moment('marketing_consent_at'),
  /** The day of the last visit, in Hong Kong time. */
  activeOn: date('active_on'),
  deletedAt: moment('deleted_at'),
});

export const userTerms = pgTable('user_terms', {
  userId: userId().notNull(),
  suffix: text('suffix').notNull(),
  version: text('version').notNull(),
  agreedAt: moment('agreed_at').notNull().defaultNow(),
});

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: userId().notNull(),
  face: text('face').$type<'product' | 'ai'>().notNull(),
  openedBy: uuid('opened_by'),
  createdAt: moment('created_at').notNull().defaultNow(),
  lastUsedAt: moment('last_used_at').notNull().defaultNow(),
  endsAt: moment('ends_at').notNull(),
  browser: text('browser').notNull().default(''),
  browserHash: bytea('browser_hash').notNull(),
  secondFactorAt: moment('second_factor_at'),
  endedAt: moment('ended_at'),
  endedWhy: text('ended_why'),
});

export const sessionTokens = pgTable('session_tokens', {
  hash: bytea('hash').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  parent: bytea('parent'),
  createdAt: moment('created_at').notNull().defaultNow(),
  usedAt: moment('used_at'),
});

export const bans = pgTable('bans', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  phoneHash: bytea('phone_hash').notNull(),
  phoneKey: text('phone_key').notNull(),
  reason: text('reason').notNull(),
  bannedAt: moment('banned_at').notNull().defaultNow(),
  bannedBy: userId('banned_by'),
  liftedAt: moment('lifted_at'),
  liftedBy: userId('lifted_by'),
});

export const operators = pgTable('operators', {
  userId: userId().primaryKey(),
  addedAt: moment('added_at').notNull().defaultNow(),
});

export const secondFactors = pgTable('second_factors', {
  userId: userId().primaryKey(),
  secretCipher: bytea('secret_cipher').notNull(),
  secretKey: text('secret_key').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  confirmedAt: moment('confirmed_at'),
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  failures: integer('failures').notNull().default(0),
  blockedUntil: moment('blocked_until'),
});

export const recoveryCodes = pgTable('recovery_codes', {
  hash: bytea('hash').primaryKey(),
  userId: userId().notNull(),
  usedAt: moment('used_at'),
});

export const qrLogins = pgTable('qr_logins', {
  codeHash: bytea('code_hash').primaryKey(),
  browserSecretHash: bytea('browser_secret_hash').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  confirmedBy: userId('confirmed_by'),
  confirmedAt: moment('confirmed_at'),
  usedAt: moment('used_at'),
});
