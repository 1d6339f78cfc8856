import { z } from 'zod';
import type { Calls } from './call.ts';

export const safetyRules = {
  /** An end that is this late is a reason to worry: the page says so, and the tutor is told. */
  overdueMinutes: 15,
  /** How far ahead an end may be put. */
  longestHours: 8,
  /** The link still says that all is well for so long after the lesson ended. */
  shownAfterHours: 2,
  /** Without an end it is dead so long after the time it was waiting for. */
  overdueHours: 12,
  /** An open page looks again so often. */
  lookEverySeconds: 30,
} as const;

const moment = z.iso.datetime();
/** 128 bits in base64url. */
const safetyCode = /^[\w-]{22}$/;

export const SafetyTimer = z
  .object({
    class_id: z.int(),
    lesson_id: z.int(),
    ends_at: moment.describe('what the page says: in class until then'),
    warns_at: moment,
    state: z.enum(['in_class', 'overdue', 'ended']),
    made_at: moment,
  })
  .meta({ id: 'SafetyTimer' });
export type SafetyTimer = z.infer<typeof SafetyTimer>;

/** What somebody trusted sees: times, no names, no place. */
export const SafetyView = z
  .object({
    state: z.enum(['in_class', 'overdue', 'ended']),
    started_at: moment,
    ends_at: moment,
    warns_at: moment,
    ended_at: moment.nullable(),
    now: moment,
  })
  .meta({ id: 'SafetyView' });
export type SafetyView = z.infer<typeof SafetyView>;

const answer = z.object({ timer: SafetyTimer.nullable() });
const endsAt = z.iso.datetime({ offset: true }).describe('from now on, eight hours ahead at most');

export const safetyCalls = {
  'GET /api/users/safety_timer': {
    summary: 'The safety timer of the caller, if one is on',
    audience: 'user',
    data: answer,
  },
  'POST /api/users/safety_timer': {
    summary:
      'Switch it on for the lesson that is going on; its link is told this once, and one made before is dead',
    audience: 'user',
    perMinute: 10,
    body: z.object({ ends_at: endsAt.optional().describe('else when the lesson is meant to end') }),
    data: z.object({ timer: SafetyTimer, path: z.string().describe('/safe/{code}, without a language') }),
  },
  'PUT /api/users/safety_timer': {
    summary: 'The lesson takes longer, or less: put the end elsewhere; the link stays',
    audience: 'user',
    perMinute: 30,
    body: z.object({ ends_at: endsAt }),
    data: answer,
  },
  'DELETE /api/users/safety_timer': {
    summary: 'Revoke the link',
    audience: 'user',
    data: answer,
  },
  'GET /api/safe': {
    summary: 'What somebody trusted sees who knows the secret: until when, and whether the end is overdue',
    audience: 'anyone',
    perMinute: 60,
    // In the query, which no log shows.
    query: z.object({ code: z.string().regex(safetyCode) }),
    data: SafetyView,
  },
} satisfies Calls;
