import { z } from 'zod';
import { Gender } from './accounts.ts';
import type { Calls } from './call.ts';
import { clockTime } from './cases.ts';
import { paging } from './envelope.ts';
import { HourlyPrice, MajorSubjectIds, ReferenceId, ReferenceIds, rowId } from './form-fields.ts';
import { InterestStatus, Side } from './interest.ts';
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
  facts: z
    .object({
      minutes: z.number().describe('about so long to the lesson; 0 online or without a district'),
      days: z.int().describe('of the week on which a class fits'),
      stage_share: z.number().describe("of the tutor's subjects, those at the student's stage; 0 to 1"),
      idle_days: z.int().describe('since the tutor was active, or the case was changed'),
      pending: z.int().describe('requests that the other side has not answered'),
    })
    .describe('of this pair; sentences about it are checked against them'),
  within_offer: z
    .boolean()
    .describe("the tutor's lowest price is at most 1.25 times the offer, or the case has no price"),
  asked: z
    .object({ interest_id: z.int(), asked_by: Side, status: InterestStatus })
    .nullable()
    .describe('the last invitation or application that is open, was declined, or became a live match'),
  over: z
    .object({ how: z.enum(['declined', 'withdrawn', 'ended']), by: Side.nullable() })
    .nullable()
    .describe(
      'how the last one came to nothing, or that its match ended, and who did it; listed after the others',
    ),
};

/** Whom a result lists at most; counting stops there, so that everybody counted can be reached. */
export const mostFitting = 200;
export const mostAboveOffer = 60;

export const NearMiss = z.object({
  kind: z.string().describe('what one would give way on'),
  change: z.record(z.string(), z.unknown()).describe('fields of the case or listing as they would be'),
  adds: z.int().describe('how many fit with it that do not fit without it'),
  fits: z.int().describe('how many fit with it in all'),
  is_capped: z.boolean().describe('counting stopped: both are at least so many'),
});
export type NearMiss = z.infer<typeof NearMiss>;

const result = {
  total: z.int().describe(`how many fit within the offer, counted up to ${mostFitting}`),
  total_is_capped: z.boolean(),
  total_above_offer: z
    .int()
    .describe(`how many fit but for the price, counted up to ${mostAboveOffer}; not part of \`total\``),
  total_above_offer_is_capped: z.boolean(),
  listed: z
    .object({ fitting: z.int(), above_offer: z.int() })
    .describe('how many the filters leave; the pages go through the first, then the second'),
  page: z.int(),
  page_size: z.int(),
  typical: z
    .object({
      price: z.number().nullable(),
      minutes: z.number(),
      days: z.number(),
      experience: z.number().nullable(),
      education: z.number().nullable(),
    })
    .nullable()
    .describe('medians of all who fit within the offer; null where fewer than three do'),
  near_misses: z.array(NearMiss).describe('where few fit'),
  computed_at: z.iso.datetime(),
};
/** Whom only one thing keeps from fitting; whoever lacks two is in none of the counts. */
const ShortOf = z
  .object({
    price: z.int().describe('only the price: their lowest is more than 1.25 times the offer'),
    times: z.int().describe('only the times'),
    district: z.int().describe('only the district'),
  })
  .describe(`how many lack one thing only, each counted up to ${mostFitting}`);
export type ShortOf = z.infer<typeof ShortOf>;

const triedWords = 'with whom the last trial did not suit; neither listed nor counted';
export const TutorMatches = z
  .object({
    ...result,
    short_of: ShortOf.nullable().describe(
      'null where more fit than are counted, and in a result of an older release',
    ),
    list: z.array(z.object({ tutor: TutorCard, ...explanation })),
    tried: z.array(z.object({ tutor: TutorCard, ended_on: z.string() })).describe(triedWords),
  })
  .meta({ id: 'TutorMatches' });
export type TutorMatches = z.infer<typeof TutorMatches>;
export const CaseMatches = z
  .object({
    ...result,
    below_minimum: z
      .int()
      .describe(
        "how many of both groups offer less than the tutor's lowest price, without those asked about",
      ),
    list: z.array(z.object({ case: CaseCard, ...explanation })),
    tried: z.array(z.object({ case: CaseCard, ended_on: z.string() })).describe(triedWords),
  })
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
    asked: z
      .object({
        count: z.int(),
        is_capped: z.boolean().describe(`counting stopped at ${mostFitting}`),
        lowest: z.int(),
        middle: z.int().describe('the median'),
        highest: z.int(),
      })
      .nullable()
      .describe(
        'the lowest fees of the tutors who fit at any price, as they are now; null where nobody fits',
      ),
    computed_at: z.iso.datetime(),
  })
  .meta({ id: 'PriceAdvice' });
export type PriceAdvice = z.infer<typeof PriceAdvice>;

const ofCase = z.object({ case_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

const pages = paging({ size: 10, max: mostFitting + mostAboveOffer });
const onlyThese = (most: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,15}(,\\d{1,15}){0,${most - 1}}$`))
    .transform((text) => text.split(',').map(Number))
    .optional()
    .describe('ids with commas between them: only these');
const matchFilters = {
  sort: z.enum(['fit', 'price', 'experience', 'reviews']).default('fit').describe('within each group'),
  in_budget: z.stringbool().default(false).describe('the lowest price is not above the offer'),
  gender: z.enum(['M', 'F']).optional(),
  online: z.stringbool().default(false).describe('teaches online too'),
  verified: z.stringbool().default(false).describe('has a badge'),
  region: z.coerce.number().int().min(1).max(999).optional().describe('teaches in this district'),
  tutors: onlyThese(10),
};
const matchQuery = ofCase.extend({ ...matchFilters, ...pages });
export type CaseMatchQuery = Pick<MatchQuery, 'page' | 'page_size'> & {
  cases?: number[] | undefined;
  hide_below?: boolean | undefined;
};
export type MatchQuery = Omit<z.output<typeof matchQuery>, 'case_id'>;

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
    query: matchQuery,
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
    query: z.object({
      ...pages,
      cases: onlyThese(mostFitting + mostAboveOffer),
      hide_below: z.stringbool().default(false).describe('without those counted in below_minimum'),
    }),
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
