import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Side } from '#shared/interest.ts';
import { presentUsers } from './bans.ts';
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

type Sides = { familyUserId: number; tutorUserId: number };

/** Which side somebody is on; to a stranger it is as if there were nothing. */
export function sideOf({ familyUserId, tutorUserId }: Sides, userId: number): Side {
  if (userId === familyUserId) return 'family';
  if (userId === tutorUserId) return 'tutor';
  throw new AppError('notFound');
}

export const userOn = ({ familyUserId, tutorUserId }: Sides, side: Side) =>
  side === 'family' ? familyUserId : tutorUserId;

/** Holds the caller, and keeps the others as they are, before any case is held. */
export async function holdPeople(tx: Tx, callerId: number, others: readonly number[]) {
  await holdAccount(tx, callerId);
  await keepAccounts(
    tx,
    others.filter((id) => id !== callerId),
  );
}

/** In a statement of its own, after the hold: only then does it see a ban that was waited for. */
export async function refuseAbsent(tx: Tx, callerId: number, otherId: number) {
  const present = await presentUsers(tx, [callerId, otherId]);
  if (!present.has(callerId)) throw new AppError('sessionInvalid');
  if (!present.has(otherId)) throw new AppError('notFound');
}
