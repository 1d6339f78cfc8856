import type { PhoneVault } from '#server/ground/phone/phone-vault.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { deleteFilesLater } from '#server/ground/files/delete-files-job.ts';
import { lockPerson } from './person.ts';
import type { PersonalData } from '#server/ground/db/personal-data.ts';

/** Forgets a person in every domain, at once or not at all. A ban of the number stays. */
export async function deleteAccount(
  tx: Tx,
  vault: PhoneVault,
  domains: readonly PersonalData[],
  userId: number,
): Promise<void> {
  const person = await lockPerson(tx, vault, userId);
  const keys: string[] = [];
  for (const domain of domains) {
    for (const { key } of (await domain.files?.(tx, person)) ?? []) keys.push(key);
    await domain.forget(tx, person);
  }
  await deleteFilesLater(tx, keys);
}
