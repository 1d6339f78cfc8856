// Who is hidden from whom. A block hides both sides from each other, whoever of the two made it.
import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { caseStatus } from '#shared/cases.ts';

/** SQL condition: neither of the two blocked the other. Nobody is hidden from a visitor without a login. */
export const notBlocked = (viewer: number | SQL | undefined, userId: SQL) =>
  viewer === undefined
    ? sql`true`
    : sql`not exists (select from user_blocks
        where (blocker_user_id, blocked_user_id) in ((${viewer}, ${userId}), (${userId}, ${viewer})))`;

/**
 * What two people begin together waits for a block between them, and the other way round: whoever comes second
 * sees what the first did. Taken after the accounts are locked and before any case.
 */
export async function lockPair(tx: Tx, one: number, other: number) {
  const pair = `block ${Math.min(one, other)} ${Math.max(one, other)}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 0))`);
}

export async function areBlocked(db: Db | Tx, one: number, other: number): Promise<boolean> {
  const { rows } = await db.execute(sql`select where not ${notBlocked(one, sql`${other}::bigint`)}`);
  return rows.length > 0;
}

/** What a viewer must not see in the market. */
export type Hidden = {
  users: number[];
  listings: number[];
  cases: number[];
  /** When the last of them was hidden; what was computed before it may still count them. */
  since: Date | null;
};
const nothing: Hidden = { users: [], listings: [], cases: [], since: null };

/** Read from the database at every request: a block takes effect with the next answer. */
export async function hiddenFrom(db: Db | Tx, viewer: number | undefined): Promise<Hidden> {
  if (viewer === undefined) return nothing;
  const { rows } = await db.execute<
    Record<'users' | 'listings' | 'cases', number[]> & { since: Date | string | null }
  >(sql`
    with hidden as (
      select blocked_user_id as user_id, blocked_at from user_blocks where blocker_user_id = ${viewer}
      union all
      select blocker_user_id, blocked_at from user_blocks where blocked_user_id = ${viewer}
    )
    select
      (select coalesce(json_agg(distinct user_id), '[]') from hidden) as users,
      (select coalesce(json_agg(id), '[]') from tutor_listings
       where user_id in (select user_id from hidden)) as listings,
      (select coalesce(json_agg(id), '[]') from cases
       where user_id in (select user_id from hidden) and status = ${caseStatus.online}) as cases,
      (select max(blocked_at) from hidden) as since`);
  const [row] = rows;
  return row ? { ...row, since: row.since === null ? null : new Date(row.since) } : nothing;
}
