import { z } from 'zod';
import type { Calls } from '../call.ts';
import { deliveryChannels } from './delivery-rules.ts';

const channel = z.enum(deliveryChannels);
const count = z.int();

export const DeliveryOverview = z
  .object({
    day: z.string().describe('today in Hong Kong; the counts are of this day'),
    channels: z.array(
      z.object({
        channel,
        waiting: count.describe('also for the morning, or for a digest'),
        overdue_seconds: z.int().describe('how long the first that is due has waited; 0 if none is due'),
        sent: count,
        skipped: count.describe('read on the page, switched off, or nobody there to be told'),
        given_up: count,
      }),
    ),
    failing: z
      .array(z.object({ channel, reason: z.string(), count, last_at: z.iso.datetime() }))
      .describe('why deliveries of the last 30 days were given up, the latest first; no personal data'),
    sms: z
      .object({ notices: count, spent_cents: z.number(), budget_cents: z.number() })
      .describe('messages by SMS today that are no codes'),
  })
  .meta({ id: 'DeliveryOverview' });
export type DeliveryOverview = z.infer<typeof DeliveryOverview>;

export const deliveryCalls = {
  'GET /api/operator/deliveries': {
    summary: 'What was told outside the page, by channel: counts, and why some was given up',
    audience: 'operator',
    data: DeliveryOverview,
  },
} satisfies Calls;
