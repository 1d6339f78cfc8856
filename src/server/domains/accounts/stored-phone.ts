import { sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import { type Phone, phoneFromE164 } from '#server/ground/phone/phone.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';

/** The encryption purpose: a number encrypted for it can be decrypted only with it. */
export const phonePurpose = 'users.phone';

type StoredPhone = { phoneCipher: Buffer | null; phoneKey: string | null };

/** The number of a users row, or undefined after deletion. */
export function openPhone(vault: PhoneEncryption, { phoneCipher, phoneKey }: StoredPhone): Phone | undefined {
  if (!phoneCipher || !phoneKey) return undefined;
  return phoneFromE164(vault.decrypt({ cipher: phoneCipher, key: phoneKey }, phonePurpose));
}

/**
 * Locks a number. The unique index alone is not enough: during key rotation one number may be stored under
 * either key's hash.
 */
export async function lockNumber(tx: Tx, vault: PhoneEncryption, e164: string) {
  const { hash } = vault.hash(e164);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${hash.toString('hex')}, 0))`);
}
