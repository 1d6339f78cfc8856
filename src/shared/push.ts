import { z } from 'zod';
import type { Calls } from './call.ts';

/** The fields of a browser's PushSubscription (W3C Push API, RFC 8291). */
export const PushForm = z.object({
  endpoint: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .describe("where the browser's push service takes messages for it; https, and open to the internet"),
  keys: z.object({
    p256dh: z
      .string()
      .regex(/^B[\w-]{86}$/)
      .describe('a point of the curve P-256, in base64url'),
    auth: z
      .string()
      .regex(/^[\w-]{22}$/)
      .describe('16 bytes, in base64url'),
  }),
});
export type PushForm = z.output<typeof PushForm>;

const isOn = z.boolean().describe('whether this session is told while no page is open');

export const pushCalls = {
  'GET /api/users/push': {
    summary: 'The key to subscribe with, and whether this session is subscribed',
    audience: 'user',
    data: z.object({ public_key: z.string().describe('VAPID (RFC 8292), in base64url'), is_on: isOn }),
  },
  'PUT /api/users/push': {
    summary: "Tell this session's browser of messages and notices while no page is open",
    audience: 'user',
    perMinute: 20,
    body: PushForm,
    data: z.object({ is_on: isOn }),
  },
  'DELETE /api/users/push': {
    summary: 'Tell it no more',
    audience: 'user',
    data: z.object({ is_on: isOn }),
  },
} satisfies Calls;

/** What the service worker receives: a fixed text and the page it leads to, nothing that a user wrote. */
export type PushPayload = { title: string; body: string; path: string; tag: string; lang: string };
