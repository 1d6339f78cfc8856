import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, ids, rowId, timestamptz } from '#server/ground/db/columns.ts';
import type { ClassFinishStatus, Lesson, LessonOutcome, LessonState } from '#shared/classes.ts';
import type { Side } from '#shared/interest.ts';
import type { Locale } from '#shared/locale.ts';
import type { FeeRule } from '#shared/money/fee-rules.ts';
import type { FpsId } from '#shared/money/fps-id.ts';
import type { PlanProposal } from '#shared/timetable/proposals.ts';
import type { WeeklyTimes } from './weekly-plan.ts';

export const classes = pgTable('classes', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  matchId: rowId('match_id').notNull().unique(),
  familyUserId: rowId('family_user_id').notNull(),
  tutorUserId: rowId('tutor_user_id').notNull(),
  price: integer('price').notNull(),
  feeRule: text('fee_rule').$type<FeeRule>().notNull().default('lesson'),
  slots: ids('slots'),
  weeks: jsonb('weeks').$type<WeeklyTimes[]>().notNull().default([]),
  tutoringTypeId: integer('tutoring_type_id').notNull(),
  regionId: integer('region_id'),
  lessonMinutes: integer('lesson_minutes').notNull(),
  beginsOn: date('begins_on', { mode: 'string' }).notNull(),
  trialAt: timestamptz('trial_at'),
  weeklyFrom: timestamptz('weekly_from'),
  madeAt: timestamptz('made_at').notNull().defaultNow(),
  finishStatus: smallint('finish_status').$type<ClassFinishStatus>().notNull().default(1),
  stoppedAt: timestamptz('stopped_at'),
  stoppedBy: text('stopped_by').$type<Side>(),
  stopReason: text('stop_reason').notNull().default(''),
  judgedUntil: timestamptz('judged_until').notNull().defaultNow(),
});

export const lessons = pgTable('lessons', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  classId: rowId('class_id').notNull(),
  tutorUserId: rowId('tutor_user_id').notNull(),
  startedAt: timestamptz('started_at').notNull(),
  endedAt: timestamptz('ended_at'),
  endedHow: text('ended_how').$type<NonNullable<Lesson['ended_how']>>(),
  startDeviceAt: timestamptz('start_device_at').notNull(),
  startReceivedAt: timestamptz('start_received_at').notNull(),
  endDeviceAt: timestamptz('end_device_at'),
  endReceivedAt: timestamptz('end_received_at'),
  plannedAt: timestamptz('planned_at'),
  isTrial: boolean('is_trial').notNull().default(false),
  state: text('state').$type<LessonState>().notNull().default('open'),
  confirmBy: timestamptz('confirm_by'),
  settledHow: text('settled_how').$type<NonNullable<Lesson['settled_how']>>(),
  settledAt: timestamptz('settled_at'),
  isAdded: boolean('is_added').notNull().default(false),
  correctionId: rowId('correction_id'),
  // Written by the database when a lesson is added.
  feeRule: text('fee_rule').$type<FeeRule>().notNull().default(sql`null`),
  agreedMinutes: integer('agreed_minutes'),
});

export const clockEntries = pgTable('clock_entries', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: rowId('user_id').notNull(),
  key: uuid('key').notNull(),
  classId: rowId('class_id').notNull(),
  status: smallint('status').$type<1 | 2 | 3 | 4>().notNull(),
  lessonId: rowId('lesson_id'),
  deviceAt: timestamptz('device_at').notNull(),
  receivedAt: timestamptz('received_at').notNull(),
  madeChange: boolean('made_change').notNull(),
});

export const classHistory = pgTable('class_history', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  classId: rowId('class_id').notNull(),
  lessonId: rowId('lesson_id'),
  at: timestamptz('at').notNull(),
  actor: text('actor').$type<Actor>().notNull(),
  what: text('what').notNull(),
  facts: jsonb('facts').$type<Record<string, unknown>>().notNull(),
});

export const lessonDisputes = pgTable('lesson_disputes', {
  lessonId: rowId('lesson_id').primaryKey(),
  familyNote: text('family_note').notNull(),
  tutorNote: text('tutor_note').notNull().default(''),
  openedAt: timestamptz('opened_at').notNull().defaultNow(),
});

export const lessonChanges = pgTable('lesson_changes', {
  classId: rowId('class_id').notNull(),
  plannedAt: timestamptz('planned_at').notNull(),
  kind: text('kind').$type<'moved' | 'cancelled' | 'extra'>().notNull(),
  movedTo: timestamptz('moved_to'),
  minutes: integer('minutes').notNull(),
  changedBy: text('changed_by').$type<ChangedBy>().notNull(),
  changedAt: timestamptz('changed_at').notNull().defaultNow(),
  isLate: boolean('is_late').notNull(),
  reason: text('reason').notNull().default(''),
  isExtra: boolean('is_extra').notNull().default(false),
  proposalId: rowId('proposal_id'),
});

export const planProposals = pgTable('plan_proposals', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  classId: rowId('class_id').notNull(),
  kind: text('kind').$type<PlanProposal['kind']>().notNull(),
  madeBy: text('made_by').$type<Side>().notNull(),
  key: uuid('key').notNull(),
  madeAt: timestamptz('made_at').notNull().defaultNow(),
  state: text('state').$type<PlanProposal['state']>().notNull().default('open'),
  answeredAt: timestamptz('answered_at'),
  lapsesAt: timestamptz('lapses_at').notNull(),
  plannedAt: timestamptz('planned_at'),
  wasAt: timestamptz('was_at'),
  startsAt: timestamptz('starts_at'),
  minutes: integer('minutes'),
  fromDay: date('from_day', { mode: 'string' }),
  toDay: date('to_day', { mode: 'string' }),
  slots: integer('slots').array(),
  lessonId: rowId('lesson_id'),
  wasMinutes: integer('was_minutes'),
  feeRule: text('fee_rule').$type<FeeRule>(),
  wasFeeRule: text('was_fee_rule').$type<FeeRule>(),
});

export const lessonOutcomes = pgTable('lesson_outcomes', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  classId: rowId('class_id').notNull(),
  tutorUserId: rowId('tutor_user_id').notNull(),
  plannedAt: timestamptz('planned_at').notNull(),
  outcome: text('outcome').$type<LessonOutcome['outcome']>().notNull(),
  appeal: text('appeal').$type<LessonOutcome['appeal']>().notNull().default('none'),
  appealNote: text('appeal_note').notNull().default(''),
});

export const calendarFeeds = pgTable('calendar_feeds', {
  userId: rowId('user_id').primaryKey(),
  tokenHash: bytea('token_hash').notNull(),
  locale: text('locale').$type<Locale>().notNull(),
  madeAt: timestamptz('made_at').notNull().defaultNow(),
  isBusyOnly: boolean('is_busy_only').notNull().default(false),
});

export const lessonNotes = pgTable('lesson_notes', {
  lessonId: rowId('lesson_id').primaryKey(),
  done: text('done').notNull(),
  homework: text('homework').notNull(),
  writtenAt: timestamptz('written_at').notNull().defaultNow(),
});

export const classTags = pgTable(
  'class_tags',
  { classId: rowId('class_id').notNull(), userId: rowId('user_id').notNull(), tag: text('tag').notNull() },
  (table) => [primaryKey({ columns: [table.classId, table.userId] })],
);

export const lessonReminders = pgTable(
  'lesson_reminders',
  { classId: rowId('class_id').notNull(), startsAt: timestamptz('starts_at').notNull() },
  (table) => [primaryKey({ columns: [table.classId, table.startsAt] })],
);

export const feePayments = pgTable('fee_payments', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  familyUserId: rowId('family_user_id').notNull(),
  tutorUserId: rowId('tutor_user_id').notNull(),
  classId: rowId('class_id').notNull(),
  month: date('month', { mode: 'string' }).notNull(),
  amount: integer('amount').notNull(),
  madeBy: text('made_by').$type<Side>().notNull(),
  key: uuid('key').notNull(),
  madeAt: timestamptz('made_at').notNull().defaultNow(),
  receivedAt: timestamptz('received_at'),
  undoneAt: timestamptz('undone_at'),
});

export const fpsIds = pgTable('fps_ids', {
  userId: rowId('user_id').primaryKey(),
  kind: text('kind').$type<FpsId['kind']>().notNull(),
  valueCipher: bytea('value_cipher').notNull(),
  valueKey: text('value_key').notNull(),
  changedAt: timestamptz('changed_at').notNull().defaultNow(),
});

export type ChangedBy = Side | 'weather' | 'platform' | 'overlap';
export type Actor = 'family' | 'tutor' | 'operator' | 'system';
export type ClassRow = typeof classes.$inferSelect;
export type LessonRow = typeof lessons.$inferSelect;
export type EntryRow = typeof clockEntries.$inferSelect;
export type ChangeRow = typeof lessonChanges.$inferSelect;
export type ProposalRow = typeof planProposals.$inferSelect;
export type OutcomeRow = typeof lessonOutcomes.$inferSelect;
export type PaymentRow = typeof feePayments.$inferSelect;
