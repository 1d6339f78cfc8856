import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import {
  alwaysTold,
  type DeliveryChannelName,
  type DeliveryRule,
  deliveryChannels,
  deliveryRules,
  type EventKind,
} from '#shared/notices/delivery-rules.ts';
import { cannotWait, combineMs, firstPushMs } from './timing.ts';

type Event = {
  kind: EventKind;
  params: Record<string, unknown>;
  alreadyBy?: DeliveryChannelName | undefined;
};

const waitMs: Record<DeliveryChannelName, number> = { push: firstPushMs, email: combineMs, sms: 0 };

/**
 * SQL: the insert of one row per channel into the outbox, as a part of the statement that writes the event. `source`
 * is a table with the person's `user_id` and `is_remind`, and with the columns of the event. What the person has
 * chosen is looked at when it is sent; here only those are left out who are told nothing at all, or not by a channel
 * for which they have no browser or no confirmed address.
 */
export function toOutbox({ kind, params, alreadyBy }: Event, source: SQL) {
  const rule: DeliveryRule = deliveryRules[kind];
  const isUrgent = cannotWait(kind, params, new Date());
  const channels = deliveryChannels.filter(
    (name) => name !== alreadyBy && (name !== 'sms' || (isUrgent && rule.by.includes('sms'))),
  );
  const rows = channels.map((name) => sql`(${name}::text, ${isUrgent ? 0 : waitMs[name]}::int)`);
  return sql`
    insert into deliveries (user_id, channel, kind, notice_id, interest_id, message_id, is_urgent, due_at)
    select source.user_id, ways.channel, ${kind}::text, source.notice_id, source.interest_id, source.message_id,
      ${isUrgent}::boolean, now() + ways.wait_ms * interval '1 millisecond'
    from ${source} source cross join (values ${sql.join(rows, sql`, `)}) as ways (channel, wait_ms)
    where (source.is_remind or ${alwaysTold.includes(rule.topic)}::boolean)
      and case ways.channel
        when 'push' then exists (select from push_subscriptions browsers where browsers.user_id = source.user_id)
        when 'email' then exists (
          select from email_addresses addresses where addresses.user_id = source.user_id and off_at is null)
        else true end`;
}

/** Queues a message for the other side of its conversation, if the transaction commits. */
export async function tellOfMessage(
  tx: Tx,
  userId: number,
  { interest, id }: { interest: number; id: number },
) {
  const source = sql`(
    select users.id as user_id, is_remind, null::bigint as notice_id, ${interest}::bigint as interest_id,
      ${id}::bigint as message_id
    from users where users.id = ${userId} and deleted_at is null)`;
  await tx.execute(toOutbox({ kind: 'message', params: {} }, source));
}
