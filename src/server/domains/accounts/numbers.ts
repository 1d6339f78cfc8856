import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { hongKongToday } from '#server/ground/db/columns.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { addJob } from '#server/ground/jobs/jobs.ts';
import type { Phone } from '#server/ground/phone/phone.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { isBanned } from './bans.ts';
import { endSessionsOf, forgetQrLogins } from './sessions.ts';
import { suspensionsOf } from './standing.ts';
import { lockNumber, openPhone, phonePurpose } from './stored-phone.ts';
import { bans, sealedAccounts, users } from './tables.ts';
import { type User, userByPhone } from './users.ts';

/** After so long without a visit the phone company may have given the number to somebody else. */
const dormantDays = 365;
/** How long the former owner of a number can still ask for the account. */
const sealedDays = 90;

/** Takes what a user shows to everybody offline, and answers what others wait for. */
export type Retire = (tx: Tx, userId: number) => Promise<void>;

/** The job that deletes a sealed account when its time is over; the privacy domain runs it. */
export const deleteSealed = { name: 'delete-sealed-account', payload: z.object({ user: z.int() }) };

export async function isDormant(db: Db | Tx, userId: number): Promise<boolean> {
  const { rows } = await db.execute<{ dormant: boolean }>(sql`
    select coalesce(
        active_on, (select max(last_used_at)::date from sessions where user_id = users.id), created_at::date
      ) <= ${hongKongToday} - ${dormantDays}::int as dormant
    from users where id = ${userId}`);
  return rows[0]?.dormant ?? false;
}

/** The account that lost this number to a new owner, if it can still be asked for. */
export async function sealedByPhone(db: Db | Tx, vault: PhoneEncryption, phone: Phone) {
  const [sealed] = await db
    .select()
    .from(sealedAccounts)
    .where(inArray(sealedAccounts.phoneHash, vault.hashes(phone.e164)))
    .orderBy(sql`${sealedAccounts.sealedAt} desc`)
    .limit(1);
  return sealed;
}

/**
 * Takes the number from an account and locks the account away: its data stay until the former owner asks for
 * them, or until they are deleted. The number and the account are locked.
 */
export async function sealAccount(tx: Tx, retire: Retire, user: User) {
  const { id, phoneHash, phoneCipher, phoneKey } = user;
  if (!phoneHash || !phoneCipher || !phoneKey)
    throw new Error('an account without a number is sealed already');
  await retire(tx, id);
  await endSessionsOf(tx, id, 'number changed');
  const [sealed] = await tx
    .insert(sealedAccounts)
    .values({
      ...{ userId: id, phoneHash, phoneCipher, phoneKey },
      deleteAt: sql`now() + ${sealedDays} * interval '1 day'`,
    })
    .returning();
  await tx.update(users).set({ phoneHash: null, phoneCipher: null, phoneKey: null }).where(eq(users.id, id));
  // Bans that were lifted are history of the former owner, and would be in the export of the new one.
  await tx
    .update(bans)
    .set({ reason: '(the number has a new owner)' })
    .where(and(eq(bans.phoneHash, phoneHash), isNotNull(bans.liftedAt)));
  if (sealed) await deleteSealedLater(tx, sealed);
}

export const deleteSealedLater = (tx: Tx, { userId, deleteAt }: { userId: number; deleteAt: Date }) =>
  addJob(tx, deleteSealed, { user: userId }, { key: `sealed ${userId}`, runAt: deleteAt });

/** Locks both numbers in one order everywhere, and the account after them. */
export async function lockForMove(tx: Tx, vault: PhoneEncryption, userId: number, to: Phone) {
  const [before] = await tx.select().from(users).where(eq(users.id, userId));
  const from = before && openPhone(vault, before)?.e164;
  const numbers = [...new Set([to.e164, ...(from ? [from] : [])])];
  const hashOf = (e164: string) => vault.hash(e164).hash.toString('hex');
  for (const e164 of numbers.toSorted((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1)))
    await lockNumber(tx, vault, e164);
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  // Deleted, or moved by another request while this one waited.
  if (!user || user.deletedAt || openPhone(vault, user)?.e164 !== from) return undefined;
  return { user, from };
}

type Move = { user: User; from: string | undefined; to: Phone; keptSession?: string };

/**
 * Gives an account another number; `lockForMove` has locked it. Every session ends but the one that asked. A
 * ban never moves: neither number may have one. Nor does an account that is suspended, whose owner could not stop it.
 */
export async function moveNumber(
  tx: Tx,
  { vault, retire }: { vault: PhoneEncryption; retire: Retire },
  { user, from, to, keptSession }: Move,
): Promise<'moved' | 'taken' | 'banned'> {
  const oldHashes = from ? vault.hashes(from) : [];
  if (await isBanned(tx, [...oldHashes, ...vault.hashes(to.e164)])) return 'banned';
  const holder = await userByPhone(tx, vault, to);
  if ((await suspensionsOf(tx, [user.id, ...(holder ? [holder.id] : [])])).size > 0) return 'banned';
  if (holder && holder.id !== user.id) {
    if (!(await isDormant(tx, holder.id))) return 'taken';
    const [locked] = await tx.select().from(users).where(eq(users.id, holder.id)).for('update');
    if (locked?.phoneHash) await sealAccount(tx, retire, locked);
  }
  const { hash, key } = vault.hash(to.e164);
  const { cipher } = vault.encrypt(to.e164, phonePurpose);
  await tx
    .update(users)
    .set({
      ...{ phoneHash: hash, phoneCipher: cipher, phoneKey: key, checkFailures: 0 },
      // The new number was proved: it is not asked again for what its owner has not seen for a year.
      activeOn: sql`${hongKongToday}`,
    })
    .where(eq(users.id, user.id));
  await tx.delete(sealedAccounts).where(eq(sealedAccounts.userId, user.id));
  if (oldHashes.length > 0)
    await tx.update(bans).set({ phoneHash: hash, phoneKey: key }).where(inArray(bans.phoneHash, oldHashes));
  await forgetQrLogins(tx, user.id);
  await tx.execute(sql`
    update sessions set ended_at = now(), ended_why = 'number changed'
    where user_id = ${user.id} and ended_at is null
      and (${keptSession ?? null}::uuid is null
        or (id <> ${keptSession ?? null}::uuid and opened_by is distinct from ${keptSession ?? null}::uuid))`);
  return 'moved';
}
