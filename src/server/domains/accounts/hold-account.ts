import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { users } from './tables.ts';

/**
 * Lets those who write for one account take turns until the transaction ends: what one of them counts stays true, and
 * an account that is being deleted gains no row behind its deletion. Taken before any other lock.
 */
export async function holdAccount(tx: Tx, userId: number) {
  const [held] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('no key update');
  if (!held) throw new AppError('sessionInvalid');
}

/** Keeps those accounts from being deleted or banned until the transaction ends; taken right after `holdAccount`. */
export async function keepAccounts(tx: Tx, userIds: readonly number[]) {
  if (userIds.length === 0) return;
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...userIds]))
    .orderBy(asc(users.id))
    .for('key share');
}

/** Those of them who can be told something now: not whoever is being deleted or banned at this moment. */
export async function keepWhoStays(tx: Tx, userIds: readonly number[]): Promise<Set<number>> {
  if (userIds.length === 0) return new Set();
  const kept = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), isNull(users.deletedAt)))
    .for('key share', { skipLocked: true });
  return new Set(kept.map(({ id }) => id));
}
