import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { ids, rowId, timestamptz } from '#server/ground/db/columns.ts';
import type { InterestStatus, MatchStatus, Side } from '#shared/interest.ts';

export const interests = pgTable('interests', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  caseId: rowId('case_id').notNull(),
  listingId: rowId('listing_id'),
  familyUserId: rowId('family_user_id').notNull(),
  tutorUserId: rowId('tutor_user_id').notNull(),
  askedBy: text('asked_by').$type<Side>().notNull(),
  status: text('status').$type<InterestStatus>().notNull().default('pending'),
  price: integer('price').notNull(),
  slots: ids('slots'),
  message: text('message').notNull().default(''),
  askedAt: timestamptz('asked_at').notNull().defaultNow(),
  decidedAt: timestamptz('decided_at'),
});

export const matches = pgTable('matches', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  interestId: rowId('interest_id').notNull().unique(),
  caseId: rowId('case_id').notNull(),
  listingId: rowId('listing_id'),
  familyUserId: rowId('family_user_id').notNull(),
  tutorUserId: rowId('tutor_user_id').notNull(),
  status: text('status').$type<MatchStatus>().notNull().default('trial'),
  price: integer('price').notNull(),
  slots: ids('slots'),
  madeAt: timestamptz('made_at').notNull().defaultNow(),
  endedAt: timestamptz('ended_at'),
  familyAgreedAt: timestamptz('family_agreed_at'),
  tutorAgreedAt: timestamptz('tutor_agreed_at'),
  /** Ended because one side was banned. */
  closedFor: text('closed_for').$type<'ban' | 'child_safety'>(),
});

export const matchSlots = pgTable('match_slots', {
  listingId: rowId('listing_id').notNull(),
  slot: smallint('slot').notNull(),
  matchId: rowId('match_id').notNull(),
});

export const contactReveals = pgTable('contact_reveals', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  matchId: rowId('match_id').notNull(),
  shownTo: rowId('shown_to').notNull(),
  numberOf: rowId('number_of').notNull(),
  at: timestamptz('at').notNull().defaultNow(),
});

export const trialProposals = pgTable('trial_proposals', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  matchId: rowId('match_id').notNull(),
  proposedBy: text('proposed_by').$type<Side>().notNull(),
  startsAt: timestamptz('starts_at').notNull(),
  minutes: integer('minutes').notNull(),
  status: text('status').$type<ProposalStatus>().notNull().default('open'),
  proposedAt: timestamptz('proposed_at').notNull().defaultNow(),
  decidedAt: timestamptz('decided_at'),
});

export type ProposalStatus = 'open' | 'agreed' | 'replaced' | 'declined' | 'cancelled';
export type ProposalRow = typeof trialProposals.$inferSelect;
export type InterestRow = typeof interests.$inferSelect;
export type MatchRow = typeof matches.$inferSelect;
