import type { SQL } from 'drizzle-orm';
import type { Phone } from '../phone/phone.ts';
import type { PhoneEncryption } from '../phone/phone-encryption.ts';
import type { Db, Tx } from './db.ts';

/** The owner of an account that is not deleted. */
export type Person = {
  userId: number;
  phone: Phone;
  /** The phone number's hashes under every key, for finding rows. */
  phoneHashes: Buffer[];
  /** Opens what is stored encrypted, for the export. */
  decrypt: PhoneEncryption['decrypt'];
};

export type Reader = Db | Tx;
export type ExportedRow = Record<string, unknown>;

/** A stored file of a person, and its name in their export archive. */
export type PersonalFile = { key: string; name: string };

/** The personal data of one domain: how it is exported and how it is deleted. */
export type PersonalData = {
  name: string;
  /** Every table of the domain that belongs or refers to a person. */
  tables: readonly string[];
  /** All data the person has a right to see, by heading. No secrets, and no data of others. */
  exportRows(db: Reader, person: Person): Promise<Record<string, ExportedRow[]>>;
  /** Deletes everything that identifies the person or that they wrote. Must be idempotent. */
  forget(tx: Tx, person: Person): Promise<void>;
  /** The person's stored files; called before `forget`. */
  files?(db: Reader, person: Person): Promise<PersonalFile[]>;
};

/** For `exportRows`: runs the query of each heading. */
export async function readAll<Heading extends string>(db: Reader, queries: Record<Heading, SQL>) {
  const data = {} as Record<Heading, ExportedRow[]>;
  for (const heading of Object.keys(queries) as Heading[])
    data[heading] = (await db.execute<ExportedRow>(queries[heading])).rows;
  return data;
}
