import type { Delivery, DeliveryChannel, DeliveryOutcome } from '#server/domains/delivery/channel.ts';
import { deliverDue, type Engine } from '#server/domains/delivery/deliver.ts';
import { readEvents } from '#server/domains/messages/told-outside.ts';
import { readConfig } from '#server/ground/config/config.ts';
import type { Database } from '#server/ground/db/db.ts';
import type { DeliveryChannelName } from '#shared/notices/delivery-rules.ts';
import { silentLog } from '#tests/database.ts';

/** Outside of the quiet hours, and past: what was moved there is not moved again. */
export const afternoon = new Date('2026-01-14T15:00:00+08:00');
export const plus = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

/** A channel that takes everything, or answers as a test says. */
export function recordingChannel(
  name: DeliveryChannelName,
  answer: (delivery: Delivery, signal: AbortSignal) => Promise<DeliveryOutcome> = async () => ({
    kind: 'sent',
  }),
) {
  const taken: Delivery[] = [];
  const channel: DeliveryChannel = {
    name,
    async send(delivery, signal) {
      const outcome = await answer(delivery, signal);
      if (outcome.kind === 'sent') taken.push(delivery);
      return outcome;
    },
  };
  return { channel, taken };
}

/** Moves everything in the outbox that has not been tried, as if it had happened at that time. */
export const happenedAt = (database: Database, moment: Date) =>
  database.pool.query(
    `update deliveries set due_at = due_at - happened_at + $1::timestamptz, happened_at = $1::timestamptz
     where state = 'pending' and sent_with is null and happened_at > now() - interval '1 minute'`,
    [moment],
  );

/** Works off what is due at that time, as the job of a channel does. */
export function deliverAt(
  database: Database,
  moment: Date,
  channel: DeliveryChannel | DeliveryChannelName,
  engine: Partial<Engine> = {},
) {
  const way =
    typeof channel === 'string' ? { name: channel, channel: undefined } : { name: channel.name, channel };
  const { quietHours } = readConfig({});
  const whole = { readEvents, choicesOf: async () => new Map(), quietHours, now: () => moment, ...engine };
  return deliverDue(whole, way, {
    database,
    log: silentLog,
    signal: new AbortController().signal,
  });
}
