import { and, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { hongKongToday } from '#server/ground/db/columns.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Day } from '#shared/hong-kong.ts';
import type { Cause, Consequences, Halt } from '#shared/safety/standing.ts';
import { measures } from './tables.ts';

/** A suspension or a ban of an account, as the domains that draw consequences from it know it. */
export type Sanction = {
  userId: number;
  cause: Cause;
  /** The last day of a suspension; null for a ban. */
  until: Day | null;
};

/** What follows in one domain. Every domain adds its own, in the wiring. */
export type Consequence = {
  /** What would be touched; changes nothing. */
  count(db: Db | Tx, sanction: Sanction): Promise<Partial<Consequences>>;
  /** In the transaction of the sanction, with the account locked; twice is as good as once. */
  follow?(tx: Tx, sanction: Sanction): Promise<void>;
  /** In the transaction that lifts it: restores what can be restored, and counts what is lost. */
  restore(
    tx: Tx,
    sanction: Sanction & { since: Date },
  ): Promise<{ restored: Partial<Consequences>; lost?: Partial<Consequences> }>;
};

const inForce = and(
  eq(measures.kind, 'suspension'),
  isNull(measures.liftedAt),
  gte(measures.until, hongKongToday),
);

/** SQL condition: the user is suspended now. A suspension is over with its last day, whether or not a job ran. */
export const isSuspendedNow = (userId: SQL) => sql<boolean>`exists (
  select from measures where measures.user_id = ${userId} and measures.kind = 'suspension'
    and measures.lifted_at is null and measures.until >= ${hongKongToday})`;

export type Suspension = { id: number; since: Date; until: Day; cause: Cause; reason: string };

/** The suspensions in force of these users. */
export async function suspensionsOf(
  db: Db | Tx,
  userIds: readonly number[],
): Promise<Map<number, Suspension>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(measures)
    .where(and(inArray(measures.userId, [...new Set(userIds)]), inForce));
  return new Map(
    rows.map(({ userId, id, madeAt, until, cause, reason }) => [
      userId,
      { id, since: madeAt, until: until as Day, cause, reason },
    ]),
  );
}

type Halted = {
  familyUserId: number;
  tutorUserId: number;
  /** A match that is over does not rest. */
  isLive: boolean;
  closedFor: 'ban' | 'child_safety' | null;
};

/** For matches, in their order: whether one rests because a side is suspended, or was ended by a ban. */
export async function haltsOf(db: Db | Tx, rows: readonly Halted[]): Promise<(Halt | null)[]> {
  const sides = rows.filter(({ isLive }) => isLive).flatMap((row) => [row.familyUserId, row.tutorUserId]);
  const suspensions = await suspensionsOf(db, sides);
  return rows.map(({ familyUserId, tutorUserId, isLive, closedFor }) => {
    if (closedFor) return { state: 'ended', until: null, is_child_safety: closedFor === 'child_safety' };
    const both = isLive ? [familyUserId, tutorUserId].flatMap((id) => suspensions.get(id) ?? []) : [];
    if (both.length === 0) return null;
    return {
      state: 'rests',
      until: both
        .map(({ until }) => until)
        .sort()
        .at(-1) as Day,
      is_child_safety: both.some(({ cause }) => cause === 'child_safety'),
    };
  });
}

/** Refuses what would go on between two people of whom one is suspended. Both accounts are locked. */
export async function refuseResting(tx: Tx, sides: { familyUserId: number; tutorUserId: number }) {
  const suspended = await suspensionsOf(tx, [sides.familyUserId, sides.tutorUserId]);
  if (suspended.size > 0) throw new AppError('matchRests');
}

/** SQL: since when one of the two is suspended, in milliseconds; null while neither is. */
export const restsSince = (sides: { familyUserId: number; tutorUserId: number }) =>
  sql<string | null>`(select floor(extract(epoch from min(measures.made_at)) * 1000)::text from measures
    where measures.user_id in (${sides.familyUserId}, ${sides.tutorUserId}) and measures.kind = 'suspension'
      and measures.lifted_at is null and measures.until >= ${hongKongToday})`;
