import { and, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import type { Cause } from '#shared/safety/standing.ts';
import { endSessionsOf } from './sessions.ts';
import { isSuspendedNow } from './standing.ts';
import { lockNumber } from './stored-phone.ts';
import { bans, operators, users } from './tables.ts';

export type BanRow = typeof bans.$inferSelect;

/** In place of a reason that was deleted with the account. */
export const forgottenReason = '(account deleted)';

/** The ban in force of one of a number's hashes (of every key). */
export async function banOf(db: Db | Tx, hashes: readonly Buffer[]): Promise<BanRow | undefined> {
  const [found] = await db
    .select()
    .from(bans)
    .where(and(inArray(bans.phoneHash, [...hashes]), isNull(bans.liftedAt)))
    .limit(1);
  return found;
}

export const isBanned = async (db: Db | Tx, hashes: readonly Buffer[]) =>
  (await banOf(db, hashes)) !== undefined;

/** The ids of users who are neither deleted nor banned nor suspended. */
export async function presentUsers(db: Db | Tx, ids: readonly number[]): Promise<Set<number>> {
  const isBannedNow = sql`exists (
    select from bans where bans.phone_hash = users.phone_hash and bans.lifted_at is null)`;
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.id, [...ids]),
        isNull(users.deletedAt),
        not(isBannedNow),
        not(isSuspendedNow(sql`users.id`)),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/**
 * SQL condition: the user is neither banned nor suspended. Inlined, because a database function would be called
 * for every row.
 */
export const inGoodStanding = (userId: SQL) => sql`(not exists (
    select from users join bans on bans.phone_hash = users.phone_hash and bans.lifted_at is null
    where users.id = ${userId})
  and not ${isSuspendedNow(userId)})`;

/**
 * Bans a number and ends the sessions of its account. The row stores only the keyed hash, so the ban outlives
 * the account. An existing ban is left unchanged.
 */
export async function ban(
  tx: Tx,
  vault: PhoneEncryption,
  {
    e164,
    cause = 'other',
    reason,
    operatorId,
  }: { e164: string; cause?: Cause; reason: string; operatorId: number },
): Promise<{ ban: BanRow; userId: number | null }> {
  const hashes = vault.hashes(e164);
  // With this lock, an account being created for the same number is either found here or sees the ban.
  await lockNumber(tx, vault, e164);
  const [user] = await tx.select().from(users).where(inArray(users.phoneHash, hashes)).for('update');
  if (user) await refuseOperators(tx, user.id);
  const standing = await banOf(tx, hashes);
  if (user) await endSessionsOf(tx, user.id, 'banned');
  if (standing) return { ban: standing, userId: user?.id ?? null };
  // Stored under the hash of the account's own row, because `liveSession` looks up bans by that hash.
  const { hash, key } =
    user?.phoneHash && user.phoneKey ? { hash: user.phoneHash, key: user.phoneKey } : vault.hash(e164);
  const [made] = await tx
    .insert(bans)
    .values({ phoneHash: hash, phoneKey: key, cause, reason: coverContacts(reason), bannedBy: operatorId })
    .returning();
  return { ban: made as BanRow, userId: user?.id ?? null };
}

/** Lifts a ban that is in force; the row stays as history. */
export async function lift(tx: Tx, { banId, operatorId }: { banId: number; operatorId: number }) {
  const [lifted] = await tx
    .update(bans)
    .set({ liftedAt: sql`now()`, liftedBy: operatorId })
    .where(and(eq(bans.id, banId), isNull(bans.liftedAt)))
    .returning();
  if (lifted) return lifted;
  const [known] = await tx.select({ id: bans.id }).from(bans).where(eq(bans.id, banId));
  throw new AppError(known ? 'conflict' : 'notFound');
}

/** Operators can be neither banned nor suspended, including the caller. */
export async function refuseOperators(tx: Tx, userId: number) {
  const [found] = await tx.select().from(operators).where(eq(operators.userId, userId));
  if (found) throw new AppError('notAllowed');
}
