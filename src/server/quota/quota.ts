import { and, eq, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db.ts';
import { AppError } from '../errors.ts';
import { allowanceOf, balanceOf } from './balance.ts';
import { type Grant, lockOwner, type Standing } from './owner.ts';
import { familyOf, kindPattern, type QuotaPolicy, sourcesOf } from './policy.ts';
import { type GrantReason, quotaGrants, quotaReservations } from './tables.ts';

type Reservation = typeof quotaReservations.$inferSelect;
export type Settled = { charged: number };

const usualHoldSeconds = 15 * 60;

export type Quota = ReturnType<typeof createQuota>;

/**
 * The one ledger of what people may use. A piece of work reserves before it starts, then settles what it really used
 * or gives all of it back. A reservation that nobody ends returns by itself: past its deadline it no longer counts,
 * and whoever next locks the owner's row puts it back, so that no job has to be on time.
 */
export function createQuota(policy: QuotaPolicy) {
  return {
    policy,

    /**
     * Holds `amount` for a piece of work named by `key`. The same key again is the same reservation, charged once; one
     * that was given back or has lapsed is held anew under its old id.
     */
    async reserve(
      tx: Tx,
      { userId, kind, amount, key, holdSeconds = usualHoldSeconds }: ReserveOptions,
    ): Promise<number> {
      checkAmount(kind, amount);
      const asked = { userId, kind, amount, key, holdSeconds };
      const standing = await lockOwner(tx, policy, userId, kind);
      if (standing.hasLapsed) {
        await returnLapsed(tx, userId);
        return this.reserve(tx, asked);
      }
      const refusal = refusalOf(policy, standing, kind, amount);
      const draws = isUnlimited(standing.grants, kind) ? [] : drawFrom(standing.grants, kind, amount);
      // Hardly ever is the same asked for twice: the row itself says whether it was.
      const made = refusal ? undefined : await holdNew(tx, asked, draws ?? []);
      if (made !== undefined) return made;
      const known = await findByKey(tx, userId, kind, key);
      if (known && known.amount !== amount) throw new AppError('conflict');
      if (known && known.state !== 'returned') return known.id;
      if (refusal) throw refusal;
      if (!known) throw new Error('a reservation is there and is not');
      return holdAnew(tx, asked, known.id, draws ?? []);
    },

    /**
     * Charges what was used and returns the rest. Again, it answers the same. A reservation that has ended without
     * being settled charges nothing: what it held may be in other hands by now.
     */
    async settle(tx: Tx, id: number, used: number): Promise<Settled> {
      if (!Number.isSafeInteger(used) || used < 0) throw new RangeError(`cannot settle ${used}`);
      const reservation = await lockReservation(tx, id);
      if (reservation.state === 'settled') return { charged: reservation.used };
      if (reservation.state === 'returned') return { charged: 0 };
      if (used > reservation.amount)
        throw new RangeError(`reservation ${id} holds ${reservation.amount}, not ${used}`);
      await end(tx, id, 'settled', used);
      return { charged: used };
    },

    /** Returns all that is held; nothing where it was settled or returned before. */
    async giveBack(tx: Tx, id: number): Promise<void> {
      const reservation = await lockReservation(tx, id);
      if (reservation.state === 'held') await end(tx, id, 'returned', 0);
    },

    /** `amount` null is without limit. The same key again gives nothing more; false then. */
    async grant(
      tx: Tx,
      { userId, kind, amount, reason, key, expiresAt = null }: GrantOptions,
    ): Promise<boolean> {
      if (amount !== null) checkAmount(kind, amount);
      await lockOwner(tx, policy, userId);
      const made = await tx
        .insert(quotaGrants)
        .values({ userId, kind, amount, reason, key, expiresAt })
        .onConflictDoNothing()
        .returning({ id: quotaGrants.id });
      return made.length > 0;
    },

    /** Ends every subscription of a person now; how many grants that were. What is held of them is still settled. */
    async endSubscriptions(tx: Tx, userId: number): Promise<number> {
      await lockOwner(tx, policy, userId);
      const live = sql`${quotaGrants.reason} = 'subscription' and coalesce(${quotaGrants.expiresAt} > now(), true)`;
      const ended = await tx
        .update(quotaGrants)
        .set({ expiresAt: sql`now()` })
        .where(and(eq(quotaGrants.userId, userId), live))
        .returning({ id: quotaGrants.id });
      return ended.length;
    },

    /** What AI user info shows. */
    balanceOf: (db: Db | Tx, userId: number) => balanceOf(db, policy, userId),
    /** What is left of one kind, such as `assistant:1`. */
    allowanceOf: (db: Db | Tx, userId: number, kind: string) => allowanceOf(db, policy, userId, kind),
  };
}

type ReserveOptions = {
  userId: number;
  kind: string;
  amount: number;
  /** Names the work, such as `task 17`; never anything personal. */
  key: string;
  holdSeconds?: number;
};
type GrantOptions = {
  userId: number;
  kind: string;
  amount: number | null;
  reason: Exclude<GrantReason, 'free'>;
  /** Names the occasion, such as `promotion 12`; never anything personal. */
  key: string;
  expiresAt?: Date | null;
};

function checkAmount(kind: string, amount: number) {
  if (!kindPattern.test(kind)) throw new RangeError(`not a kind of quota: ${kind}`);
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > 1_000_000_000)
    throw new RangeError(`cannot count ${amount} of ${kind}`);
}

const usedUp = (remaining: number, resetsAt: string | null) =>
  new AppError('quotaUsedUp', { details: { remaining, resets_at: resetsAt } });

const isUnlimited = (grants: Grant[], kind: string) =>
  grants.some((grant) => grant.live && grant.amount === null && sourcesOf(kind).includes(grant.kind));

const leftOf = (grant: Grant) => (grant.amount ?? 0) - grant.used - grant.held;

const remainingOf = (grants: Grant[], kind: string) =>
  grants
    .filter((grant) => grant.live && sourcesOf(kind).includes(grant.kind))
    .reduce((sum, grant) => sum + leftOf(grant), 0);

/** The narrowest and soonest to expire first; undefined when together they are too little. */
function drawFrom(grants: Grant[], kind: string, amount: number) {
  const sources = sourcesOf(kind);
  const usable = grants
    .filter((grant) => grant.live && sources.includes(grant.kind) && leftOf(grant) > 0)
    .sort((a, b) => sources.indexOf(a.kind) - sources.indexOf(b.kind) || a.order - b.order);
  const draws: Draw[] = [];
  let missing = amount;
  for (const grant of usable) {
    if (missing === 0) break;
    const part = Math.min(missing, leftOf(grant));
    draws.push({ grant, amount: part });
    missing -= part;
  }
  return missing === 0 ? draws : undefined;
}

/** Why so much cannot be held now. */
function refusalOf(policy: QuotaPolicy, { grants, taken, resetsAt }: Standing, kind: string, amount: number) {
  if (isUnlimited(grants, kind)) return undefined;
  const max = policy.dailyMax[familyOf(kind)];
  if (max !== undefined && taken + amount > max) return usedUp(Math.max(0, max - taken), resetsAt);
  return drawFrom(grants, kind, amount) ? undefined : usedUp(remainingOf(grants, kind), null);
}

async function findByKey(tx: Tx, userId: number, kind: string, key: string) {
  const { userId: owner, kind: kindColumn, key: keyColumn } = quotaReservations;
  const [found] = await tx
    .select()
    .from(quotaReservations)
    .where(and(eq(owner, userId), eq(kindColumn, kind), eq(keyColumn, key)));
  return found;
}

type Draw = { grant: Grant; amount: number };

/** The reservation, what it draws on and what is held of that, in one statement; undefined where its key is known. */
async function holdNew(tx: Tx, asked: Required<ReserveOptions>, draws: Draw[]) {
  const { userId, kind, amount, key, holdSeconds } = asked;
  return held(
    tx,
    sql`insert into quota_reservations (user_id, kind, amount, key, day, deadline)
      values (${userId}, ${kind}, ${amount}, ${key}, hong_kong_day(), now() + make_interval(secs => ${holdSeconds}))
      on conflict (user_id, kind, key) do nothing returning id`,
    draws,
  );
}

/** One that was given back or has lapsed, under its old id. */
async function holdAnew(tx: Tx, { holdSeconds }: Required<ReserveOptions>, id: number, draws: Draw[]) {
  const anew = sql`update quota_reservations set state = 'held', day = hong_kong_day(),
    deadline = now() + make_interval(secs => ${holdSeconds}) where id = ${id} returning id`;
  return (await held(tx, anew, draws)) ?? id;
}

async function held(tx: Tx, reservation: ReturnType<typeof sql>, draws: Draw[]) {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with made as (${reservation}),
    wanted as (
      select * from unnest(${sql.param(draws.map(({ grant }) => grant.id))}::bigint[],
        ${sql.param(draws.map(({ amount }) => amount))}::int[]) as wanted (grant_id, amount)),
    drawn as (
      insert into quota_draws (reservation_id, grant_id, amount) select made.id, grant_id, amount from made, wanted),
    holding as (
      update quota_grants set held = held + wanted.amount from wanted, made where quota_grants.id = wanted.grant_id)
    select id::float8 as id from made`);
  return rows[0]?.id;
}

/** The reservation as it stands under its owner's lock. */
async function lockReservation(tx: Tx, id: number): Promise<Reservation> {
  await tx.execute(sql`
    select from quota_owners where user_id = (select user_id from quota_reservations where id = ${id}) for update`);
  const [found] = await tx
    .select({
      reservation: quotaReservations,
      isLapsed: sql<boolean>`${quotaReservations.state} = 'held' and ${quotaReservations.deadline} <= now()`,
    })
    .from(quotaReservations)
    .where(eq(quotaReservations.id, id));
  if (!found) throw new AppError('notFound');
  if (!found.isLapsed) return found.reservation;
  await end(tx, id, 'returned', 0);
  return { ...found.reservation, state: 'returned' };
}

async function returnLapsed(tx: Tx, userId: number) {
  const lapsed = await tx
    .select({ id: quotaReservations.id })
    .from(quotaReservations)
    .where(
      and(
        eq(quotaReservations.userId, userId),
        eq(quotaReservations.state, 'held'),
        lte(quotaReservations.deadline, sql`now()`),
      ),
    );
  for (const { id } of lapsed) await end(tx, id, 'returned', 0);
}

/** Takes a reservation's holds off its grants and charges `used` to them, in the order they were drawn on. */
async function end(tx: Tx, id: number, state: 'settled' | 'returned', used: number) {
  await tx.execute(sql`
    with drawn as (
      delete from quota_draws where reservation_id = ${id} returning grant_id, amount),
    charged as (
      select grant_id, drawn.amount as held, least(drawn.amount, greatest(0, ${used}::int - coalesce(
        sum(drawn.amount) over (order by position(':' in kind) = 0, expires_at nulls last, grants.id
          rows between unbounded preceding and 1 preceding), 0)))::int as used
      from drawn join quota_grants grants on grants.id = grant_id),
    grants as (
      update quota_grants set held = quota_grants.held - charged.held, used = quota_grants.used + charged.used
      from charged where quota_grants.id = charged.grant_id)
    update quota_reservations set state = ${state}, used = ${used} where id = ${id}`);
}
