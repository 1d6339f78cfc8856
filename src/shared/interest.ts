import { z } from 'zod';
import type { Calls } from './call.ts';
import { CaseStatus } from './cases.ts';
import { listOf, paging } from './envelope.ts';
import { HourlyPrice, rowId, rowParams } from './form-fields.ts';
import { plainText } from './plain-text.ts';
import { Portrait } from './portrait.ts';
import { messageLength } from './rules/offer-rules.ts';
import { Halt } from './safety/standing.ts';
import { WeeklySlots } from './weekly-slots.ts';

/** The two sides of an application or invitation, and of a match. */
export const Side = z.enum(['family', 'tutor']);
export type Side = z.infer<typeof Side>;

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
  message: plainText(messageLength).trim().optional().describe("a line of one's own"),
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
  z.object({
    action: z.literal('decline'),
    interest_id: rowId,
    message: offer.message.describe("a line of one's own; it becomes the last message of the conversation"),
  }),
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
    price: z.int().nullable().describe('what the family offers; null where it is open'),
  }),
  children: z.array(z.string()).describe("nicknames, to the child's own family only"),
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
    message: z
      .string()
      .describe(
        'contact details are covered until both share theirs, for the writer too; empty once the writer left',
      ),
    others_waiting: z
      .int()
      .describe('other pending applications and invitations for the case, which an acceptance closes'),
    match_id: z.int().nullable(),
    match_status: MatchStatus.nullable().describe('what became of the match'),
    can_talk: z.boolean().describe('whether there is a conversation to open; it has the id of the interest'),
  })
  .meta({ id: 'Interest' });
export type Interest = z.infer<typeof Interest>;

const trialTime = { starts_at: z.iso.datetime(), ends_at: z.iso.datetime() };
export const Trial = z
  .object({
    minutes: z.int().describe('its length, that of a lesson of the class'),
    agreed: z
      .object({
        id: z.int().describe('of the proposal'),
        ...trialTime,
        off: z.enum(['weather', 'platform']).nullable().describe('why it will not be held'),
      })
      .nullable()
      .describe('the trial lesson that stands in both calendars'),
    proposal: z
      .object({ id: z.int(), by: Side, ...trialTime })
      .nullable()
      .describe('the day and hour that wait for an answer; what was agreed stands until then'),
    may_decide: z.boolean().describe('whether the family may now say if it suited'),
  })
  .meta({ id: 'Trial' });
export type Trial = z.infer<typeof Trial>;

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
      children: z
        .array(z.string())
        .describe("for the tutor, the children's nicknames under the same condition"),
    }),
    trial: Trial.nullable().describe('null unless the match is on trial'),
    can_talk: z.boolean().describe('whether there is a conversation to open; it has the id of the interest'),
  })
  .meta({ id: 'Match' });
export type Match = z.infer<typeof Match>;

/** The trial lesson of a match for one of its sides, without the contact details of the match. */
export const TrialOfMatch = z
  .object({
    match_id: z.int(),
    case_id: z.int(),
    listing_id: z.int().nullable(),
    my_side: Side,
    status: MatchStatus,
    halt: Halt.nullable(),
    slots: WeeklySlots,
    trial: Trial.nullable(),
  })
  .meta({ id: 'TrialOfMatch' });
export type TrialOfMatch = z.infer<typeof TrialOfMatch>;

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
  'GET /api/users/interest_facts': {
    summary: 'What an offer between a case and a tutor starts from; one of the two is the own',
    audience: 'user',
    query: z.object({ case_id: z.coerce.number().pipe(rowId), listing_id: z.coerce.number().pipe(rowId) }),
    data: z.object({
      common: WeeklySlots.describe('half hours in which both are free; the tutor has no other class then'),
      lesson_minutes: z.int(),
      case_price: z.int().nullable(),
      price_min: z.int().describe("the tutor's lowest"),
      applied: z.int().describe('how many applications to the case wait for an answer'),
      pending: z
        .int()
        .describe("the caller's own that wait: applications of the tutor, invitations for the case"),
      pending_limit: z.int().describe('how many of these there may be at once'),
      lacks: z
        .array(z.enum(['subject', 'type', 'place', 'language', 'gender', 'education']))
        .describe('what the case asks for and the tutor has not'),
      price_max: z.int().describe("the tutor's highest"),
    }),
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
    summary: 'The family says after the trial lesson how it went',
    audience: 'user',
    params: rowParams,
    body: z.object({
      passed: z.boolean(),
      relist: z.boolean().default(true).describe('whether a failed trial puts the case online again'),
    }),
    data: Match,
  },
  'GET /api/users/matches/{id}/trial': {
    summary: 'Where the trial lesson of a match stands',
    audience: 'user',
    params: rowParams,
    data: TrialOfMatch,
  },
  'POST /api/users/matches/{id}/trial_proposal': {
    summary: 'Propose a day and an hour for the trial lesson, or another than the one proposed or agreed',
    audience: 'user',
    perMinute: 20,
    params: rowParams,
    body: z.object({
      starts_at: z.iso.datetime({ offset: true }).describe('a full or half hour in Hong Kong'),
      replaces: rowId
        .optional()
        .describe('the open proposal as it was shown; there may be one that was not seen'),
    }),
    data: TrialOfMatch,
  },
  'PUT /api/users/matches/{id}/trial_proposal/accept': {
    summary: "Accept the other side's proposal; it stands in both calendars from then on",
    audience: 'user',
    params: rowParams,
    body: z.object({ proposal_id: rowId }),
    data: TrialOfMatch,
  },
  'PUT /api/users/matches/{id}/trial_proposal/cancel': {
    summary:
      "Take back one's own proposal, say no to the other's, or cancel the trial lesson that was agreed",
    audience: 'user',
    params: rowParams,
    body: z.object({ proposal_id: rowId }),
    data: TrialOfMatch,
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
