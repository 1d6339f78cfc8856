import { z } from 'zod';
import type { Calls } from './call.ts';
import { listOf, paging } from './envelope.ts';
import { plainText as answerLines } from './plain-text.ts';
import { Ban } from './safety/standing.ts';

const id = z.int();
const timestamp = z.iso.datetime();
const idParam = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });
const nothing = z.object({});
const answerText = answerLines(1000).trim();
const areaCode = z
  .string()
  .regex(/^[1-9]\d{0,3}$/)
  .default('852');
const mobile = z.string().trim().min(4).max(24);
const plainText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}]*$/u);

export const OperatorUser = z
  .object({
    id,
    name: z.string(),
    mobile: z.string().describe('masked; empty once the account is deleted'),
    last_identity: z.int(),
    is_operator: z.boolean(),
    is_banned: z.boolean(),
    suspended_until: z.iso.date().nullable().describe('the last day of a suspension that is in force'),
    created_at: timestamp,
    deleted_at: timestamp.nullable(),
  })
  .meta({ id: 'OperatorUser' });
export type OperatorUser = z.infer<typeof OperatorUser>;

export const OperatorUserDetail = OperatorUser.extend({
  live_sessions: z.int(),
  bans: z.array(Ban),
  remaining_count: z.int(),
  total_count: z.int(),
  is_unlimited: z.boolean().describe('pages of papers without limit'),
  is_subscribe: z.boolean(),
}).meta({ id: 'OperatorUserDetail' });
export type OperatorUserDetail = z.infer<typeof OperatorUserDetail>;

/** 0 is the most urgent: a child may be in danger. */
const Urgency = z.union([z.literal(0), z.literal(1)]);
export type Urgency = z.infer<typeof Urgency>;

const queueStates = ['open', 'decided'] as const;
export const QueueItem = z
  .object({
    id,
    kind: z.string(),
    title: z.string(),
    subject_id: z.string(),
    opened_by: id.nullable(),
    about_user: id.nullable(),
    opened_at: timestamp,
    urgency: Urgency.describe('0: a child may be in danger; these come first'),
    state: z.enum(queueStates),
    decisions: z.array(z.object({ decision: z.string(), label: z.string() })),
    answer: z
      .enum(['none', 'optional', 'needed'])
      .describe('whether the decision comes with words for whoever opened it'),
    decision: z.string().nullable(),
    note: z.string(),
    decided_by: id.nullable(),
    decided_at: timestamp.nullable(),
  })
  .meta({ id: 'QueueItem' });
export type QueueItem = z.infer<typeof QueueItem>;

const jobStates = ['waiting', 'running', 'failed'] as const;
export const JobItem = z
  .object({
    id: z.string(),
    name: z.string(),
    state: z.enum(jobStates),
    attempts: z.int(),
    max_attempts: z.int(),
    run_at: timestamp,
    created_at: timestamp,
    last_error: z.string().nullable(),
  })
  .meta({ id: 'JobItem' });
export type JobItem = z.infer<typeof JobItem>;

export const AuditEntry = z
  .object({
    id,
    at: timestamp,
    operator_id: id.nullable().describe('null: from the command line of the machine'),
    action: z.string(),
    about_user: id.nullable(),
    params: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const SmsSpend = z
  .object({
    day: z.string(),
    messages: z.int(),
    failed: z.int(),
    spend_cents: z.number(),
    refused: z.record(z.string(), z.int()),
    price_cents: z.number(),
    budget_cents: z.number(),
    breaker: z.string(),
    proof_cost: z.number(),
    sender: z.string().nullable(),
  })
  .meta({ id: 'SmsSpend' });
export type SmsSpend = z.infer<typeof SmsSpend>;

export const operatorCalls = {
  'GET /api/operator/users': {
    summary: 'Users by id or exact number, else the newest',
    audience: 'operator',
    query: z.object({
      id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      area_code: areaCode,
      mobile: mobile.optional(),
      ...paging(),
    }),
    data: listOf(OperatorUser),
  },
  'GET /api/operator/users/{id}': {
    summary: 'One user',
    audience: 'operator',
    params: idParam,
    data: OperatorUserDetail,
  },
  'POST /api/operator/users/{id}/quota': {
    summary: 'Give a user more of something; amount null is without limit',
    audience: 'operator',
    params: idParam,
    body: z.object({
      kind: z.string().regex(/^(paper|assistant|voice)(:[a-z0-9-]{1,40})?$/),
      amount: z.int().min(1).max(1_000_000).nullable(),
      days: z.int().min(1).max(3650).optional().describe('for ever unless given'),
      key: z.uuid().describe('made by the form: sent twice, given once'),
    }),
    data: nothing,
  },
  'POST /api/operator/users/{id}/end_sessions': {
    summary: 'Log a user out everywhere, without a ban',
    audience: 'operator',
    params: idParam,
    data: nothing,
  },
  'GET /api/operator/queue': {
    summary:
      'What waits for a decision, the urgent and then the oldest first; or what was decided, the latest first',
    audience: 'operator',
    query: z.object({
      state: z.enum(queueStates).default('open'),
      kind: z.string().max(50).optional(),
      ...paging(),
    }),
    data: listOf(QueueItem),
  },
  'GET /api/operator/queue/{id}': {
    summary: 'One item, with what an operator needs to know to decide it',
    audience: 'operator',
    params: idParam,
    data: QueueItem.extend({ details: z.record(z.string(), z.unknown()) }),
  },
  'POST /api/operator/queue/{id}/decide': {
    summary: 'Decide an item that is still open; both sides are told',
    audience: 'operator',
    params: idParam,
    body: z.object({
      decision: z.string().min(1).max(50),
      note: plainText(1000).default(''),
      answer: answerText.default('').describe('told to whoever opened it; lines are kept'),
    }),
    data: QueueItem,
  },
  'GET /api/operator/sms_spend': {
    summary: 'What SMS codes cost today',
    audience: 'operator',
    data: SmsSpend,
  },
  'GET /api/operator/jobs': {
    summary: 'Background jobs by state',
    audience: 'operator',
    query: z.object({ state: z.enum(jobStates).optional(), ...paging() }),
    data: listOf(JobItem).extend({
      counts: z.object({ waiting: z.int(), running: z.int(), failed: z.int() }),
    }),
  },
  'POST /api/operator/jobs/{id}/retry': {
    summary: 'Run a job that is not running now, with all its attempts',
    audience: 'operator',
    params: z.object({ id: z.string().regex(/^\d{1,18}$/) }),
    data: nothing,
  },
  'GET /api/operator/audit': {
    summary: 'What operators did, the latest first',
    audience: 'operator',
    query: z.object({
      operator_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      about_user: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      ...paging({ size: 50 }),
    }),
    data: listOf(AuditEntry),
  },
} satisfies Calls;
