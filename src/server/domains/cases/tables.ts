import { boolean, date, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { ids, rowId, timestamptz } from '#server/ground/db/columns.ts';
import type { CaseStatus, SavedDraft } from '#shared/cases.ts';

type Gender = 'U' | 'M' | 'F';

export const children = pgTable('children', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: rowId('user_id').notNull(),
  nickname: text('nickname').notNull(),
  gender: text('gender').$type<Gender>().notNull(),
  gradeId: integer('grade_id').notNull(),
  schoolId: integer('school_id'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
});

export const cases = pgTable('cases', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: rowId('user_id').notNull(),
  idempotencyKey: uuid('idempotency_key'),
  version: integer('version').notNull().default(1),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  status: smallint('status').$type<CaseStatus>().notNull().default(1),
  matchedAt: timestamptz('matched_at'),
  price: integer('price'),
  specialNote: text('special_note').notNull(),
  startTutoringDate: date('start_tutoring_date', { mode: 'string' }),
  startTutoringTime: text('start_tutoring_time'),
  weekendStartTutoringTime: text('weekend_start_tutoring_time'),
  weekdays: ids('weekdays'),
  matchSlots: ids('match_slots'),
  teacherEducationId: integer('teacher_education_id'),
  teacherGender: text('teacher_gender').$type<Gender>().notNull(),
  teachingLanguageIds: ids('teaching_language_ids'),
  tutoringDaysPerWeek: smallint('tutoring_days_per_week').notNull(),
  tutoringRegionId: integer('tutoring_region_id'),
  tutoringTimePerClassId: integer('tutoring_time_per_class_id').notNull(),
  tutoringTypeId: integer('tutoring_type_id').notNull(),
  channelId: integer('channel_id'),
  otherChannel: text('other_channel').notNull(),
  isSample: boolean('is_sample').notNull().default(false),
});

export const caseChildren = pgTable('case_children', {
  caseId: rowId('case_id').notNull(),
  childId: rowId('child_id').notNull(),
  position: smallint('position').notNull(),
  majorSubjectIds: ids('major_subject_ids'),
  otherSubjectIds: ids('other_subject_ids'),
});

/** The case that a family is still writing, one per account. */
export const caseDrafts = pgTable('case_drafts', {
  userId: rowId('user_id').primaryKey(),
  key: uuid('key').notNull(),
  form: jsonb('form').$type<SavedDraft['form']>().notNull(),
  savedAt: timestamptz('saved_at').notNull().defaultNow(),
});
