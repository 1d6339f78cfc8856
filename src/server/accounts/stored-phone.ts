import { type Phone, phoneFromE164 } from './phone.ts';
import type { PhoneVault } from './phone-vault.ts';

/** Where a sealed number belongs: it opens nowhere else. */
export const phonePurpose = 'users.phone';

type StoredPhone = { phoneCipher: Buffer | null; phoneKey: string | null };

/** The number of a users row, or undefined after deletion. */
export function openPhone(vault: PhoneVault, { phoneCipher, phoneKey }: StoredPhone): Phone | undefined {
  if (!phoneCipher || !phoneKey) return undefined;
  return phoneFromE164(vault.open({ cipher: phoneCipher, key: phoneKey }, phonePurpose));
}
