import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import { deleteSealedLater } from '#server/domains/accounts/numbers.ts';
import { openPhone } from '#server/domains/accounts/stored-phone.ts';
import { sealedAccounts, users } from '#server/domains/accounts/tables.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import type {
  ExportedRow,
  Person,
  PersonalData,
  PersonalFile,
  Reader,
} from '#server/ground/db/personal-data.ts';
import { deleteFilesLater } from '#server/ground/files/delete-files-job.ts';
import type { Files } from '#server/ground/files/files.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import type { PersonalExport } from '#shared/privacy.ts';

/** Deletes a user's data in every domain, in one transaction. A ban of the number stays. */
export async function deleteAccount(
  tx: Tx,
  vault: PhoneEncryption,
  domains: readonly PersonalData[],
  userId: number,
): Promise<void> {
  await forgetPerson(tx, domains, await lockPerson(tx, vault, userId));
}

/**
 * Deletes a sealed account that is due. Its former number belongs to somebody else, whose bans are not its
 * own.
 */
export async function deleteSealedAccount(
  tx: Tx,
  vault: PhoneEncryption,
  domains: readonly PersonalData[],
  userId: number,
): Promise<void> {
  await tx.select().from(users).where(eq(users.id, userId)).for('update');
  const [sealed] = await tx.select().from(sealedAccounts).where(eq(sealedAccounts.userId, userId));
  if (sealed && sealed.deleteAt > new Date()) return deleteSealedLater(tx, sealed);
  const phone = sealed && openPhone(vault, sealed);
  if (phone) await forgetPerson(tx, domains, { userId, phone, phoneHashes: [], decrypt: vault.decrypt });
}

async function forgetPerson(tx: Tx, domains: readonly PersonalData[], person: Person) {
  const keys: string[] = [];
  for (const domain of domains) {
    for (const { key } of (await domain.files?.(tx, person)) ?? []) keys.push(key);
    await domain.forget(tx, person);
  }
  await deleteFilesLater(tx, keys);
}

const toPerson = (vault: PhoneEncryption, user: typeof users.$inferSelect | undefined): Person => {
  const phone = user && openPhone(vault, user);
  // Deleted just now: the caller's session is over.
  if (!phone) throw new AppError('sessionInvalid');
  return { userId: user.id, phone, phoneHashes: vault.hashes(phone.e164), decrypt: vault.decrypt };
};

async function readPerson(db: Reader, vault: PhoneEncryption, userId: number): Promise<Person> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  return toPerson(vault, user);
}

/** Prevents new rows for this user until the transaction ends. */
async function lockPerson(tx: Tx, vault: PhoneEncryption, userId: number): Promise<Person> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  return toPerson(vault, user);
}

/** All data stored about a user, as one consistent snapshot. */
export function collectExport(
  { db }: Database,
  vault: PhoneEncryption,
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

/**
 * The export as a ZIP that is created while it is sent: one file is open at a time, and none is in memory as
 * a whole.
 */
export async function archiveOf(data: PersonalExport, personal: readonly PersonalFile[], files: Files) {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let open: Readable | undefined;
  zip.on('error', (error) => output.destroy(error));
  // Also when the browser disconnected.
  output.on('close', () => open?.destroy());

  const missing: string[] = [];
  for (const { key, name } of personal) {
    if ((await files.size(key)) === undefined) {
      missing.push(name);
      continue;
    }
    // Images and PDFs are already compressed.
    zip.addReadStreamLazy(`files/${name}`, { compress: false }, (use) => {
      files.get(key).then(
        (stream) => {
          open = stream;
          if (stream) use(null, stream);
          else use(new Error('a file vanished while it was exported'), undefined as never);
        },
        use as (error: unknown) => void,
      );
    });
  }
  const index = missing.length > 0 ? { ...data, missing_files: missing } : data;
  zip.addBuffer(Buffer.from(JSON.stringify(index, null, 2)), 'data.json');
  zip.end();
  return output;
}
