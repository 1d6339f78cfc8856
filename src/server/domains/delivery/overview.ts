import { sql } from 'drizzle-orm';
import type { Config } from '#server/ground/config/config.ts';
import { hongKongToday } from '#server/ground/db/columns.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { DeliveryOverview } from '#shared/notices/deliveries.ts';
import { deliveryChannels } from '#shared/notices/delivery-rules.ts';

type ChannelCounts = DeliveryOverview['channels'][number];

/** Counts of each channel: what waits now, and how things ended today in Hong Kong. */
export async function channelCounts(db: Db | Tx): Promise<ChannelCounts[]> {
  const { rows } = await db.execute<ChannelCounts>(sql`
    select channel,
      (select count(*)::int from deliveries where channel = ways.channel and state = 'pending') as waiting,
      coalesce((select extract(epoch from now() - min(due_at))::int from deliveries
        where channel = ways.channel and state = 'pending' and due_at <= now()), 0) as overdue_seconds,
      ${endedToday('sent')} as sent, ${endedToday('skipped')} as skipped, ${endedToday('given_up')} as given_up
    from unnest(${sql.param([...deliveryChannels])}::text[]) with ordinality as ways (channel, place)
    order by place`);
  return rows;
}

const endedToday = (state: string) => sql`
  coalesce((select count::int from delivery_days
    where day = ${hongKongToday} and channel = ways.channel and state = ${state}), 0)`;

export async function deliveryOverview(tx: Tx, { sms }: Pick<Config, 'sms'>): Promise<DeliveryOverview> {
  const { rows: failing } = await tx.execute<DeliveryOverview['failing'][number]>(sql`
    select channel, reason, count(*)::int as count, max(ended_at) as last_at from deliveries
    where state = 'given_up' group by channel, reason order by last_at desc limit 20`);
  const { rows } = await tx.execute<{ day: string; notices: number; spent: number }>(sql`
    select ${hongKongToday}::text as day, coalesce(notices, 0) as notices, coalesce(notice_cents, 0)::float8 as spent
    from (select 1) one left join sms_days on day = ${hongKongToday}`);
  const [today] = rows;
  if (!today) throw new Error('one row always comes');
  return {
    day: today.day,
    channels: await channelCounts(tx),
    failing: failing.map((row) => ({ ...row, last_at: new Date(row.last_at).toISOString() })),
    sms: { notices: today.notices, spent_cents: today.spent, budget_cents: sms.noticeBudgetCents },
  };
}
