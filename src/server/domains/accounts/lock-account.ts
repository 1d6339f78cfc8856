import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Side } from '#shared/interest.ts';
import { presentUsers } from './bans.ts';
import { users } from './tables.ts';

/**
 * Locks an account row until the transaction ends: counts made under the lock stay true, and no row is added
 * to an account that is being deleted. Taken before any other lock.
 */
export async function lockAccount(tx: Tx, userId: number) {
  const [locked] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('no key update');
  if (!locked) throw new AppError('sessionInvalid');
}

/**
 * Prevents these accounts from being deleted or banned until the transaction ends; taken right after
 * `lockAccount`.
 */
export async function lockAccountsShared(tx: Tx, userIds: readonly number[]) {
  if (userIds.length === 0) return;
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...userIds]))
    .orderBy(asc(users.id))
    .for('key share');
}

/**
 * Locks and returns the accounts that can be notified now; those being deleted or banned at the moment are
 * skipped.
 */
export async function lockRemainingUsers(tx: Tx, userIds: readonly number[]): Promise<Set<number>> {
  if (userIds.length === 0) return new Set();
  const locked = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), isNull(users.deletedAt)))
    .for('key share', { skipLocked: true });
  return new Set(locked.map(({ id }) => id));
}

type Sides = { familyUserId: number; tutorUserId: number };

/** The side a user is on; for others the row counts as not found. */
export function sideOf({ familyUserId, tutorUserId }: Sides, userId: number): Side {
  if (userId === familyUserId) return 'family';
  if (userId === tutorUserId) return 'tutor';
  throw new AppError('notFound');
}

export const userOn = ({ familyUserId, tutorUserId }: Sides, side: Side) =>
  side === 'family' ? familyUserId : tutorUserId;

/** Locks the caller's account and prevents changes to the others, before any case is locked. */
export async function lockPeople(tx: Tx, callerId: number, others: readonly number[]) {
  await lockAccount(tx, callerId);
  await lockAccountsShared(
    tx,
    others.filter((id) => id !== callerId),
  );
}

/** A separate statement after the lock: only then does it see a ban that the lock waited for. */
export async function refuseAbsent(tx: Tx, callerId: number, otherId: number) {
  const present = await presentUsers(tx, [callerId, otherId]);
  if (!present.has(callerId)) throw new AppError('sessionInvalid');
  if (!present.has(otherId)) throw new AppError('notFound');
}
