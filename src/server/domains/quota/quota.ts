import { and, eq, sql } from 'drizzle-orm';
import { familyOf, kindPattern, type QuotaPolicy, sourcesOf } from '#server/ground/config/quota-values.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { allowanceOf, balanceOf } from './balance.ts';
import { type Grant, lockOwner, type QuotaState } from './owner.ts';
import {
  type Draw,
  end,
  findByKey,
  holdAnew,
  holdNew,
  holdUnused,
  lockReservation,
  type ReserveOptions,
  returnLapsed,
} from './reservations.ts';
import { type GrantReason, quotaGrants } from './tables.ts';

export type { QuotaState as Standing };
export type Settled = { charged: number };

const defaultHoldSeconds = 15 * 60;

export type Quota = ReturnType<typeof createQuota>;

/**
 * The only ledger of quotas. Work reserves before it starts, then settles what it really used or gives all of
 * it back. A reservation that is never ended returns by itself: past its deadline it no longer counts, and
 * the next transaction that locks the owner's row returns it, so that no job has to be on time.
 */
export function createQuota(policy: QuotaPolicy) {
  return {
    policy,

    /**
     * Reserves `amount` for the work named by `key`. The same key again is the same reservation, charged
     * once; one that was given back or has lapsed is reserved again under its old id.
     */
    async reserve(
      tx: Tx,
      { userId, kind, amount, key, holdSeconds = defaultHoldSeconds }: ReserveOptions,
    ): Promise<number> {
      checkAmount(kind, amount);
      const request = { userId, kind, amount, key, holdSeconds };
      const standing = await this.lockAndReadState(tx, userId, kind);
      const { refusal, draws } = assess(policy, standing, kind, amount);
      // A key is hardly ever used twice: the insert itself finds out.
      const made = refusal ? undefined : await holdNew(tx, request, standing.nextId, draws);
      if (made !== undefined) return made;
      const known = await findByKey(tx, userId, kind, key);
      if (known && known.amount !== amount) throw new AppError('conflict');
      if (known && known.state !== 'returned') return known.id;
      if (refusal) throw refusal;
      if (!known) throw new Error('a reservation is there and is not');
      return holdAnew(tx, request, known.id, draws);
    },

    /** The quota of a user, under the owner's lock and with lapsed reservations returned. */
    async lockAndReadState(tx: Tx, userId: number, kind: string): Promise<QuotaState> {
      const standing = await lockOwner(tx, policy, userId, kind);
      if (!standing.hasLapsed) return standing;
      await returnLapsed(tx, userId);
      return lockOwner(tx, policy, userId, kind);
    },

    /**
     * The same as `reserve` for work whose key nobody can have used before, once for a standing that was read in this
     * transaction.
     */
    async reserveNew(tx: Tx, standing: QuotaState, options: ReserveOptions): Promise<number> {
      const { kind, amount, holdSeconds = defaultHoldSeconds } = options;
      checkAmount(kind, amount);
      const { refusal, draws } = assess(policy, standing, kind, amount);
      if (refusal) throw refusal;
      const id = standing.nextId;
      await holdUnused(tx, { ...options, holdSeconds }, id, draws);
      return id;
    },

    /**
     * Charges what was used and returns the rest. Called again, it returns the same. A reservation that has
     * ended without being settled charges nothing: its amount may have been reserved again since.
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

    /** Returns the reserved amount; does nothing if it was settled or returned before. */
    async giveBack(tx: Tx, id: number): Promise<void> {
      const reservation = await lockReservation(tx, id);
      if (reservation.state === 'held') await end(tx, id, 'returned', 0);
    },

    /** `amount` null is unlimited. The same key again grants nothing more and returns false. */
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

    /**
     * Ends every subscription of a user now, and returns how many grants that were. Amounts reserved from
     * them are still settled.
     */
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

    /** The counts that AI user info shows. */
    balanceOf: (db: Db | Tx, userId: number) => balanceOf(db, policy, userId),
    /** How much is left of one kind, such as `assistant:1`. */
    allowanceOf: (db: Db | Tx, userId: number, kind: string) => allowanceOf(db, policy, userId, kind),
  };
}

type GrantOptions = {
  userId: number;
  kind: string;
  amount: number | null;
  reason: Exclude<GrantReason, 'free'>;
  /** Names the occasion, such as `promotion 12`; never personal data. */
  key: string;
  expiresAt?: Date | null;
};

function checkAmount(kind: string, amount: number) {
  if (!kindPattern.test(kind)) throw new RangeError(`not a kind of quota: ${kind}`);
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > 1_000_000_000)
    throw new RangeError(`cannot count ${amount} of ${kind}`);
}

/** For work that may end after its account, and its quota with it, was deleted. */
export async function ignoreDeletedAccount(work: Promise<unknown>) {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'notFound')) throw error;
  }
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

/**
 * The most specific grants first, then the soonest to expire; undefined when they are too little together.
 */
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

/** Why this amount cannot be reserved now; undefined if it can. */
function refusalOf(
  policy: QuotaPolicy,
  { grants, taken, resetsAt }: QuotaState,
  kind: string,
  amount: number,
) {
  if (isUnlimited(grants, kind)) return undefined;
  const max = policy.dailyMax[familyOf(kind)];
  if (max !== undefined && taken + amount > max) return usedUp(Math.max(0, max - taken), resetsAt);
  return drawFrom(grants, kind, amount) ? undefined : usedUp(remainingOf(grants, kind), null);
}

function assess(policy: QuotaPolicy, standing: QuotaState, kind: string, amount: number) {
  const { grants } = standing;
  return {
    refusal: refusalOf(policy, standing, kind, amount),
    draws: (isUnlimited(grants, kind) ? [] : drawFrom(grants, kind, amount)) ?? [],
  };
}
