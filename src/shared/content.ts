import { z } from 'zod';
import type { Calls } from './call.ts';
import { listOf, paging } from './envelope.ts';

/** A text: each item is a paragraph, or an array of bullet points. */
export const TextBlocks = z.array(z.union([z.string(), z.array(z.string())])).meta({ id: 'TextBlocks' });
export type TextBlocks = z.infer<typeof TextBlocks>;

const FaqCategory = z
  .object({
    id: z.int(),
    slug: z.string(),
    name: z.string(),
    count: z.int().describe('How many questions it has, whatever was searched for'),
  })
  .meta({ id: 'FaqCategory' });

export const Faq = z
  .object({
    id: z.int(),
    category: z.string().describe('The slug of its category'),
    question: z.string(),
    answer: TextBlocks,
  })
  .meta({ id: 'Faq' });
export type Faq = z.infer<typeof Faq>;

export const FaqQuery = z.object({
  id: z.coerce.number().int().min(1).optional(),
  category: z.string().max(100).optional().describe('The slug of a category'),
  search: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('Words that all occur in a question or its answer, in either language'),
  // 100 fit on one page, so a call without parameters returns every question.
  ...paging({ size: 100 }),
});
export type FaqQuery = z.output<typeof FaqQuery>;

const TermsVersion = z.object({ version: z.string(), effective_date: z.iso.date() });

export const Terms = z
  .object({
    suffix: z.string().describe('Empty for the terms of use'),
    ...TermsVersion.shape,
    title: z.string(),
    summary: z.string(),
    sections: z.array(z.object({ id: z.string(), heading: z.string(), body: TextBlocks })),
    versions: z.array(TermsVersion).describe('Every version of this document, the latest first'),
    documents: z
      .array(z.object({ suffix: z.string(), title: z.string(), ...TermsVersion.shape }))
      .describe('The latest version of every document'),
  })
  .meta({ id: 'Terms' });
export type Terms = z.infer<typeof Terms>;

const TermsQuery = z.object({
  version: z.string().max(50).optional().describe('The latest unless given'),
});

export const CompanyInfo = z
  .object({
    name: z.string(),
    slogan: z.string(),
    description: z.string(),
    service_hours: z.string(),
    contact_note: z.string(),
    verification_note: z.string(),
    fee_note: z.string(),
    privacy_note: z.string(),
    emergency_note: z.string(),
    seo_description: z.string(),
  })
  .meta({ id: 'CompanyInfo' });
export type CompanyInfo = z.infer<typeof CompanyInfo>;

/** One of the product's own channels, such as a social media account. */
const MediaCompany = z
  .object({
    id: z.int(),
    name: z.string(),
    kind: z.string(),
    description: z.string(),
    url: z.string().nullable().describe('Null until the operator has given it'),
  })
  .meta({ id: 'MediaCompany' });

export const QrCode = z
  .object({
    id: z.int(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    target: z.string().describe('What the code says when scanned'),
    svg: z.string().describe('The code as an SVG document, black on white with its quiet zone'),
  })
  .meta({ id: 'QrCode' });
export type QrCode = z.infer<typeof QrCode>;

export const contentCalls = {
  'GET /api/common_info/company_info': {
    summary: 'Who runs the product and how to reach them',
    audience: 'anyone',
    data: CompanyInfo,
  },
  'GET /api/common_info/media-company': {
    summary: "The product's own channels",
    audience: 'anyone',
    query: z.object(paging({ size: 100 })),
    data: listOf(MediaCompany),
  },
  'GET /api/common_info/qr_code': {
    summary: 'QR codes whose target is configured',
    audience: 'anyone',
    data: z.array(QrCode),
  },
  'GET /api/common_info/terms_and_conditions': {
    summary: 'The terms of use',
    audience: 'anyone',
    query: TermsQuery,
    data: Terms,
  },
  'GET /api/common_info/terms_and_conditions/{suffix}': {
    summary: 'Another document: privacy, tutor, eraser, ai',
    audience: 'anyone',
    params: z.object({ suffix: z.string() }),
    query: TermsQuery,
    data: Terms,
  },
  'GET /api/faqchat/faq': {
    summary: 'Questions and answers, with their categories',
    audience: 'anyone',
    query: FaqQuery,
    data: listOf(Faq).extend({ categories: z.array(FaqCategory) }),
  },
} satisfies Calls;
