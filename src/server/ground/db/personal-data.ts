import type { SQL } from 'drizzle-orm';
import type { Phone } from '../phone/phone.ts';
import type { Db, Tx } from './db.ts';

/** The owner of an account that is not deleted. */
export type Person = {
  userId: number;
  phone: Phone;
  /** Every keyed hash under which something of this number may stand. */
  phoneHashes: Buffer[];
};

export type Reader = Db | Tx;
export type ExportedRow = Record<string, unknown>;

/** A stored file of a person, and what it is called in their archive. */
export type PersonalFile = { key: string; name: string };

/** What one domain keeps of people: how they get it, and how it is forgotten. */
export type PersonalData = {
  name: string;
  /** Every table of the domain that belongs to a person or mentions one. */
  tables: readonly string[];
  /** Everything of this person that is theirs to know, by heading. No secrets, and nothing of others. */
  exportRows(db: Reader, person: Person): Promise<Record<string, ExportedRow[]>>;
  /** Leaves nothing that tells who the person was or what they wrote. Bears repetition. */
  forget(tx: Tx, person: Person): Promise<void>;
  /** Their stored files; asked before `forget`. */
  files?(db: Reader, person: Person): Promise<PersonalFile[]>;
};

/** For `exportRows`: each heading with what its query finds. */
export async function readAll<Heading extends string>(db: Reader, queries: Record<Heading, SQL>) {
  const data = {} as Record<Heading, ExportedRow[]>;
  for (const heading of Object.keys(queries) as Heading[])
    data[heading] = (await db.execute<ExportedRow>(queries[heading])).rows;
  return data;
}
