import { boolean, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { ids } from '#server/ground/db/columns.ts';
import type { Locale } from '#shared/locale.ts';
import type { FinanceType, SchoolLevel } from '#shared/reference.ts';

const labelled = {
  id: integer('id').primaryKey(),
  nameZhHant: text('name_zh_hant').notNull(),
  nameEn: text('name_en').notNull(),
  sort: integer('sort').notNull(),
};

export const areas = pgTable('areas', labelled);
export const regions = pgTable('regions', { ...labelled, areaId: integer('area_id').notNull() });
export const educationStages = pgTable('education_stages', labelled);
export const grades = pgTable('grades', { ...labelled, stageId: integer('stage_id').notNull() });
export const identities = pgTable('identities', labelled);
export const subjectTypes = pgTable('subject_types', { ...labelled, slug: text('slug').notNull() });
export const majorSubjects = pgTable('major_subjects', {
  ...labelled,
  subjectTypeId: integer('subject_type_id').notNull(),
  gradeIds: ids('grade_ids'),
  formerIds: ids('former_ids'),
  stageNames: jsonb('stage_names').$type<{ stage: number; name: Record<Locale, string> }[]>().notNull(),
});
export const otherSubjects = pgTable('other_subjects', {
  ...labelled,
  subjectTypeId: integer('subject_type_id').notNull(),
  gradeIds: ids('grade_ids'),
});
export const tutoringTypes = pgTable('tutoring_types', {
  ...labelled,
  isOnline: boolean('is_online').notNull(),
});
export const tutoringDaysPerWeek = pgTable('tutoring_days_per_week', {
  ...labelled,
  value: integer('value').notNull(),
});
export const tutoringTimesPerClass = pgTable('tutoring_times_per_class', {
  ...labelled,
  hours: numeric('hours', { precision: 3, scale: 1, mode: 'number' }).notNull(),
});
export const weekdays = pgTable('weekdays', labelled);
export const educations = pgTable('educations', labelled);
export const channels = pgTable('channels', labelled);
export const teachingLanguages = pgTable('teaching_languages', labelled);
export const ranks = pgTable('ranks', { ...labelled, topPercent: integer('top_percent') });
export const experiences = pgTable('experiences', {
  ...labelled,
  minYears: integer('min_years').notNull(),
  maxYears: integer('max_years'),
});
export const gpas = pgTable('gpas', {
  ...labelled,
  minGpa: numeric('min_gpa', { precision: 3, scale: 2, mode: 'number' }).notNull(),
  maxGpa: numeric('max_gpa', { precision: 3, scale: 2, mode: 'number' }),
});
export const dseLevels = pgTable('dse_levels', {
  ...labelled,
  scale: text('scale').$type<'level' | 'attainment'>().notNull(),
});

export const schools = pgTable('schools', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  level: text('level').$type<SchoolLevel>().notNull(),
  regionId: integer('region_id').notNull(),
  nameZhHant: text('name_zh_hant'),
  nameEn: text('name_en'),
  aliases: text('aliases').notNull(),
  financeType: text('finance_type').$type<FinanceType>(),
  studentGender: text('student_gender').$type<'U' | 'M' | 'F'>(),
  source: text('source').$type<'seed' | 'import'>().notNull(),
  searchText: text('search_text').notNull(),
});
