import type { Database } from '#server/ground/db/db.ts';
import type { Person } from '#server/ground/db/personal-data.ts';
import { createPhoneEncryption } from '#server/ground/phone/phone-encryption.ts';

export const testKey = Buffer.alloc(32, 7);
/** The same key as environment variables. */
export const testKeys = {
  PHONE_KEYS: `k1:${testKey.toString('base64')}`,
  SECRET_KEY: testKey.toString('base64'),
};
export const testPhoneEncryption = createPhoneEncryption([{ id: 'k1', key: testKey }]);

let lastNumber = 61_000_000;

export type PersonOptions = { name?: string; mobile?: string; operator?: boolean };

/** Inserts a registered person directly into the database. */
export async function addPerson(
  database: Database,
  { name = '陳大文', mobile = `+852${++lastNumber}`, operator = false }: PersonOptions = {},
) {
  const { cipher, key } = testPhoneEncryption.encrypt(mobile, 'users.phone');
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into users (phone_hash, phone_cipher, phone_key, name, last_identity, product_since)
     values ($1, $2, $3, $4, 1, now()) returning id`,
    [testPhoneEncryption.hash(mobile).hash, cipher, key, name],
  );
  const id = Number(rows[0]?.id);
  if (operator) await database.pool.query('insert into operators (user_id) values ($1)', [id]);
  return { id, mobile, name };
}

/** A person as the privacy registry passes them to a domain. */
export function samplePerson(userId: number): Person {
  const phone = { dialCode: '852', national: '61000000', e164: '+85261000000' };
  const { hashes, decrypt } = testPhoneEncryption;
  return { userId, phone, phoneHashes: hashes(phone.e164), decrypt };
}
