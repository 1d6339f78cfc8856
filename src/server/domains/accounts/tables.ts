import { bigint, boolean, date, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, timestamptz } from '#server/ground/db/columns.ts';
import type { BanRequest, BanWish } from '#shared/safety/ban-requests.ts';
import type { Cause } from '#shared/safety/standing.ts';

const userId = (name = 'user_id') => bigint(name, { mode: 'number' });

export const users = pgTable('users', {
  id: userId('id').primaryKey().generatedAlwaysAsIdentity(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  phoneHash: bytea('phone_hash'),
  phoneCipher: bytea('phone_cipher'),
  phoneKey: text('phone_key'),
  name: text('name').notNull().default(''),
  gender: text('gender').$type<'U' | 'M' | 'F'>().notNull().default('F'),
  lastIdentity: smallint('last_identity').$type<0 | 1 | 2>().notNull().default(0),
  registrationMethod: text('registration_method'),
  locale: text('locale').$type<'zh-Hant' | 'en'>().notNull().default('zh-Hant'),
  isRemind: boolean('is_remind').notNull().default(false),
  productSince: timestamptz('product_since'),
  aiSince: timestamptz('ai_since'),
  marketingConsentAt: timestamptz('marketing_consent_at'),
  /** The day of the last visit, in Hong Kong time. */
  activeOn: date('active_on'),
  checkFailures: smallint('check_failures').notNull().default(0),
  deletedAt: timestamptz('deleted_at'),
});

export const userTerms = pgTable('user_terms', {
  userId: userId().notNull(),
  suffix: text('suffix').notNull(),
  version: text('version').notNull(),
  agreedAt: timestamptz('agreed_at').notNull().defaultNow(),
});

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: userId().notNull(),
  face: text('face').$type<'product' | 'ai'>().notNull(),
  openedBy: uuid('opened_by'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  lastUsedAt: timestamptz('last_used_at').notNull().defaultNow(),
  endsAt: timestamptz('ends_at').notNull(),
  browser: text('browser').notNull().default(''),
  secondFactorAt: timestamptz('second_factor_at'),
  endedAt: timestamptz('ended_at'),
  endedWhy: text('ended_why'),
});

export const sessionTokens = pgTable('session_tokens', {
  hash: bytea('hash').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  parent: bytea('parent'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  usedAt: timestamptz('used_at'),
  usedBrowserHash: bytea('used_browser_hash'),
});

export const bans = pgTable('bans', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  phoneHash: bytea('phone_hash').notNull(),
  phoneKey: text('phone_key').notNull(),
  cause: text('cause').$type<Cause>().notNull().default('other'),
  reason: text('reason').notNull(),
  bannedAt: timestamptz('banned_at').notNull().defaultNow(),
  bannedBy: userId('banned_by'),
  liftedAt: timestamptz('lifted_at'),
  liftedBy: userId('lifted_by'),
});

export const banRequests = pgTable('ban_requests', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  banId: bigint('ban_id', { mode: 'number' }).notNull(),
  userId: userId(),
  wish: text('wish').$type<BanWish>().notNull(),
  words: text('words').notNull(),
  madeAt: timestamptz('made_at').notNull().defaultNow(),
  decision: text('decision').$type<NonNullable<BanRequest['decision']>>(),
  answer: text('answer').notNull().default(''),
  decidedAt: timestamptz('decided_at'),
});

/** Warnings and suspensions. */
export const measures = pgTable('measures', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: userId().notNull(),
  kind: text('kind').$type<'warning' | 'suspension'>().notNull(),
  cause: text('cause').$type<Cause>().notNull(),
  reason: text('reason').notNull(),
  until: date('until', { mode: 'string' }),
  key: uuid('key').notNull().unique(),
  madeAt: timestamptz('made_at').notNull().defaultNow(),
  madeBy: userId('made_by'),
  liftedAt: timestamptz('lifted_at'),
  liftedBy: userId('lifted_by'),
  banId: bigint('ban_id', { mode: 'number' }),
});

export const measureAppeals = pgTable('measure_appeals', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  measureId: bigint('measure_id', { mode: 'number' }).notNull(),
  userId: userId().notNull(),
  words: text('words').notNull(),
  madeAt: timestamptz('made_at').notNull().defaultNow(),
  decision: text('decision').$type<'kept' | 'lifted' | 'over'>(),
  decidedAt: timestamptz('decided_at'),
});

export const operators = pgTable('operators', {
  userId: userId().primaryKey(),
  addedAt: timestamptz('added_at').notNull().defaultNow(),
});

export const secondFactors = pgTable('second_factors', {
  userId: userId().primaryKey(),
  secretCipher: bytea('secret_cipher').notNull(),
  secretKey: text('secret_key').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  confirmedAt: timestamptz('confirmed_at'),
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  failures: integer('failures').notNull().default(0),
  blockedUntil: timestamptz('blocked_until'),
});

export const recoveryCodes = pgTable('recovery_codes', {
  hash: bytea('hash').primaryKey(),
  userId: userId().notNull(),
  usedAt: timestamptz('used_at'),
});

export const qrLogins = pgTable('qr_logins', {
  codeHash: bytea('code_hash').primaryKey(),
  browserSecretHash: bytea('browser_secret_hash').notNull(),
  /** An encrypted note with the browser's name and network. */
  askedByBrowser: text('asked_by_browser').notNull(),
  /** The number on the screen that shows the code, and the three from which the phone chooses. */
  number: smallint('number').notNull(),
  choices: smallint('choices').array().notNull(),
  refusedAt: timestamptz('refused_at'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  expiresAt: timestamptz('expires_at').notNull(),
  confirmedBy: userId('confirmed_by'),
  confirmedAt: timestamptz('confirmed_at'),
  usedAt: timestamptz('used_at'),
});

export const sealedAccounts = pgTable('sealed_accounts', {
  userId: userId().primaryKey(),
  phoneHash: bytea('phone_hash').notNull(),
  phoneCipher: bytea('phone_cipher').notNull(),
  phoneKey: text('phone_key').notNull(),
  sealedAt: timestamptz('sealed_at').notNull().defaultNow(),
  deleteAt: timestamptz('delete_at').notNull(),
});
