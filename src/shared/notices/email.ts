import { z } from 'zod';
import type { Calls } from '../call.ts';
import { deliveryTopics } from './delivery-rules.ts';

const emailAddress = z
  .string()
  // A Chinese keyboard writes ＠ and full-width letters.
  .overwrite((text) => text.normalize('NFKC').trim())
  .max(254)
  .pipe(z.email())
  .describe('where mails are sent to; nobody but its owner is shown it');
const linkToken = z.object({ token: z.string().max(200).default('') });

export const EmailState = z
  .object({
    is_available: z.boolean().describe('whether this server can send mails at all'),
    address: z
      .object({
        email: z.string(),
        verified_at: z.iso.datetime(),
        off_reason: z
          .enum(['bounce', 'complaint'])
          .nullable()
          .describe('why nothing is sent to it any more: it takes no mail, or its owner called one spam'),
      })
      .nullable()
      .describe('the verified address'),
    pending: z
      .object({
        email: z.string(),
        expires_in: z.int().describe('seconds'),
        resend_in: z.int().describe('seconds until another code may be asked for'),
      })
      .nullable()
      .describe('an address that waits for its code; the verified one is used until then'),
  })
  .meta({ id: 'EmailState' });
export type EmailState = z.infer<typeof EmailState>;

/** The e-mail address of a person, and the links in mails. */
export const emailCalls = {
  'GET /api/users/email': {
    summary: "The caller's e-mail address, and one that waits for its code",
    audience: 'user',
    data: EmailState,
  },
  'POST /api/users/email': {
    summary: 'Send a code and a link to an address; an earlier code stops working',
    audience: 'user',
    perMinute: 60,
    body: z.object({ email: emailAddress }),
    data: EmailState.extend({
      demo_code: z.string().optional().describe('in demo mode without a mail server'),
    }),
  },
  'POST /api/users/email/verify': {
    summary: 'Verify the waiting address by its code; being told is switched on with it',
    audience: 'user',
    perMinute: 60,
    body: z.object({ code: z.string().regex(/^\d{6}$/) }),
    data: EmailState,
  },
  'DELETE /api/users/email/pending': {
    summary: 'Give up the waiting address',
    audience: 'user',
    data: EmailState,
  },
  'DELETE /api/users/email': {
    summary: 'Remove the address, and the waiting one',
    audience: 'user',
    data: EmailState,
  },
  'GET /api/email/confirm': {
    summary: 'What the link of a verification mail is good for; it changes nothing',
    audience: 'anyone',
    perMinute: 60,
    query: linkToken,
    data: z.object({
      state: z.enum(['open', 'confirmed', 'over']),
      email: z.string().nullable().describe('masked'),
    }),
  },
  'POST /api/email/confirm': {
    summary: 'Verify an address by the link in its mail, without log-in; repeated, it answers the same',
    audience: 'anyone',
    perMinute: 30,
    query: linkToken,
    data: z.object({ email: z.string().describe('masked') }),
  },
  'GET /api/email/subscription': {
    summary: 'What the link at the end of a mail would stop; it changes nothing',
    audience: 'anyone',
    perMinute: 60,
    query: linkToken,
    data: z.object({ topic: z.enum([...deliveryTopics, 'all']) }),
  },
  'POST /api/email/unsubscribe': {
    summary:
      'Stop mails about the topic of the link, or all of them, without log-in; one click by RFC 8058, whose form body is accepted and not read',
    audience: 'anyone',
    // The click of many people comes from the few addresses of their mail service.
    perMinute: 600,
    query: linkToken.extend({ all: z.enum(['1']).optional() }),
    data: z.object({ topic: z.enum([...deliveryTopics, 'all']) }),
  },
} satisfies Calls;

/** Guarded by `authorization: Bearer MAIL_EVENTS_SECRET`. */
export const emailEventCalls = {
  'POST /api/email/events': {
    summary:
      'Reports of a mail service: a hard bounce or a complaint after the address was verified turns it off; everything else is ignored, and so is a repetition',
    audience: 'anyone',
    body: z.object({
      events: z
        .array(
          z.object({
            type: z.string().max(40).describe('hard_bounce and complaint count'),
            email: z.string().max(320),
            at: z.iso.datetime({ offset: true }).describe('when it happened'),
          }),
        )
        .max(1000),
    }),
    data: z.object({ turned_off: z.int() }),
  },
} satisfies Calls;
