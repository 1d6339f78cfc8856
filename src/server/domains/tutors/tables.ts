import { boolean, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { ids, rowId, timestamptz } from '#server/ground/db/columns.ts';
import type { SavedTutorDraft } from '#shared/tutors.ts';

export const tutorListings = pgTable('tutor_listings', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: rowId('user_id').notNull().unique(),
  idempotencyKey: uuid('idempotency_key'),
  version: integer('version').notNull().default(1),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  isListed: boolean('is_listed').notNull(),
  isSample: boolean('is_sample').notNull().default(false),
  displayName: text('display_name').notNull(),
  gender: text('gender').$type<'U' | 'M' | 'F'>().notNull(),
  educationId: integer('education_id').notNull(),
  schoolId: integer('school_id'),
  schoolName: text('school_name').notNull().default(''),
  gpaId: integer('gpa_id'),
  rankId: integer('rank_id'),
  experienceId: integer('experience_id').notNull(),
  regionIds: ids('region_ids'),
  travelRegionIds: ids('travel_region_ids'),
  tutoringTypeIds: ids('tutoring_type_ids'),
  teachingLanguageIds: ids('teaching_language_ids'),
  matchSlots: ids('match_slots'),
  priceMin: integer('price_min').notNull(),
  priceMax: integer('price_max').notNull(),
  introduction: text('introduction').notNull(),
  drawnPortrait: smallint('drawn_portrait'),
});

export const tutorPhotos = pgTable('tutor_photos', {
  userId: rowId('user_id').primaryKey(),
  photo: uuid('photo').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
});

export const tutorDrafts = pgTable('tutor_drafts', {
  userId: rowId('user_id').primaryKey(),
  key: uuid('key').notNull(),
  form: jsonb('form').$type<SavedTutorDraft['form']>().notNull(),
  version: integer('version'),
  revision: integer('revision').notNull().default(1),
  savedAt: timestamptz('saved_at').notNull().defaultNow(),
});

export const tutorSubjects = pgTable('tutor_subjects', {
  listingId: rowId('listing_id').notNull(),
  position: smallint('position').notNull(),
  majorSubjectId: integer('major_subject_id'),
  otherSubjectId: integer('other_subject_id'),
  gradeId: integer('grade_id').notNull(),
});

export const tutorDseResults = pgTable('tutor_dse_results', {
  listingId: rowId('listing_id').notNull(),
  position: smallint('position').notNull(),
  majorSubjectId: integer('major_subject_id').notNull(),
  dseLevelId: integer('dse_level_id').notNull(),
});
