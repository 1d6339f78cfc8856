import type { PhoneVault } from '#server/ground/phone/phone-vault.ts';
import type { Database } from '#server/ground/db/db.ts';
import type { PersonalExport } from '#shared/privacy.ts';
import { readPerson } from './person.ts';
import type { ExportedRow, PersonalData, PersonalFile } from '#server/ground/db/personal-data.ts';

/** Everything the product keeps of a person, all of one moment. */
export function collectExport(
  { db }: Database,
  vault: PhoneVault,
  domains: readonly PersonalData[],
  userId: number,
): Promise<{ data: PersonalExport; files: PersonalFile[] }> {
  return db.transaction(
    async (tx) => {
      const person = await readPerson(tx, vault, userId);
      const data: Record<string, ExportedRow[]> = {};
      const files: PersonalFile[] = [];
      for (const domain of domains.toReversed()) {
        Object.assign(data, await domain.exportRows(tx, person));
        files.push(...((await domain.files?.(tx, person)) ?? []));
      }
      return {
        data: { made_at: new Date().toISOString(), files: files.map(({ name }) => name), data },
        files,
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
