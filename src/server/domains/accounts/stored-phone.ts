import { sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import { type Phone, phoneFromE164 } from '#server/ground/phone/phone.ts';
import type { PhoneVault } from '#server/ground/phone/phone-vault.ts';

/** Where a sealed number belongs: it opens nowhere else. */
export const phonePurpose = 'users.phone';

type StoredPhone = { phoneCipher: Buffer | null; phoneKey: string | null };

/** The number of a users row, or undefined after deletion. */
export function openPhone(vault: PhoneVault, { phoneCipher, phoneKey }: StoredPhone): Phone | undefined {
  if (!phoneCipher || !phoneKey) return undefined;
  return phoneFromE164(vault.open({ cipher: phoneCipher, key: phoneKey }, phonePurpose));
}

/**
 * Whoever does something about a number waits here for whoever does already. Not the unique index alone: while keys
 * rotate, one number may stand under either key's hash.
 */
export async function lockNumber(tx: Tx, vault: PhoneVault, e164: string) {
  const { hash } = vault.hash(e164);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${hash.toString('hex')}, 0))`);
}
