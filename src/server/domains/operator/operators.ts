import { asc, eq, inArray } from 'drizzle-orm';
import { isBanned } from '#server/domains/accounts/bans.ts';
import { openPhone } from '#server/domains/accounts/stored-phone.ts';
import { operators, users } from '#server/domains/accounts/tables.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { maskPhone, type Phone } from '#server/ground/phone/phone.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { recordAction } from './audit.ts';

export type OperatorChange = 'done' | 'no account' | 'banned' | 'already so';

/**
 * Makes an existing account an operator, or removes that role. It creates no account; the owner has to
 * register.
 */
export async function setOperator(
  tx: Tx,
  vault: PhoneEncryption,
  phone: Phone,
  operation: 'add' | 'remove',
): Promise<OperatorChange> {
  // The lock prevents a ban from being made at the same time.
  const [user] = await tx
    .select()
    .from(users)
    .where(inArray(users.phoneHash, vault.hashes(phone.e164)))
    .for('update');
  if (!user?.productSince) return 'no account';
  if (operation === 'remove') {
    const gone = await tx.delete(operators).where(eq(operators.userId, user.id)).returning();
    if (gone.length === 0) return 'already so';
    await recordAction(tx, { operatorId: null, action: 'operators.removed', aboutUser: user.id });
    return 'done';
  }
  if (await isBanned(tx, vault.hashes(phone.e164))) return 'banned';
  const made = await tx.insert(operators).values({ userId: user.id }).onConflictDoNothing().returning();
  if (made.length === 0) return 'already so';
  await recordAction(tx, { operatorId: null, action: 'operators.added', aboutUser: user.id });
  return 'done';
}

export async function listOperators(db: Db, vault: PhoneEncryption) {
  const rows = await db
    .select({ user: users, addedAt: operators.addedAt })
    .from(operators)
    .innerJoin(users, eq(users.id, operators.userId))
    .orderBy(asc(operators.addedAt));
  return rows.map(({ user, addedAt }) => {
    const phone = openPhone(vault, user);
    return { id: user.id, mobile: phone ? maskPhone(phone) : '', addedAt };
  });
}
