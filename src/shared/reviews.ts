import { z } from 'zod';
import type { Calls } from './call.ts';
import { rowId, rowParams } from './form-fields.ts';
import { Side } from './interest.ts';
import { neededText, plainText } from './plain-text.ts';
import { Rating } from './rating.ts';

export const reviewRules = {
  /** Lessons before a review may be written: clocked in, confirmed, and no shorter than this. */
  lessonsBefore: 3,
  shortestMinutes: 30,
  /** How long both sides may write; after that the reviews are published and no more can be written. */
  windowDays: 14,
  longestText: 1000,
  longestReply: 500,
  pageSize: 10,
} as const;

/** The occasions for a review: after three lessons, and at the end of the class. */
const reviewOccasions = ['third', 'end'] as const;
export const ReviewOccasion = z
  .enum(reviewOccasions)
  .describe('third: after the third lesson that counts; end: the class has stopped after as many');
export type ReviewOccasion = z.infer<typeof ReviewOccasion>;

const timestamp = z.iso.datetime();
const stars = z.int().min(1).max(5);

export const ReviewForm = z.object({ stars, text: plainText(reviewRules.longestText).trim().default('') });
export type ReviewForm = z.output<typeof ReviewForm>;

/** A review as seen by the two sides of its class. */
export const Review = z
  .object({
    id: z.int(),
    by: Side,
    stars,
    text: z
      .string()
      .describe('as written to its writer; to others with numbers, addresses and links blotted out'),
    written_at: timestamp,
    is_removed: z.boolean().describe('an operator took it off the page'),
    reply: z.object({ text: z.string(), at: timestamp }).nullable(),
    can_reply: z.boolean(),
    can_report: z.boolean(),
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof Review>;

export const OccasionOfReview = z
  .object({
    occasion: ReviewOccasion,
    opened_at: timestamp,
    closes_at: timestamp.describe('whatever is written by then is shown from then on'),
    published_at: timestamp.nullable(),
    can_write: z.boolean().describe('also to change what one has written'),
    mine: Review.nullable(),
    theirs: Review.nullable().describe('null until both are published'),
  })
  .meta({ id: 'OccasionOfReview' });
export type OccasionOfReview = z.infer<typeof OccasionOfReview>;

export const ClassReviews = z
  .object({
    class_id: z.int(),
    my_side: Side,
    lessons_until_first: z
      .int()
      .describe(
        `lessons still to come before the first occasion; those of ${reviewRules.shortestMinutes} minutes or more count that were clocked in and are confirmed`,
      ),
    occasions: z.array(OccasionOfReview),
  })
  .meta({ id: 'ClassReviews' });
export type ClassReviews = z.infer<typeof ClassReviews>;

/** A family's review on a tutor's page: it does not reveal who wrote it. */
export const TutorReview = z
  .object({
    id: z.int(),
    occasion: ReviewOccasion,
    stars,
    text: z.string(),
    published_on: z.string().describe('YYYY-MM-DD in Hong Kong'),
    lessons: z.int().describe('of that class that were clocked in before the review was written, and count'),
    reply: z.string().nullable(),
  })
  .meta({ id: 'TutorReview' });
export type TutorReview = z.infer<typeof TutorReview>;

export const TutorReviews = z.object({
  rating: Rating.nullable(),
  list: z.array(TutorReview),
  next_cursor: z.string().nullable(),
});
export type TutorReviews = z.infer<typeof TutorReviews>;

export const reviewCalls = {
  'GET /api/common_info/teacher_case/{id}/reviews': {
    summary: 'What families wrote about a listed tutor, the latest first',
    audience: 'anyone',
    params: rowParams,
    query: z.object({
      cursor: z
        .string()
        .regex(/^\d{1,16}\.\d{1,16}$/)
        .optional()
        .describe('next_cursor of the answer before'),
    }),
    data: TutorReviews,
  },
  'GET /api/users/reviews_due': {
    summary: 'What the caller may write now and has not, the soonest to close first',
    audience: 'user',
    data: z.object({
      list: z.array(
        z.object({ class_id: z.int(), my_side: Side, occasion: ReviewOccasion, closes_at: timestamp }),
      ),
    }),
  },
  'GET /api/users/classes/{id}/reviews': {
    summary:
      "Reviews of a class: when they may be written, the own, and the other side's once both are published",
    audience: 'user',
    params: rowParams,
    data: ClassReviews,
  },
  'PUT /api/users/classes/{id}/reviews/{occasion}': {
    summary: 'Write, or change what was written, until it is published',
    audience: 'user',
    perMinute: 30,
    params: rowParams.extend({ occasion: ReviewOccasion }),
    body: ReviewForm,
    data: ClassReviews,
  },
  'PUT /api/users/reviews/{id}/reply': {
    summary:
      'Whoever a published review is about answers it, or changes the answer; an empty one takes it back',
    audience: 'user',
    perMinute: 30,
    params: rowParams,
    body: z.object({ text: plainText(reviewRules.longestReply).trim() }),
    data: Review,
  },
  'POST /api/users/reviews/{id}/report': {
    summary: 'Bring a published review before an operator; by its writer, the reply to it',
    audience: 'user',
    perMinute: 10,
    params: rowParams,
    body: z.object({ reason: neededText(500) }),
    data: z.object({ review_id: rowId }),
  },
} satisfies Calls;
