import { z } from 'zod';
import type { Calls } from '../call.ts';

export const safetyRules = {
  /** This long after the expected end, the lesson is overdue: the page says so, and the tutor is notified. */
  overdueMinutes: 15,
  /** How far ahead the end may be set. */
  longestHours: 8,
  /** How long the link still works after the lesson has ended. */
  shownAfterHours: 2,
  /** If the lesson is never ended, the link expires this long after its expected end. */
  overdueHours: 12,
  /** Polling interval of an open page. */
  lookEverySeconds: 30,
} as const;

const timestamp = z.iso.datetime();
/** 128 bits in base64url. */
const safetyCode = /^[\w-]{22}$/;

export const SafetyTimer = z
  .object({
    class_id: z.int(),
    lesson_id: z.int(),
    ends_at: timestamp.describe('what the page says: in class until then'),
    warns_at: timestamp,
    state: z.enum(['in_class', 'overdue', 'ended']),
    made_at: timestamp,
  })
  .meta({ id: 'SafetyTimer' });
export type SafetyTimer = z.infer<typeof SafetyTimer>;

/** What a trusted person sees: times, but no names or places. */
export const SafetyView = z
  .object({
    state: z.enum(['in_class', 'overdue', 'ended']),
    started_at: timestamp,
    ends_at: timestamp,
    warns_at: timestamp,
    ended_at: timestamp.nullable(),
    now: timestamp,
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
    // In the query string, which is not logged.
    query: z.object({ code: z.string().regex(safetyCode) }),
    data: SafetyView,
  },
} satisfies Calls;
