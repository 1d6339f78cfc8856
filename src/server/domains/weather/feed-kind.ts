import { and, eq } from 'drizzle-orm';
import { enqueue, type QueueKind, withdraw } from '#server/domains/operator/queue.ts';
import { queueItems } from '#server/domains/operator/tables.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { weatherFeed } from './tables.ts';

const kind = 'weather_feed';
/** Short failures are not reported. */
const reportAfterMs = 15 * 60_000;

/** Adds a feed that keeps failing to the operators' queue, once for each failure period. */
export async function reportFailing(tx: Tx, failingSince: Date | null) {
  if (!failingSince || Date.now() - failingSince.getTime() < reportAfterMs) return;
  const subjectId = failingSince.toISOString();
  const [known] = await tx
    .select({ id: queueItems.id })
    .from(queueItems)
    .where(and(eq(queueItems.kind, kind), eq(queueItems.subjectId, subjectId)));
  if (!known) await enqueue(tx, { kind, subjectId });
}

/** The feed works again: removes the queue item. */
export async function reportWell(tx: Tx, failingSince: Date | null) {
  if (failingSince) await withdraw(tx, kind, failingSince.toISOString());
}

export const weatherFeedKind: QueueKind = {
  kind,
  titleOf: () => ({
    'zh-Hant': '天氣資料失靈，請留意警告',
    en: 'The weather feed fails; please mind the warnings',
  }),
  decisions: { seen: { 'zh-Hant': '知道了', en: 'Seen' } },
  async detailsOf(db) {
    const [feed] = await db.select().from(weatherFeed);
    return { problem: feed?.problem ?? null, failing_since_at: feed?.failingSince?.toISOString() ?? null };
  },
  async decide() {
    // The item has neither an opener nor a user it is about, so these notices are never sent.
    const nothing = { kind: 'ban_lifted', params: {} } as const;
    return { opener: nothing, about: nothing };
  },
};
