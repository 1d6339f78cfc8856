import { z } from 'zod';
import type { Calls } from './call.ts';
import { CaseStatus } from './cases.ts';
import { listOf, paging } from './envelope.ts';
import { HourlyPrice, rowId, rowParams } from './form-fields.ts';
import { Halt } from './safety/standing.ts';
import { Portrait } from './tutors.ts';
import { WeeklySlots } from './weekly-slots.ts';

/** The two sides of an application or invitation, and of a match. */
export const Side = z.enum(['family', 'tutor']);
export type Side = z.infer<typeof Side>;
export const otherSide = (side: Side): Side => (side === 'family' ? 'tutor' : 'family');

export const InterestStatus = z
  .enum(['pending', 'accepted', 'declined', 'withdrawn', 'closed'])
  .describe('closed: the case found a tutor, went offline, or somebody left');
export type InterestStatus = z.infer<typeof InterestStatus>;

export const MatchStatus = z
  .enum(['trial', 'going', 'failed', 'ended'])
  .describe('trial and going are live; failed is a trial lesson that did not suit');
export type MatchStatus = z.infer<typeof MatchStatus>;
export const isLive = (status: MatchStatus) => status === 'trial' || status === 'going';

const Fee = z.object({
  name: z.enum(['platform_fee', 'hourly_price']),
  payer: Side,
  amount: z.int().describe('HK$, whole dollars'),
  per: z.enum(['match', 'hour']),
});
export type Fee = z.infer<typeof Fee>;

/** All fees that either side will ever pay. The hourly price goes directly to the tutor. */
export const feesOf = (price: number): Fee[] => [
  { name: 'platform_fee', payer: 'family', amount: 0, per: 'match' },
  { name: 'platform_fee', payer: 'tutor', amount: 0, per: 'match' },
  { name: 'hourly_price', payer: 'family', amount: price, per: 'hour' },
];

const offer = {
  slots: WeeklySlots.optional().describe('the weekly half hours offered; none leaves them open'),
  price: HourlyPrice.optional().describe("HK$ per hour; else the case's price, else the tutor's lowest"),
};
const acceptedTerms = {
  slots: WeeklySlots.optional().describe(
    'fills what the offer left open; else it has to be what was offered',
  ),
  price: HourlyPrice.optional().describe(
    'the price as it was shown; an offer at another one is not accepted',
  ),
};
export const InterestBody = z.discriminatedUnion('action', [
  z.object({ action: z.literal('apply'), case_id: rowId, ...offer }),
  z.object({ action: z.literal('invite'), case_id: rowId, listing_id: rowId, ...offer }),
  z.object({ action: z.literal('accept'), interest_id: rowId, ...acceptedTerms }),
  z.object({ action: z.literal('decline'), interest_id: rowId }),
  z.object({ action: z.literal('withdraw'), interest_id: rowId }),
]);
export type InterestBody = z.output<typeof InterestBody>;

/**
 * What both sides see of the case and the tutor before they agree to share more; the same as in the public
 * lists.
 */
const commonFields = {
  case_id: z.int(),
  listing_id: z.int().nullable().describe('null once the tutor has left'),
  my_side: Side,
  case: z.object({
    status: CaseStatus,
    grade: z.array(z.int()),
    major_subject: z.array(z.int()),
    other_subject: z.array(z.int()),
    tutoring_region: z.int().nullable(),
    tutoring_type: z.int(),
    tutoring_days_per_week: z.int(),
    tutoring_time_per_class: z.int(),
  }),
  tutor: z.object({
    display_name: z.string().describe('only the surname until both sides share their contacts'),
    portrait: Portrait.nullable(),
  }),
  price: z.int(),
  slots: WeeklySlots,
  fees: z.array(Fee),
};

export const Interest = z
  .object({
    id: z.int(),
    ...commonFields,
    asked_by: Side,
    status: InterestStatus,
    asked_at: z.iso.datetime(),
    decided_at: z.iso.datetime().nullable(),
    match_id: z.int().nullable(),
    can_talk: z.boolean().describe('whether there is a conversation to open; it has the id of the interest'),
  })
  .meta({ id: 'Interest' });
export type Interest = z.infer<typeof Interest>;

export const Match = z
  .object({
    id: z.int(),
    ...commonFields,
    interest_id: z.int(),
    status: MatchStatus,
    made_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
    halt: Halt.nullable(),
    contact: z.object({
      i_agreed: z.boolean(),
      other_agreed: z.boolean(),
      mobile: z.string().describe("the other's number: masked unless both agreed and the match is live"),
      name: z.string().describe("the other's name, under the same condition; else empty"),
    }),
    can_talk: z.boolean().describe('whether there is a conversation to open; it has the id of the interest'),
  })
  .meta({ id: 'Match' });
export type Match = z.infer<typeof Match>;

const ownCaseStatus = z.object({ id: z.int(), status: CaseStatus });

export const interestCalls = {
  'PUT /api/users/case_online/{id}': {
    summary: "Show a case of one's own to tutors",
    audience: 'user',
    params: rowParams,
    data: ownCaseStatus,
  },
  'PUT /api/users/case_offline/{id}': {
    summary: "Hide a case of one's own; who waits for an answer is told",
    audience: 'user',
    params: rowParams,
    data: ownCaseStatus,
  },
  'POST /api/users/interest': {
    summary: 'Apply to a case, invite a tutor, and accept, decline or withdraw that',
    audience: 'user',
    perMinute: 60,
    body: InterestBody,
    data: Interest,
  },
  'GET /api/users/interests': {
    summary: 'Applications and invitations of both identities, the latest first',
    audience: 'user',
    query: z.object({ ...paging(), side: Side.optional(), status: InterestStatus.optional() }),
    data: listOf(Interest),
  },
  'GET /api/users/interests/{id}': {
    summary: 'One of them',
    audience: 'user',
    params: rowParams,
    data: Interest,
  },
  'GET /api/users/matches': {
    summary: 'Matches of both identities, the latest first; numbers are masked',
    audience: 'user',
    query: z.object({ ...paging(), side: Side.optional(), status: MatchStatus.optional() }),
    data: listOf(Match),
  },
  'GET /api/users/matches/{id}': {
    summary: "One match, with the other's number once both agreed",
    audience: 'user',
    params: rowParams,
    data: Match,
  },
  'PUT /api/users/matches/{id}/trial': {
    summary: 'The family says how the trial lesson went; one that failed puts the case online again',
    audience: 'user',
    params: rowParams,
    body: z.object({ passed: z.boolean() }),
    data: Match,
  },
  'PUT /api/users/matches/{id}/end': {
    summary: 'End a match; the family may put the case online again',
    audience: 'user',
    params: rowParams,
    body: z.object({ relist: z.boolean().default(false) }),
    data: Match,
  },
  'PUT /api/users/matches/{id}/contact': {
    summary: 'Agree that the other may have my number, or take that back while the other has not agreed',
    audience: 'user',
    params: rowParams,
    body: z.object({ agree: z.boolean() }),
    data: Match,
  },
} satisfies Calls;
