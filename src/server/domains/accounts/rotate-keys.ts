import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#server/ground/db/db.ts';
import type { PhoneVault, Sealed } from '#server/ground/phone/phone-vault.ts';

const phonePurpose = 'users.phone';
/** What else is sealed, and by which row it is found. */
const sealed = {
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
};

export type KeyUse = {
  key: string;
  users: number;
  secondFactors: number;
  checkingCodes: number;
  bans: number;
};
export type RotationReport = {
  users: number;
  secondFactors: number;
  checkingCodes: number;
  bans: number;
  /** Users whose number another account holds under the new key already. They are left as they are. */
  doubles: number[];
  /** The keys other than the current one that something still needs. */
  stillNeeded: KeyUse[];
};

type UserRow = { id: string; cipher: Buffer; key: string };
type Moved = { users: number; bans: number; doubles: number[] };

/**
 * Seals everything anew under the current key, in short transactions: it may be stopped and started again at any time
 * while the product runs. Bans hold nothing but a hash, so only those of numbers that an account still has can follow.
 */
export async function rotateKeys(
  { database, vault }: { database: Database; vault: PhoneVault },
  { batch = 200, known }: { batch?: number; known: readonly string[] },
): Promise<RotationReport> {
  const report = { users: 0, secondFactors: 0, checkingCodes: 0, bans: 0, doubles: [] as number[] };
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const from: string = after;
    const { last, moved } = await database.transaction((tx) => moveUsers(tx, vault, known, from, batch));
    report.users += moved.users;
    report.bans += moved.bans;
    report.doubles.push(...moved.doubles);
    after = last;
  }
  for (const what of ['secondFactors', 'checkingCodes'] as const)
    for (let count = 1; count > 0; report[what] += count)
      count = await database.transaction((tx) => moveSealed(tx, vault, sealed[what], known, batch));
  return { ...report, stillNeeded: await keysInUse(database, vault.current) };
}

async function moveUsers(tx: Tx, vault: PhoneVault, known: readonly string[], after: string, batch: number) {
  // Those under the current key as well: a ban of theirs may be older.
  const { rows } = await tx.execute<UserRow>(sql`
    select id, phone_cipher as cipher, phone_key as key from users
    where id > ${after} and phone_key = any(${sql.param(known)}::text[])
    order by id limit ${batch} for update`);
  const moved: Moved = { users: 0, bans: 0, doubles: [] };
  for (const row of rows) {
    const number = vault.open(row as Sealed, phonePurpose);
    moved.bans += await moveBans(tx, vault, number);
    if (row.key === vault.current) continue;
    if (await moveUser(tx, vault, row.id, number)) moved.users++;
    else moved.doubles.push(Number(row.id));
  }
  return { last: rows.at(-1)?.id, moved };
}

/** False when another account has the number under the new key: two processes made one at the same moment. */
async function moveUser(tx: Tx, vault: PhoneVault, id: string, number: string) {
  const { hash } = vault.hash(number);
  const { cipher, key } = vault.seal(number, phonePurpose);
  const { rowCount } = await tx.execute(sql`
    update users set phone_hash = ${hash}, phone_cipher = ${cipher}, phone_key = ${key}
    where id = ${id} and not exists (select 1 from users where phone_hash = ${hash})`);
  return rowCount === 1;
}

async function moveBans(tx: Tx, vault: PhoneVault, number: string) {
  const [current, ...older] = vault.hashes(number);
  if (!current || older.length === 0) return 0;
  const list = (hashes: Buffer[]) => sql.join(hashes, sql`, `);
  // One ban of a number may be in force: that under the new key, else the first. The others become history.
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

type Place = (typeof sealed)[keyof typeof sealed];

async function moveSealed(tx: Tx, vault: PhoneVault, place: Place, known: readonly string[], batch: number) {
  const { table, id, purpose } = place;
  const { rows } = await tx.execute<UserRow>(sql`
    select ${id} as id, ${place.cipher} as cipher, ${place.key} as key from ${table}
    where ${place.key} <> ${vault.current} and ${place.key} = any(${sql.param(known)}::text[])
    order by ${id} limit ${batch} for update`);
  for (const row of rows) {
    const { cipher, key } = vault.seal(vault.open(row as Sealed, purpose), purpose);
    await tx.execute(sql`
      update ${table} set ${place.cipher} = ${cipher}, ${place.key} = ${key} where ${id} = ${row.id}`);
  }
  return rows.length;
}

async function keysInUse({ db }: Database, current: string): Promise<KeyUse[]> {
  const { rows } = await db.execute<KeyUse>(sql`
    select key, sum(users)::int as users, sum(factors)::int as "secondFactors",
      sum(codes)::int as "checkingCodes", sum(bans)::int as bans
    from (
      select phone_key as key, 1 as users, 0 as factors, 0 as codes, 0 as bans from users where phone_key is not null
      union all select secret_key, 0, 1, 0, 0 from second_factors
      union all select code_key, 0, 0, 1, 0 from police_checks where code_key is not null
      union all select phone_key, 0, 0, 0, 1 from bans
    ) uses where key <> ${current} group by key order by key`);
  return rows;
}
