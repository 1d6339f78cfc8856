import { z } from 'zod';
import type { Calls } from './call.ts';
import { rowId, rowParams } from './form-fields.ts';
import { Side } from './interest.ts';
import { type EvidenceKind, evidenceKinds } from './uploads.ts';

const badgeKinds = [...evidenceKinds, 'police_check'] as const;
export type BadgeKind = EvidenceKind | 'police_check';

/**
 * How many months a badge is valid before its evidence must be shown again. Students leave and registrations
 * are renewed every year; exam results never change, but it should still be their owner who teaches. The
 * police keep the answer to a check for 36 months from its issue.
 */
export const badgeMonths: Record<BadgeKind, number> = {
  student_card: 12,
  exam_results: 60,
  transcript: 36,
  certificate: 36,
  teacher_registration: 12,
  other: 12,
  police_check: 36,
};
/** The tutor is notified this many days before a badge expires. */
export const badgeWarningDays = 30;

export const policeCheckRules = {
  /** A parent may ask the same tutor once in this many days; a request not answered by then has ended. */
  askAgainDays: 30,
  /** How long the parent may see the code, unless it was used or withdrawn before. */
  codeDays: 14,
} as const;

export const revokeReasons = ['not_genuine', 'out_of_date', 'mistaken', 'asked_for', 'other'] as const;
export type RevokeReason = (typeof revokeReasons)[number];

const day = z.string().describe('YYYY-MM-DD in Hong Kong');

export const OwnBadge = z
  .object({
    id: z.int(),
    kind: z.enum(badgeKinds),
    state: z.enum(['held', 'expired', 'revoked']),
    since: day,
    until: day.describe('the last day it holds'),
    revoke_reason: z.enum(revokeReasons).nullable(),
  })
  .meta({ id: 'OwnBadge' });
export type OwnBadge = z.infer<typeof OwnBadge>;

export const OperatorBadge = OwnBadge.extend({
  evidence_id: z.int().nullable(),
  confirmed_by: z.int().nullable().describe('the parent who confirmed a police check'),
  revoked_at: z.iso.datetime().nullable(),
  revoked_by: z.int().nullable(),
  revoke_note: z.string(),
}).meta({ id: 'OperatorBadge' });
export type OperatorBadge = z.infer<typeof OperatorBadge>;

export const PoliceCheckStatus = z
  .enum(['asked', 'shared', 'confirmed', 'ended'])
  .describe('shared: the parent may see the code; ended: over without a badge, for whatever reason');
export type PoliceCheckStatus = z.infer<typeof PoliceCheckStatus>;

export const PoliceCheck = z
  .object({
    id: z.int(),
    match_id: z.int(),
    my_side: Side,
    status: PoliceCheckStatus,
    asked_at: z.iso.datetime(),
    open_until: z.iso.datetime().nullable().describe('when it ends by itself; null when it is over'),
    may_ask_from: z.iso.datetime().describe('from when on the parent may ask this tutor again'),
  })
  .meta({ id: 'PoliceCheck' });
export type PoliceCheck = z.infer<typeof PoliceCheck>;

/** As printed on the police's letter, with or without spaces. */
const checkingCode = /^\d(?:[ -]?\d){7,19}$/;

const CodeGiven = z.object({
  code: z.string().trim().regex(checkingCode).describe('kept encrypted, for those it is shared with alone'),
  issued_on: z.iso.date().describe("the date on the police's letter"),
});
const KeptCode = z.object({
  kept: z
    .object({ issued_on: day, until: day.describe('the police answer for it until then') })
    .nullable()
    .describe('the code itself is never answered'),
});

export const trustCalls = {
  'GET /api/users/police_code': {
    summary: 'Whether the tutor has entered a checking code to share',
    audience: 'user',
    data: KeptCode,
  },
  'PUT /api/users/police_code': {
    summary: 'Enter the checking code once, to share it with each family that asks by one tap',
    audience: 'user',
    perMinute: 30,
    body: CodeGiven,
    data: KeptCode,
  },
  'DELETE /api/users/police_code': {
    summary: 'Keep it no more; what was shared already stays with its family',
    audience: 'user',
    data: KeptCode,
  },
  'GET /api/users/badges': {
    summary: "One's own badges, also those that hold no more",
    audience: 'user',
    data: z.object({ list: z.array(OwnBadge), total: z.int() }),
  },
  'GET /api/users/police_checks': {
    summary: "Police checks of one's own matches, the latest first",
    audience: 'user',
    query: z.object({
      match_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    data: z.object({ list: z.array(PoliceCheck), total: z.int() }),
  },
  'POST /api/users/police_checks': {
    summary: 'The family of a live match asks its tutor for a sexual conviction record check',
    audience: 'user',
    perMinute: 30,
    body: z.object({ match_id: rowId }),
    data: PoliceCheck,
  },
  'PUT /api/users/police_checks/{id}/share': {
    summary:
      'The tutor shares the checking code with that parent, or corrects it; none: the one that is kept',
    audience: 'user',
    perMinute: 30,
    params: rowParams,
    body: CodeGiven.partial().refine(
      ({ code, issued_on }) => (code === undefined) === (issued_on === undefined),
      { path: ['issued_on'] },
    ),
    data: PoliceCheck,
  },
  'GET /api/users/police_checks/{id}/code': {
    summary: 'The code, for the parent it was shared with, until it was used',
    audience: 'user',
    perMinute: 30,
    params: rowParams,
    data: z.object({ code: z.string(), issued_on: day }),
  },
  'PUT /api/users/police_checks/{id}/confirm': {
    summary: 'The parent says that the check was done and they are satisfied; what was heard is not stored',
    audience: 'user',
    params: rowParams,
    data: PoliceCheck,
  },
  'PUT /api/users/police_checks/{id}/end': {
    summary: 'Either side ends it, for whatever reason; the code is gone',
    audience: 'user',
    params: rowParams,
    data: PoliceCheck,
  },
  'GET /api/operator/users/{id}/badges': {
    summary: "A user's badges",
    audience: 'operator',
    params: rowParams,
    data: z.object({ list: z.array(OperatorBadge), total: z.int() }),
  },
  'POST /api/operator/badges/{id}/revoke': {
    summary: 'Take a badge back; whoever has it and whoever confirmed it are told',
    audience: 'operator',
    params: rowParams,
    body: z.object({
      reason: z.enum(revokeReasons),
      note: z
        .string()
        .trim()
        .max(500)
        .regex(/^[^\p{Cc}]*$/u)
        .default('')
        .describe('for operators'),
    }),
    data: OperatorBadge,
  },
} satisfies Calls;
