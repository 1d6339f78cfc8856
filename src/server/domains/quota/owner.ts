import { sql } from 'drizzle-orm';
import { familyOf, type QuotaPolicy } from '#server/ground/config/quota-values.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { quotaGrants } from './tables.ts';

export type Grant = {
  id: number;
  kind: string;
  amount: number | null;
  used: number;
  held: number;
  /** Not expired. */
  live: boolean;
  /** Rank by expiry, the soonest first. */
  order: number;
};

/** The quota of a user, read under the owner's lock. */
export type QuotaState = {
  grants: Grant[];
  /** A reservation is past its deadline. */
  hasLapsed: boolean;
  /** Amount taken today of the requested family, and when the day ends. */
  taken: number;
  resetsAt: string;
  /** The id of the next reservation, taken in advance so that it is known before the row is written. */
  nextId: number;
};

/** Locks the user's quota against other changes, and reads it. */
export async function lockOwner(
  tx: Tx,
  policy: QuotaPolicy,
  userId: number,
  kind?: string,
): Promise<QuotaState> {
  let standing = await readUnderLock(tx, userId, kind);
  if (!standing) {
    await tx.execute(sql`
      insert into quota_owners (user_id)
      select id from users where id = ${userId} and deleted_at is null
      on conflict do nothing`);
    standing = await readUnderLock(tx, userId, kind);
    if (!standing) throw new AppError('notFound');
  }
  const { grants } = standing;
  const missing = Object.entries(policy.free).filter(
    ([kind, amount]) => amount > 0 && !grants.some((grant) => grant.reason === 'free' && grant.kind === kind),
  );
  if (missing.length === 0) return standing;
  await tx
    .insert(quotaGrants)
    .values(missing.map(([kind, amount]) => ({ userId, kind, amount, reason: 'free' as const })));
  return readStanding(tx, userId, kind);
}

/** Undefined where there is no row to lock yet. */
async function readUnderLock(tx: Tx, userId: number, kind: string | undefined) {
  const { rowCount } = await tx.execute(sql`select from quota_owners where user_id = ${userId} for update`);
  return rowCount === 0 ? undefined : readStanding(tx, userId, kind);
}

type StandingRow = {
  grants: (Grant & { reason: string })[];
  lapsed: boolean;
  taken: number;
  resets_at: string;
  next_id: number;
};

/** A statement of its own after the lock: only then does it see what those before us did. */
async function readStanding(tx: Tx, userId: number, kind: string | undefined) {
  const { rows } = await tx.execute<StandingRow>(sql`
    select coalesce((
        select json_agg(json_build_object('id', id, 'kind', kind, 'amount', amount, 'used', used, 'held', held,
          'reason', reason, 'live', coalesce(expires_at > now(), true), 'order', "order") order by "order")
        from (
          select *, row_number() over (order by expires_at nulls last, id) as "order"
          from quota_grants where user_id = ${userId}) as ordered), '[]') as grants,
      exists (
        select from quota_reservations
        where user_id = ${userId} and state = 'held' and deadline <= now()) as lapsed,
      coalesce((
        select sum(case state when 'held' then amount when 'settled' then used else 0 end) from quota_reservations
        where user_id = ${userId} and day = hong_kong_day()
          and split_part(kind, ':', 1) = ${kind === undefined ? '' : familyOf(kind)}), 0)::int as taken,
      ((hong_kong_day() + 1)::timestamp at time zone 'Asia/Hong_Kong') as resets_at,
      nextval('quota_reservations_id_seq')::float8 as next_id`);
  const { grants, lapsed, taken, resets_at, next_id } = rows[0] as (typeof rows)[number];
  return {
    grants,
    hasLapsed: lapsed,
    taken,
    resetsAt: new Date(resets_at).toISOString(),
    nextId: next_id,
  };
}
