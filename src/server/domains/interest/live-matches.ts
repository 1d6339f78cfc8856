import { and, count, eq, inArray } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { interests, matches } from './tables.ts';

// What other domains ask about tutors. It imports none of them.

const live = inArray(matches.status, ['trial', 'going']);

/** Whether the tutor teaches somebody now, be it on trial. */
export async function hasLiveMatch(db: Db | Tx, listingId: number): Promise<boolean> {
  return (await withLiveMatch(db, [listingId])).has(listingId);
}

/** The same for many: those of the listings that have a live match. */
export async function withLiveMatch(db: Db | Tx, listingIds: readonly number[]): Promise<Set<number>> {
  if (listingIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ listingId: matches.listingId })
    .from(matches)
    .where(and(inArray(matches.listingId, [...listingIds]), live));
  return new Set(rows.flatMap(({ listingId }) => listingId ?? []));
}

export type PendingCounts = { applications: number; invitations: number };

/** How many answers each tutor waits for, and how many are waited for from them. Nobody is left out of the answer. */
export async function pendingCountsOf(
  db: Db | Tx,
  listingIds: readonly number[],
): Promise<Map<number, PendingCounts>> {
  const counts = new Map(listingIds.map((id) => [id, { applications: 0, invitations: 0 }]));
  if (listingIds.length === 0) return counts;
  const rows = await db
    .select({ listingId: interests.listingId, askedBy: interests.askedBy, waiting: count() })
    .from(interests)
    .where(and(inArray(interests.listingId, [...listingIds]), eq(interests.status, 'pending')))
    .groupBy(interests.listingId, interests.askedBy);
  for (const { listingId, askedBy, waiting } of rows) {
    const counted = listingId === null ? undefined : counts.get(listingId);
    if (counted) counted[askedBy === 'tutor' ? 'applications' : 'invitations'] = waiting;
  }
  return counts;
}
