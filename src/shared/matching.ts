import { z } from 'zod';
import { Gender } from './accounts.ts';
import type { Calls } from './call.ts';
import { clockTime } from './cases.ts';
import { HourlyPrice, MajorSubjectIds, ReferenceId, ReferenceIds, rowId } from './form-fields.ts';
import { CaseCard, TutorCard } from './market.ts';
import { WeeklySlots } from './weekly-slots.ts';

/** A case while it is being written: enough to count matching tutors and to suggest a price. */
export const CaseDraft = z
  .object({
    child_info: z
      .array(
        z.object({
          grade: ReferenceId,
          major_subject: MajorSubjectIds.default([]),
          other_subject: ReferenceIds.default([]),
        }),
      )
      .min(1)
      .max(20),
    tutoring_type: ReferenceId.default(1),
    tutoring_region: ReferenceId.nullable().default(null),
    tutoring_days_per_week: z.int().min(1).max(7).default(1),
    tutoring_time_per_class: ReferenceId.default(2),
    price: HourlyPrice.nullable().default(null),
    weekday: z.array(z.int().min(1).max(7)).max(7).default([]),
    start_tutoring_time: clockTime.nullable().default(null),
    weekend_start_tutoring_time: clockTime.nullable().default(null),
    match_time: WeeklySlots.default([]),
    teacher_gender: Gender.default('U'),
    teacher_education: ReferenceId.nullable().default(null),
    teaching_language: ReferenceIds.default([]),
  })
  .meta({ id: 'CaseDraft' });
export type CaseDraft = z.output<typeof CaseDraft>;

const caseOrDraft = z
  .object({
    case_id: rowId.optional().describe("a case of one's own; its result is kept"),
    draft: CaseDraft.optional().describe('a case that is not posted; its result is not kept'),
  })
  .refine(({ case_id, draft }) => (case_id === undefined) !== (draft === undefined), { path: ['case_id'] });

const ClassTime = z.object({ weekday: z.int(), start: z.string(), end: z.string() });
const Reason = z.object({
  attribute: z.string(),
  term: z.number().describe("the attribute's log factor less its mean over those who fit"),
  value: z.number().describe('what is behind it: minutes, HK$, an id of a reference list …'),
  is_reason: z.boolean().describe('at the median of those who fit, the score would be lower'),
});
const explanation = {
  score: z
    .number()
    .describe('ln(P(family wants) × P(tutor accepts) × freshness × exposure): base + all terms'),
  base: z.number(),
  terms: z.array(Reason),
  slots: z.array(ClassTime).describe('common times, one for each class of the week'),
  drawback: z.object({ attribute: z.string(), term: z.number(), value: z.number() }).nullable(),
};

export const NearMiss = z.object({
  kind: z.string().describe('what one would give way on'),
  change: z.record(z.string(), z.unknown()).describe('fields of the case or listing as they would be'),
  adds: z.int().describe('how many fit with it that do not fit without it'),
  fits: z.int().describe('how many fit with it in all'),
  is_capped: z.boolean().describe('counting stopped: both are at least so many'),
});
export type NearMiss = z.infer<typeof NearMiss>;

const result = {
  total: z.int().describe('how many fit, counted up to 1000'),
  total_is_capped: z.boolean(),
  near_misses: z.array(NearMiss).describe('where few fit'),
  computed_at: z.iso.datetime(),
};
export const TutorMatches = z
  .object({ ...result, list: z.array(z.object({ tutor: TutorCard, ...explanation })) })
  .meta({ id: 'TutorMatches' });
export type TutorMatches = z.infer<typeof TutorMatches>;
export const CaseMatches = z
  .object({ ...result, list: z.array(z.object({ case: CaseCard, ...explanation })) })
  .meta({ id: 'CaseMatches' });
export type CaseMatches = z.infer<typeof CaseMatches>;

export const PriceAdvice = z
  .object({
    p25: z.int(),
    p50: z.int(),
    p75: z.int(),
    comparables: z.int().describe('accepted cases like this one'),
    confidence: z.enum(['low', 'medium', 'high']),
    applicants: z.array(z.object({ price: z.int(), applicants: z.number() })),
    computed_at: z.iso.datetime(),
  })
  .meta({ id: 'PriceAdvice' });
export type PriceAdvice = z.infer<typeof PriceAdvice>;

const ofCase = z.object({ case_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

export const matchingCalls = {
  'POST /api/algorithms/tutor_matcher': {
    summary: "Find tutors for a case of one's own, or for a draft",
    audience: 'anyone',
    perMinute: 120,
    body: caseOrDraft,
    data: TutorMatches,
  },
  'GET /api/algorithms/tutor_matcher': {
    summary: "What was found last for a case of one's own",
    audience: 'user',
    query: ofCase,
    data: TutorMatches,
  },
  'POST /api/algorithms/case_matcher': {
    summary: "Find cases for one's own listing",
    audience: 'user',
    perMinute: 60,
    data: CaseMatches,
  },
  'GET /api/algorithms/case_matcher': {
    summary: "What was found last for one's own listing",
    audience: 'user',
    data: CaseMatches,
  },
  'POST /api/algorithms/price_recommender': {
    summary: "What a case of one's own, or a draft, should cost",
    audience: 'anyone',
    perMinute: 120,
    body: caseOrDraft,
    data: PriceAdvice,
  },
  'GET /api/algorithms/price_recommender': {
    summary: "What was advised last for a case of one's own",
    audience: 'user',
    query: ofCase,
    data: PriceAdvice,
  },
} satisfies Calls;
