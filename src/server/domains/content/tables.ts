import { date, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { TextBlocks } from '#shared/content.ts';
import type { Locale } from '#shared/locale.ts';

export type TermsSection = {
  id: string;
  heading: Record<Locale, string>;
  body: Record<Locale, TextBlocks>;
};

export const faqCategories = pgTable('faq_categories', {
  id: integer('id').primaryKey(),
  slug: text('slug').notNull(),
  nameZhHant: text('name_zh_hant').notNull(),
  nameEn: text('name_en').notNull(),
  sort: integer('sort').notNull(),
});

export const faqs = pgTable('faqs', {
  id: integer('id').primaryKey(),
  category: text('category').notNull(),
  questionZhHant: text('question_zh_hant').notNull(),
  questionEn: text('question_en').notNull(),
  answerZhHant: jsonb('answer_zh_hant').$type<TextBlocks>().notNull(),
  answerEn: jsonb('answer_en').$type<TextBlocks>().notNull(),
  sort: integer('sort').notNull(),
});

export const terms = pgTable('terms', {
  suffix: text('suffix').notNull(),
  version: text('version').notNull(),
  effectiveDate: date('effective_date').notNull(),
  titleZhHant: text('title_zh_hant').notNull(),
  titleEn: text('title_en').notNull(),
  summaryZhHant: text('summary_zh_hant').notNull(),
  summaryEn: text('summary_en').notNull(),
  sections: jsonb('sections').$type<TermsSection[]>().notNull(),
  sort: integer('sort').notNull(),
});

export const companyInfo = pgTable('company_info', {
  key: text('key').primaryKey(),
  textZhHant: text('text_zh_hant').notNull(),
  textEn: text('text_en').notNull(),
});

export const mediaCompanies = pgTable('media_companies', {
  id: integer('id').primaryKey(),
  kind: text('kind').notNull(),
  nameZhHant: text('name_zh_hant').notNull(),
  nameEn: text('name_en').notNull(),
  descriptionZhHant: text('description_zh_hant').notNull(),
  descriptionEn: text('description_en').notNull(),
  url: text('url'),
  sort: integer('sort').notNull(),
});

export const qrCodes = pgTable('qr_codes', {
  id: integer('id').primaryKey(),
  slug: text('slug').notNull(),
  nameZhHant: text('name_zh_hant').notNull(),
  nameEn: text('name_en').notNull(),
  descriptionZhHant: text('description_zh_hant').notNull(),
  descriptionEn: text('description_en').notNull(),
  sort: integer('sort').notNull(),
});
