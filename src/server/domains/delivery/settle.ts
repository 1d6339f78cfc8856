import { sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';

/** A change of a row that waits; what is not named stays as it is. */
export type Change = {
  id: number;
  state?: 'sent' | 'skipped' | 'given_up';
  reason?: string | null;
  dueAt?: Date;
  sentWith?: number;
  attempts?: number;
  isDigest?: boolean;
};

/**
 * Writes changes and counts what has ended. A row that has ended meanwhile stays as it is, so that nothing is counted
 * twice when a worker comes late.
 */
export async function settle(tx: Tx, changes: readonly Change[], now: Date) {
  if (changes.length === 0) return;
  const rows = changes.map(({ id, state, reason, dueAt, sentWith, attempts, isDigest }) => ({
    ...{ id, state, reason, attempts },
    ...{ due_at: dueAt?.toISOString(), sent_with: sentWith, is_digest: isDigest },
  }));
  await tx.execute(sql`
    with changed as (
      update deliveries set
        state = coalesce(change.state, deliveries.state),
        reason = change.reason,
        due_at = coalesce(change.due_at, deliveries.due_at),
        sent_with = coalesce(change.sent_with, deliveries.sent_with),
        attempts = coalesce(change.attempts, deliveries.attempts),
        is_digest = coalesce(change.is_digest, deliveries.is_digest),
        ended_at = case when change.state is null then null else ${now.toISOString()}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as change (id bigint, state text, reason text,
        attempts smallint, due_at timestamptz, sent_with bigint, is_digest boolean)
      where deliveries.id = change.id and deliveries.state = 'pending'
      returning deliveries.channel, deliveries.state
    )
    insert into delivery_days (day, channel, state, count)
    select (${now.toISOString()}::timestamptz at time zone 'Asia/Hong_Kong')::date, channel, state, count(*)
    from changed where state <> 'pending' group by channel, state order by channel, state
    on conflict (day, channel, state) do update set count = delivery_days.count + excluded.count`);
}
