import { eq } from 'drizzle-orm';
import type { PhoneVault } from '#server/ground/phone/phone-vault.ts';
import { openPhone } from '#server/domains/accounts/stored-phone.ts';
import { users } from '#server/domains/accounts/tables.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Person, Reader } from '#server/ground/db/personal-data.ts';

const toPerson = (vault: PhoneVault, user: typeof users.$inferSelect | undefined): Person => {
  const phone = user && openPhone(vault, user);
  // Deleted a moment ago: whoever still asks does so in a session that is over.
  if (!phone) throw new AppError('sessionInvalid');
  return { userId: user.id, phone, phoneHashes: vault.hashes(phone.e164) };
};

export async function readPerson(db: Reader, vault: PhoneVault, userId: number): Promise<Person> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  return toPerson(vault, user);
}

/** Keeps anything new from being written for this person until the transaction ends. */
export async function lockPerson(tx: Tx, vault: PhoneVault, userId: number): Promise<Person> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  return toPerson(vault, user);
}
