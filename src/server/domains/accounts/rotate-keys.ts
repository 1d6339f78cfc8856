import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#server/ground/db/db.ts';
import type { Encrypted, PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';

const phonePurpose = 'users.phone';
/** The other encrypted columns, with their tables and ids. */
const encryptedColumns = {
  secondFactors: {
    table: sql`second_factors`,
    id: sql`user_id`,
    cipher: sql`secret_cipher`,
    key: sql`secret_key`,
    purpose: 'second_factors.secret',
  },
  checkingCodes: {
    table: sql`police_checks`,
    id: sql`id`,
    cipher: sql`code_cipher`,
    key: sql`code_key`,
    purpose: 'police_checks.code',
  },
  fpsIds: {
    table: sql`fps_ids`,
    id: sql`user_id`,
    cipher: sql`value_cipher`,
    key: sql`value_key`,
    purpose: 'fps_ids.value',
  },
};

/**
 * What has a hash to be found by as well: the numbers of sealed accounts and those that accounts are to move to, and
 * e-mail addresses, whose case does not count.
 */
const hashedColumns = {
  users: [
    { table: sql`sealed_accounts`, id: sql`user_id`, name: 'phone', purpose: phonePurpose },
    { table: sql`number_requests`, id: sql`id`, name: 'phone', purpose: 'number_requests.phone' },
    { table: sql`number_asks`, id: sql`id`, name: 'phone', purpose: 'number_requests.phone' },
  ],
  emails: [
    { table: sql`email_addresses`, id: sql`user_id`, name: 'address', purpose: 'email_addresses.address' },
    { table: sql`email_claims`, id: sql`user_id`, name: 'address', purpose: 'email_addresses.address' },
  ],
};

export type KeyUse = {
  key: string;
  users: number;
  emails: number;
  secondFactors: number;
  checkingCodes: number;
  fpsIds: number;
  bans: number;
};
export type RotationReport = {
  users: number;
  emails: number;
  secondFactors: number;
  checkingCodes: number;
  fpsIds: number;
  bans: number;
  /** Users whose number another account already has under the new key. They are left unchanged. */
  doubles: number[];
  /** The keys other than the current one that some row still needs. */
  stillNeeded: KeyUse[];
};

type UserRow = { id: string; cipher: Buffer; key: string };
type Moved = { users: number; bans: number; doubles: number[] };

/**
 * Encrypts everything again with the current key, in short transactions: it can be stopped and restarted at
 * any time while the product runs. A ban stores only a hash, so only bans of numbers with an account can be
 * moved.
 */
export async function rotateKeys(
  { database, vault }: { database: Database; vault: PhoneEncryption },
  { batch = 200, known }: { batch?: number; known: readonly string[] },
): Promise<RotationReport> {
  const report = {
    users: 0,
    emails: 0,
    secondFactors: 0,
    checkingCodes: 0,
    fpsIds: 0,
    bans: 0,
    doubles: [] as number[],
  };
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const from: string = after;
    const { last, moved } = await database.transaction((tx) => moveUsers(tx, vault, known, from, batch));
    report.users += moved.users;
    report.bans += moved.bans;
    report.doubles.push(...moved.doubles);
    after = last;
  }
  for (const what of ['users', 'emails'] as const)
    for (const column of hashedColumns[what])
      for (let count = 1; count > 0; report[what] += count)
        count = await database.transaction((tx) => moveHashed(tx, vault, column, known, batch));
  for (const what of ['secondFactors', 'checkingCodes', 'fpsIds'] as const)
    for (let count = 1; count > 0; report[what] += count)
      count = await database.transaction((tx) =>
        moveEncrypted(tx, vault, encryptedColumns[what], known, batch),
      );
  return { ...report, stillNeeded: await keysInUse(database, vault.current) };
}

async function moveUsers(
  tx: Tx,
  vault: PhoneEncryption,
  known: readonly string[],
  after: string,
  batch: number,
) {
  // Includes users under the current key: their bans may still be under an older one.
  const { rows } = await tx.execute<UserRow>(sql`
    select id, phone_cipher as cipher, phone_key as key from users
    where id > ${after} and phone_key = any(${sql.param(known)}::text[])
    order by id limit ${batch} for update`);
  const moved: Moved = { users: 0, bans: 0, doubles: [] };
  for (const row of rows) {
    const number = vault.decrypt(row as Encrypted, phonePurpose);
    moved.bans += await moveBans(tx, vault, number);
    if (row.key === vault.current) continue;
    if (await moveUser(tx, vault, row.id, number)) moved.users++;
    else moved.doubles.push(Number(row.id));
  }
  return { last: rows.at(-1)?.id, moved };
}

/**
 * False when another account has the number under the new key: two processes created one at the same time.
 */
async function moveUser(tx: Tx, vault: PhoneEncryption, id: string, number: string) {
  const { hash } = vault.hash(number);
  const { cipher, key } = vault.encrypt(number, phonePurpose);
  const { rowCount } = await tx.execute(sql`
    update users set phone_hash = ${hash}, phone_cipher = ${cipher}, phone_key = ${key}
    where id = ${id} and not exists (select 1 from users where phone_hash = ${hash})`);
  return rowCount === 1;
}

async function moveBans(tx: Tx, vault: PhoneEncryption, number: string) {
  const [current, ...older] = vault.hashes(number);
  if (!current || older.length === 0) return 0;
  const list = (hashes: Buffer[]) => sql.join(hashes, sql`, `);
  // Only one ban of a number may be in force: the one under the new key, else the first. The others are
  // lifted.
  await tx.execute(sql`
    update bans set lifted_at = now()
    where phone_hash in (${list(older)}) and lifted_at is null and exists (
      select 1 from bans other
      where other.lifted_at is null and (
        other.phone_hash = ${current} or (other.phone_hash in (${list(older)}) and other.id < bans.id)))`);
  const { rowCount } = await tx.execute(sql`
    update bans set phone_hash = ${current}, phone_key = ${vault.current} where phone_hash in (${list(older)})`);
  return rowCount ?? 0;
}

type EncryptedColumn = (typeof encryptedColumns)[keyof typeof encryptedColumns];

async function moveEncrypted(
  tx: Tx,
  vault: PhoneEncryption,
  column: EncryptedColumn,
  known: readonly string[],
  batch: number,
) {
  const { table, id, purpose } = column;
  const { rows } = await tx.execute<UserRow>(sql`
    select ${id} as id, ${column.cipher} as cipher, ${column.key} as key from ${table}
    where ${column.key} <> ${vault.current} and ${column.key} = any(${sql.param(known)}::text[])
    order by ${id} limit ${batch} for update`);
  for (const row of rows) {
    const { cipher, key } = vault.encrypt(vault.decrypt(row as Encrypted, purpose), purpose);
    await tx.execute(sql`
      update ${table} set ${column.cipher} = ${cipher}, ${column.key} = ${key} where ${id} = ${row.id}`);
  }
  return rows.length;
}

type HashedColumn = (typeof hashedColumns)[keyof typeof hashedColumns][number];

async function moveHashed(
  tx: Tx,
  vault: PhoneEncryption,
  { table, id, name, purpose }: HashedColumn,
  known: readonly string[],
  batch: number,
) {
  const column = (part: 'hash' | 'cipher' | 'key') => sql.identifier(`${name}_${part}`);
  const { rows } = await tx.execute<UserRow>(sql`
    select ${id} as id, ${column('cipher')} as cipher, ${column('key')} as key from ${table}
    where ${column('key')} <> ${vault.current} and ${column('key')} = any(${sql.param(known)}::text[])
    order by ${id} limit ${batch} for update`);
  for (const row of rows) {
    const text = vault.decrypt(row as Encrypted, purpose);
    const { cipher, key } = vault.encrypt(text, purpose);
    const { hash } = vault.hash(text.toLowerCase());
    await tx.execute(sql`
      update ${table} set ${column('hash')} = ${hash}, ${column('cipher')} = ${cipher}, ${column('key')} = ${key}
      where ${id} = ${row.id}`);
  }
  return rows.length;
}

async function keysInUse({ db }: Database, current: string): Promise<KeyUse[]> {
  const { rows } = await db.execute<KeyUse>(sql`
    select key, sum(users)::int as users, sum(emails)::int as emails, sum(factors)::int as "secondFactors",
      sum(codes)::int as "checkingCodes", sum(fps)::int as "fpsIds", sum(bans)::int as bans
    from (
      select phone_key as key, 1 as users, 0 as emails, 0 as factors, 0 as codes, 0 as fps, 0 as bans
        from users where phone_key is not null
      union all select phone_key, 1, 0, 0, 0, 0, 0 from sealed_accounts
      union all select phone_key, 1, 0, 0, 0, 0, 0 from number_requests where phone_key is not null
      union all select phone_key, 1, 0, 0, 0, 0, 0 from number_asks where phone_key is not null
      union all select address_key, 0, 1, 0, 0, 0, 0 from email_addresses
      union all select address_key, 0, 1, 0, 0, 0, 0 from email_claims
      union all select secret_key, 0, 0, 1, 0, 0, 0 from second_factors
      union all select code_key, 0, 0, 0, 1, 0, 0 from police_checks where code_key is not null
      union all select value_key, 0, 0, 0, 0, 1, 0 from fps_ids
      union all select phone_key, 0, 0, 0, 0, 0, 1 from bans
    ) uses where key <> ${current} group by key order by key`);
  return rows;
}
