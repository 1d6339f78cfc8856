import { date, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, rowId, timestamptz } from '#server/ground/db/columns.ts';
import type { BadgeKind, PoliceCheckStatus, RevokeReason } from '#shared/trust.ts';

export const badges = pgTable('badges', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: rowId('user_id').notNull(),
  kind: text('kind').$type<BadgeKind>().notNull(),
  evidenceId: rowId('evidence_id'),
  confirmedBy: rowId('confirmed_by'),
  since: date('since').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
  givenAt: timestamptz('given_at').notNull().defaultNow(),
  warnedAt: timestamptz('warned_at'),
  endedAt: timestamptz('ended_at'),
  revokedAt: timestamptz('revoked_at'),
  revokedBy: rowId('revoked_by'),
  revokeReason: text('revoke_reason').$type<RevokeReason>(),
  revokeNote: text('revoke_note').notNull().default(''),
});
export type BadgeRow = typeof badges.$inferSelect;

export const policeChecks = pgTable('police_checks', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  matchId: rowId('match_id').notNull(),
  familyUserId: rowId('family_user_id').notNull(),
  tutorUserId: rowId('tutor_user_id').notNull(),
  status: text('status').$type<PoliceCheckStatus>().notNull().default('asked'),
  askedAt: timestamptz('asked_at').notNull().defaultNow(),
  codeCipher: bytea('code_cipher'),
  codeKey: text('code_key'),
  issuedOn: date('issued_on'),
  sharedAt: timestamptz('shared_at'),
});
export const policeCodes = pgTable('police_codes', {
  userId: rowId('user_id').primaryKey(),
  codeCipher: bytea('code_cipher').notNull(),
  codeKey: text('code_key').notNull(),
  issuedOn: date('issued_on').notNull(),
  keptAt: timestamptz('kept_at').notNull().defaultNow(),
});

export type PoliceCheckRow = typeof policeChecks.$inferSelect;
