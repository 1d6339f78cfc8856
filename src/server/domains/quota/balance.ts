import { sql } from 'drizzle-orm';
import { familyOf, type QuotaPolicy, sourcesOf } from '#server/ground/config/quota-values.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { AiUserInfo } from '#shared/accounts.ts';

export type Balance = Pick<
  AiUserInfo,
  | 'remaining_count'
  | 'total_count'
  | 'daily_max_count'
  | 'is_daily_max'
  | 'is_unlimited'
  | 'is_subscribe'
  | 'is_subscribe_again'
  | 'paper_type_list'
>;

type GrantRow = { kind: string; amount: number | null; left: number; reason: string; live: boolean };
type DayRow = { family: string; taken: number };

/** How much of one kind is left, for the count beside an assistant. */
export async function allowanceOf(db: Db | Tx, policy: QuotaPolicy, userId: number, kind: string) {
  return allowanceIn(await readState(db, policy, userId), policy, kind);
}

/** The counts of AI user info: pages of papers, as everywhere in SPEC.md. Reads only, locks nothing. */
export async function balanceOf(db: Db | Tx, policy: QuotaPolicy, userId: number): Promise<Balance> {
  const state = await readState(db, policy, userId);
  const kinds = [...new Set(state.grants.map(({ kind }) => kind))].filter(
    (kind) => familyOf(kind) === 'paper',
  );
  const live = state.grants.filter((grant) => grant.live && kinds.includes(grant.kind));
  const subscriptions = state.grants.filter(({ reason }) => reason === 'subscription');
  const isSubscribed = subscriptions.some((grant) => grant.live);
  const { daily_max_count, is_daily_max, is_unlimited } = allowanceIn(state, policy, 'paper');
  return {
    remaining_count: live.reduce((sum, { left }) => sum + left, 0),
    total_count: live.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    daily_max_count,
    is_daily_max,
    is_unlimited,
    is_subscribe: isSubscribed,
    // A subscription has ended: the page offers to subscribe again.
    is_subscribe_again: subscriptions.length > 0 && !isSubscribed,
    paper_type_list: kinds
      .filter((kind) => kind !== 'paper')
      .sort()
      .map((kind) => {
        const { remaining_count, total_count } = allowanceIn(state, policy, kind);
        return { paper_type: kind.slice('paper:'.length), remaining_count, total_count };
      }),
  };
}

type State = { grants: GrantRow[]; days: DayRow[] };

function allowanceIn({ grants, days }: State, policy: QuotaPolicy, kind: string) {
  const usable = grants.filter((grant) => grant.live && sourcesOf(kind).includes(grant.kind));
  const max = policy.dailyMax[familyOf(kind)];
  const taken = days.find(({ family }) => family === familyOf(kind))?.taken ?? 0;
  const unlimited = usable.some(({ amount }) => amount === null);
  const remaining = usable.reduce((sum, { left }) => sum + left, 0);
  return {
    remaining_count: remaining,
    /** How much could be reserved now: what remains, or less when the daily maximum is nearer. */
    usable_count: max === undefined ? remaining : Math.max(0, Math.min(remaining, max - taken)),
    total_count: usable.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    // 0: no daily maximum.
    daily_max_count: max ?? 0,
    is_daily_max: max !== undefined && !unlimited && taken >= max,
    is_unlimited: unlimited,
  };
}

/**
 * One statement, so that all of it is from one point in time; reservations past their deadline count as
 * returned.
 */
async function readState(db: Db | Tx, policy: QuotaPolicy, userId: number): Promise<State> {
  const { rows } = await db.execute<{ grants: GrantRow[]; days: DayRow[] }>(sql`
    with lapsed as (
      select draws.grant_id, sum(draws.amount) as amount
      from quota_reservations reservations join quota_draws draws on draws.reservation_id = reservations.id
      where reservations.user_id = ${userId} and reservations.state = 'held' and reservations.deadline <= now()
      group by draws.grant_id
    ), grants as (
      select kind, amount, reason, coalesce(expires_at > now(), true) as live,
        coalesce(quota_grants.amount - used - held + coalesce(
          (select lapsed.amount from lapsed where lapsed.grant_id = quota_grants.id), 0), 0)::int as left
      from quota_grants where user_id = ${userId}
    ), days as (
      select split_part(kind, ':', 1) as family,
        sum(case when state = 'settled' then used when state = 'held' and deadline > now() then amount else 0 end)::int
          as taken
      from quota_reservations where user_id = ${userId} and day = hong_kong_day()
      group by 1
    )
    select coalesce((select json_agg(grants) from grants), '[]') as grants,
      coalesce((select json_agg(days) from days), '[]') as days`);
  const { grants, days } = rows[0] as State;
  // Free grants are stored when they are first used, but count from the beginning.
  const notYetStored = Object.entries(policy.free)
    .filter(
      ([kind, amount]) => amount > 0 && !grants.some((one) => one.reason === 'free' && one.kind === kind),
    )
    .map(([kind, amount]) => ({ kind, amount, left: amount, reason: 'free', live: true }));
  return { grants: [...grants, ...notYetStored], days };
}
