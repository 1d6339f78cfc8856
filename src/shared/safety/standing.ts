import { z } from 'zod';
import type { Calls } from '../call.ts';
import { listOf, paging } from '../envelope.ts';
import { rowId, rowParams } from '../form-fields.ts';
import { neededText } from '../plain-text.ts';
import { causes } from './limits.ts';

const timestamp = z.iso.datetime();
const day = z.iso.date();

export const Cause = z
  .enum(causes)
  .describe('why; for child_safety everything planned is cancelled, and the other side is told at once');
export type Cause = z.infer<typeof Cause>;

/** Why a match, its class and its conversation stand still; beside their statuses, which it does not change. */
export const Halt = z
  .object({
    state: z
      .enum(['rests', 'ended'])
      .describe('rests: until the last day of a suspension; ended: for good, by the platform'),
    until: day.nullable().describe('the last day on which it rests'),
    is_child_safety: z.boolean(),
  })
  .meta({ id: 'Halt' });
export type Halt = z.infer<typeof Halt>;

const counted = z.int().min(0);
/** What a measure touches, counted. */
export const Consequences = z
  .object({
    matches: counted,
    classes: counted,
    lessons: counted.describe('planned ones that are cancelled; of a ban those of the next 62 days'),
    conversations: counted,
    applications: counted,
    invitations: counted,
    listings: counted,
    cases: counted,
  })
  .meta({ id: 'Consequences' });
export type Consequences = z.infer<typeof Consequences>;

export const Ban = z
  .object({
    id: z.int(),
    user_id: z.int().nullable().describe('null where the number has no account now'),
    cause: Cause,
    reason: z.string(),
    banned_at: timestamp,
    banned_by: z.int().nullable(),
    lifted_at: timestamp.nullable(),
    lifted_by: z.int().nullable(),
  })
  .meta({ id: 'Ban' });
export type Ban = z.infer<typeof Ban>;

export const Measure = z
  .object({
    id: z.int(),
    user_id: z.int(),
    kind: z.enum(['warning', 'suspension']),
    cause: Cause,
    reason: z.string(),
    until: day.nullable().describe('the last day of a suspension, in Hong Kong'),
    made_at: timestamp,
    made_by: z.int().nullable(),
    lifted_at: timestamp.nullable(),
    lifted_by: z.int().nullable().describe('null where its last day has passed'),
  })
  .meta({ id: 'Measure' });
export type Measure = z.infer<typeof Measure>;

const Lifting = {
  restored: Consequences.describe('what is as before again'),
  lost: Consequences.describe('what does not come back'),
};

const Appeal = z.object({
  words: z.string(),
  made_at: timestamp,
  decision: z.enum(['kept', 'lifted', 'over']).nullable().describe('over: the last day came first'),
  decided_at: timestamp.nullable(),
});

/** What a person reads about their own account. */
export const Standing = z
  .object({
    suspension: z
      .object({
        cause: Cause,
        reason: z.string(),
        since: timestamp,
        until: day.describe('the last day, in Hong Kong'),
        appeal: Appeal.nullable().describe('the latest'),
      })
      .nullable(),
    warnings: z.array(z.object({ cause: Cause, reason: z.string(), made_at: timestamp })),
  })
  .meta({ id: 'Standing' });
export type Standing = z.infer<typeof Standing>;

const AppealForm = z.object({ words: neededText(2000) });
const standing = {
  summary: 'Whether the account is suspended, why and until when, and warnings',
  whileSuspended: true,
  data: Standing,
} as const;
const appeal = {
  summary: 'Appeal against the suspension; one appeal is open at a time',
  whileSuspended: true,
  body: AppealForm,
  data: Standing,
} as const;

/** The same calls for both parts of an account. */
export const standingCalls = {
  'GET /api/users/standing': { ...standing, audience: 'user' },
  'POST /api/users/standing/appeal': { ...appeal, audience: 'user' },
  'GET /api_ai/user/standing': { ...standing, audience: 'aiUser' },
  'POST /api_ai/user/standing/appeal': { ...appeal, audience: 'aiUser' },
} satisfies Calls;

const reason = neededText(500)
  .regex(/^[^\p{Cc}]*$/u)
  .describe('the person reads it');
const key = z.uuid().describe('made by the form: sent twice, done once');

/** Identifies the user to ban: by account id, or by a phone number, which may have no account. */
const BanForm = z
  .object({
    user_id: rowId.optional(),
    area_code: z
      .string()
      .regex(/^[1-9]\d{0,3}$/)
      .default('852'),
    mobile: z.string().trim().min(4).max(24).optional(),
    cause: Cause.default('other'),
    reason,
  })
  .refine(({ user_id, mobile }) => (user_id === undefined) !== (mobile === undefined), { path: ['mobile'] });

export const standingOperatorCalls = {
  'GET /api/operator/users/{id}/consequences': {
    summary: 'What a suspension or a ban would touch; changes nothing',
    audience: 'operator',
    params: rowParams,
    query: z.object({
      measure: z.enum(['suspension', 'ban']),
      cause: Cause.default('other'),
      until: day.optional().describe('the last day of a suspension; today unless given'),
    }),
    data: Consequences,
  },
  'GET /api/operator/users/{id}/measures': {
    summary: 'Warnings and suspensions of a user, the latest first',
    audience: 'operator',
    params: rowParams,
    data: z.object({ list: z.array(Measure) }),
  },
  'POST /api/operator/users/{id}/warn': {
    summary: 'Warn a user, who is told the reason',
    audience: 'operator',
    params: rowParams,
    body: z.object({ cause: Cause, reason, key }),
    data: Measure,
  },
  'POST /api/operator/users/{id}/suspend': {
    summary: 'Suspend a user up to and including a day, with everything that follows from it',
    audience: 'operator',
    params: rowParams,
    body: z.object({ cause: Cause, reason, until: day, key }),
    data: Measure.extend({ followed: Consequences }),
  },
  'POST /api/operator/measures/{id}/lift': {
    summary: 'Lift a suspension before its last day',
    audience: 'operator',
    params: rowParams,
    data: Measure.extend(Lifting),
  },
  'GET /api/operator/bans': {
    summary: 'Bans, the latest first',
    audience: 'operator',
    query: z.object(paging()),
    data: listOf(Ban),
  },
  'POST /api/operator/bans': {
    summary:
      'Ban a number with everything that follows from it: nobody logs in with it, whoever is logged in is put out',
    audience: 'operator',
    body: BanForm,
    data: Ban.extend({ followed: Consequences }),
  },
  'POST /api/operator/bans/{id}/lift': {
    summary: 'Lift a ban',
    audience: 'operator',
    params: rowParams,
    data: Ban.extend(Lifting),
  },
} satisfies Calls;
