import { z } from 'zod';
import type { Calls } from '../call.ts';
import { listOf, paging } from '../envelope.ts';
import { rowId, rowParams } from '../form-fields.ts';
import { Side } from '../interest.ts';
import { FeeRuleName } from '../money/fee-rule-name.ts';
import { WeeklySlots } from '../weekly-slots.ts';

const timestamp = z.iso.datetime();
const deviceTimestamp = z.iso.datetime({ offset: true });
const day = z.iso.date().describe('YYYY-MM-DD in Hong Kong');

const kinds = ['weekly', 'extra', 'move', 'cancel', 'pause', 'minutes', 'fee_rule'] as const;

export const PlanProposal = z
  .object({
    id: z.int(),
    class_id: z.int(),
    kind: z
      .enum(kinds)
      .describe(
        'weekly: other weekly times; cancel: skip one lesson; pause: skip those of some days; minutes: another length of a lesson that was held; fee_rule: another way to charge lessons',
      ),
    made_by: Side,
    made_at: timestamp,
    state: z
      .enum(['open', 'accepted', 'declined', 'withdrawn', 'lapsed'])
      .describe('lapsed: nobody answered before the lesson, or it is no longer planned'),
    answered_at: timestamp.nullable(),
    lapses_at: timestamp,
    planned_at: timestamp.nullable().describe('of move and cancel: the place of the lesson in the plan'),
    was_at: timestamp.nullable().describe('of move and cancel: when the lesson was to begin'),
    starts_at: timestamp.nullable().describe('of extra and move: when it would begin'),
    ends_at: timestamp.nullable(),
    from_day: day.nullable().describe('of weekly and pause: the first day'),
    to_day: day.nullable().describe('of pause: the last day'),
    slots: WeeklySlots.nullable().describe('of weekly'),
    lesson_id: z.int().nullable().describe('of minutes: the lesson'),
    minutes: z.int().nullable().describe('of extra, move and minutes: the length'),
    was_minutes: z.int().nullable().describe('of minutes: the length before'),
    fee_rule: FeeRuleName.nullable().describe('of fee_rule: for lessons that begin once it is accepted'),
    was_fee_rule: FeeRuleName.nullable().describe('of fee_rule: the rule before'),
  })
  .meta({ id: 'PlanProposal' });
export type PlanProposal = z.infer<typeof PlanProposal>;

const common = {
  key: z
    .uuid()
    .describe('made by the page for this proposal; sent again, it answers what the first one made'),
  replaces: rowId
    .optional()
    .describe('an open proposal that this one answers or replaces; one of the other side has to be named'),
};
const minutes = z.int().min(30).max(480).multipleOf(15).optional();
export const PlanProposalBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('weekly'), ...common, from_day: day, slots: WeeklySlots.min(1) }),
  z.object({
    kind: z.literal('extra'),
    ...common,
    starts_at: deviceTimestamp,
    minutes: minutes.describe('else that of a lesson of the class'),
  }),
  z.object({
    kind: z.literal('move'),
    ...common,
    planned_at: deviceTimestamp,
    starts_at: deviceTimestamp,
    minutes: minutes.describe('else as it is'),
  }),
  z.object({ kind: z.literal('cancel'), ...common, planned_at: deviceTimestamp }),
  z.object({
    kind: z.literal('minutes'),
    ...common,
    lesson_id: rowId,
    minutes: z.int().min(1).max(480),
  }),
  z.object({ kind: z.literal('pause'), ...common, from_day: day, to_day: day }),
  z.object({ kind: z.literal('fee_rule'), ...common, fee_rule: FeeRuleName }),
]);
export type PlanProposalBody = z.output<typeof PlanProposalBody>;

export const planCalls = {
  'GET /api/users/classes/{id}/proposals': {
    summary: 'What either side has proposed for the timetable of a class, the latest first',
    audience: 'user',
    params: rowParams,
    query: z.object(paging()),
    data: listOf(PlanProposal),
  },
  'POST /api/users/classes/{id}/proposals': {
    summary:
      'Propose weekly times, an extra lesson, a move, a lesson to skip, a holiday or a way to charge; it holds once accepted',
    audience: 'user',
    perMinute: 60,
    params: rowParams,
    body: PlanProposalBody,
    data: PlanProposal,
  },
  'PUT /api/users/plan_proposals/{id}/accept': {
    summary: 'The other side accepts, and the timetable changes',
    audience: 'user',
    params: rowParams,
    data: PlanProposal,
  },
  'PUT /api/users/plan_proposals/{id}/decline': {
    summary: 'The other side declines; the timetable stays',
    audience: 'user',
    params: rowParams,
    data: PlanProposal,
  },
  'PUT /api/users/plan_proposals/{id}/withdraw': {
    summary: 'Take back an own proposal that nobody has answered',
    audience: 'user',
    params: rowParams,
    data: PlanProposal,
  },
} satisfies Calls;
