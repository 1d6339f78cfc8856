import { randomBytes } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  createPhoneEncryption,
  type NamedKey,
  type PhoneEncryption,
} from '#server/ground/phone/phone-encryption.ts';
import { createTestDatabase, type TestDatabase } from '#tests/database.ts';
import { rotateKeys } from './rotate-keys.ts';

const k1: NamedKey = { id: 'k1', key: randomBytes(32) };
const k2: NamedKey = { id: 'k2', key: randomBytes(32) };
const k3: NamedKey = { id: 'k3', key: randomBytes(32) };
const [old, both] = [createPhoneEncryption([k1]), createPhoneEncryption([k2, k1])];
const numberOf = (at: number) => `+852${91_000_000 + at}`;

let testDatabase: TestDatabase;
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  onTestFinished(() => testDatabase.drop());
});
const query = (text: string, values: unknown[] = []) => testDatabase.database.pool.query(text, values);

async function addUser(vault: PhoneEncryption, number: string) {
  const { cipher, key } = vault.encrypt(number, 'users.phone');
  const { rows } = await query(
    'insert into users (phone_hash, phone_cipher, phone_key) values ($1, $2, $3) returning id',
    [vault.hash(number).hash, cipher, key],
  );
  return Number(rows[0].id);
}
async function addSecret(vault: PhoneEncryption, userId: number, secret: string) {
  const { cipher, key } = vault.encrypt(secret, 'second_factors.secret');
  await query('insert into second_factors (user_id, secret_cipher, secret_key) values ($1, $2, $3)', [
    userId,
    cipher,
    key,
  ]);
}
const addBan = (vault: PhoneEncryption, number: string, lifted = false) =>
  query('insert into bans (phone_hash, phone_key, reason, lifted_at) values ($1, $2, $3, $4)', [
    vault.hash(number).hash,
    vault.current,
    'spam',
    lifted ? new Date() : null,
  ]);
const rotate = (vault = both, options = {}) =>
  rotateKeys({ database: testDatabase.database, vault }, { batch: 3, known: ['k2', 'k1'], ...options });

test('all rows are encrypted with the new key and the old key is no longer needed', async () => {
  const ids: number[] = [];
  for (let at = 0; at < 10; at++) ids.push(await addUser(at === 4 ? both : old, numberOf(at)));
  for (const id of ids.slice(0, 7)) await addSecret(old, id, `secret ${id}`);
  const fps = old.encrypt('1234567', 'fps_ids.value');
  await query(`insert into fps_ids (user_id, kind, value_cipher, value_key) values ($1, 'id', $2, $3)`, [
    ids[0],
    fps.cipher,
    fps.key,
  ]);
  await addBan(old, numberOf(1));
  await addBan(old, numberOf(2), true);
  // This number was moved earlier, but its ban was not.
  await addBan(old, numberOf(4));
  await query(`insert into users (deleted_at) values (now())`);

  expect(await rotate()).toEqual({
    users: 9,
    emails: 0,
    secondFactors: 7,
    checkingCodes: 0,
    fpsIds: 1,
    bans: 3,
    doubles: [],
    stillNeeded: [],
  });

  const alone = createPhoneEncryption([k2]);
  const { rows } = await query(`select phone_hash, phone_cipher as cipher, phone_key as key from users
    where phone_key is not null order by id`);
  expect(rows).toHaveLength(10);
  for (const [at, row] of rows.entries()) {
    expect(alone.decrypt(row, 'users.phone')).toBe(numberOf(at));
    expect(row.phone_hash).toEqual(alone.hash(numberOf(at)).hash);
  }
  const secrets = await query(
    `select user_id, secret_cipher as cipher, secret_key as key from second_factors`,
  );
  for (const row of secrets.rows)
    expect(alone.decrypt(row, 'second_factors.secret')).toBe(`secret ${row.user_id}`);
  const [moved] = (await query('select value_cipher as cipher, value_key as key from fps_ids')).rows;
  expect(alone.decrypt(moved, 'fps_ids.value')).toBe('1234567');
  const bans = await query('select phone_hash, phone_key, lifted_at from bans order by id');
  expect(bans.rows.map(({ phone_hash }) => phone_hash)).toEqual(
    [1, 2, 4].map((at) => alone.hash(numberOf(at)).hash),
  );
  expect(bans.rows.map(({ lifted_at }) => lifted_at === null)).toEqual([true, false, true]);

  expect(await rotate()).toMatchObject({
    users: 0,
    secondFactors: 0,
    checkingCodes: 0,
    bans: 0,
    stillNeeded: [],
  });
});

test('the numbers of sealed accounts and of requests to move one are moved, too', async () => {
  const id = await addUser(both, numberOf(1));
  const further = [
    ['sealed_accounts', 'users.phone', `user_id, delete_at`, `${id}, now()`],
    ['number_requests', 'number_requests.phone', `user_id, locale`, `${id}, 'en'`],
    ['number_asks', 'number_requests.phone', `locale, old_trace, address_trace`, `'en', '', ''`],
  ] as const;
  for (const [table, purpose, columns, values] of further) {
    const { cipher, key } = old.encrypt(numberOf(2), purpose);
    await query(
      `insert into ${table} (phone_hash, phone_cipher, phone_key, ${columns}) values ($1, $2, $3, ${values})`,
      [old.hash(numberOf(2)).hash, cipher, key],
    );
  }
  expect(await rotate()).toMatchObject({ users: 3, stillNeeded: [] });
  const alone = createPhoneEncryption([k2]);
  for (const [table, purpose] of further) {
    const { rows } = await query(`select phone_hash, phone_cipher as cipher, phone_key as key from ${table}`);
    expect(rows.map((row) => alone.decrypt(row, purpose))).toEqual([numberOf(2)]);
    expect(rows[0].phone_hash).toEqual(alone.hash(numberOf(2)).hash);
  }
});

test('e-mail addresses are moved with the hash they are found by, whatever their case', async () => {
  const id = await addUser(both, numberOf(1));
  const email = 'Somebody@Example.com';
  const { cipher, key } = old.encrypt(email, 'email_addresses.address');
  const values = [old.hash(email.toLowerCase()).hash, cipher, key];
  await query(
    `insert into email_addresses (user_id, address_hash, address_cipher, address_key, link_hash)
     values (${id}, $1, $2, $3, '')`,
    values,
  );
  await query(
    `insert into email_claims (user_id, address_hash, address_cipher, address_key, code_hash, link_hash, expires_at)
     values (${id}, $1, $2, $3, '', '', now())`,
    values,
  );
  expect(await rotate()).toMatchObject({ users: 0, emails: 2, stillNeeded: [] });
  const alone = createPhoneEncryption([k2]);
  for (const table of ['email_addresses', 'email_claims']) {
    const { rows } = await query(
      `select address_hash, address_cipher as cipher, address_key as key from ${table}`,
    );
    expect(rows.map((row) => alone.decrypt(row, 'email_addresses.address'))).toEqual([email]);
    expect(rows[0].address_hash).toEqual(alone.hash(email.toLowerCase()).hash);
  }
});

test('a ban without an account still needs its old key', async () => {
  await addUser(old, numberOf(1));
  await addBan(old, numberOf(2));
  expect(await rotate()).toMatchObject({
    users: 1,
    bans: 0,
    stillNeeded: [{ key: 'k1', users: 0, emails: 0, secondFactors: 0, checkingCodes: 0, fpsIds: 0, bans: 1 }],
  });
});

test('a number banned under both keys stays banned, with one ban in force', async () => {
  await addUser(old, numberOf(1));
  await addBan(old, numberOf(1));
  await addBan(both, numberOf(1));
  expect(await rotate()).toMatchObject({ bans: 1, stillNeeded: [] });
  const { rows } = await query('select id, lifted_at is null as in_force, phone_key from bans order by id');
  expect(rows.map(({ in_force }) => in_force)).toEqual([false, true]);
});

test('a number banned under two old keys stays banned, with one ban in force', async () => {
  const three = createPhoneEncryption([k3, k2, k1]);
  await addUser(old, numberOf(1));
  await addBan(both, numberOf(1));
  await addBan(old, numberOf(1));
  expect(await rotate(three, { known: ['k3', 'k2', 'k1'] })).toMatchObject({ bans: 2, stillNeeded: [] });
  const { rows } = await query('select lifted_at is null as in_force from bans order by id');
  expect(rows).toEqual([{ in_force: true }, { in_force: false }]);
});

test('an interrupted rotation continues where it stopped', async () => {
  for (let at = 0; at < 10; at++) await addUser(old, numberOf(at));
  // The fifth number cannot be decrypted: its batch is rolled back, the batch before it stays.
  const { rows } = await query(`update users set phone_cipher = decode(repeat('00', 40), 'hex')
    where id = (select id from users order by id offset 4 limit 1) returning id`);
  await expect(rotate()).rejects.toThrow();
  const moved = async () =>
    (await query(`select count(*)::int from users where phone_key = 'k2'`)).rows[0].count;
  expect(await moved()).toBe(3);
  const { cipher } = old.encrypt(numberOf(4), 'users.phone');
  await query('update users set phone_cipher = $1 where id = $2', [cipher, rows[0].id]);
  expect(await rotate()).toMatchObject({ users: 7, stillNeeded: [] });
  expect(await moved()).toBe(10);
});

test('two concurrent rotations do the work once, also while an account is being deleted', async () => {
  const ids: number[] = [];
  for (let at = 0; at < 30; at++) ids.push(await addUser(old, numberOf(at)));
  const [first, second] = await Promise.all([
    rotate(),
    rotate(),
    query('update users set phone_hash = null, phone_cipher = null, phone_key = null where id = $1', [
      ids[20],
    ]),
  ]);
  expect([29, 30]).toContain(first.users + second.users);
  expect(first.doubles.concat(second.doubles)).toEqual([]);
  const { rows } = await query('select id, phone_key from users order by id');
  expect(rows.filter(({ phone_key }) => phone_key === 'k2')).toHaveLength(29);
  expect(rows[20].phone_key).toBeNull();
});

test('one number with two accounts is left unchanged and reported', async () => {
  const first = await addUser(old, numberOf(1));
  await addUser(both, numberOf(1));
  const report = await rotate();
  expect(report).toMatchObject({ users: 0, doubles: [first], stillNeeded: [{ key: 'k1', users: 1 }] });
});

test('rows encrypted with a missing key are left unchanged and the key is reported', async () => {
  await addUser(createPhoneEncryption([k3]), numberOf(1));
  await addUser(old, numberOf(2));
  expect(await rotate()).toMatchObject({ users: 1, stillNeeded: [{ key: 'k3', users: 1 }] });
});

test('police checking codes are rotated too, and the old key is needed until they are', async () => {
  const [family, tutor] = [await addUser(both, numberOf(1)), await addUser(both, numberOf(2))];
  // The match does not matter here.
  await query('alter table police_checks drop constraint police_checks_match_id_fkey');
  const { cipher, key } = old.encrypt('12345678901234', 'police_checks.code');
  await query(
    `insert into police_checks (match_id, family_user_id, tutor_user_id, status, code_cipher, code_key, issued_on, shared_at)
     values (1, $1, $2, 'shared', $3, $4, now(), now())`,
    [family, tutor, cipher, key],
  );
  expect((await rotate(both, { known: ['k2'] })).stillNeeded).toMatchObject([
    { key: 'k1', checkingCodes: 1 },
  ]);
  expect(await rotate()).toMatchObject({ checkingCodes: 1, stillNeeded: [] });
  const { rows } = await query('select code_cipher as cipher, code_key as key from police_checks');
  expect(createPhoneEncryption([k2]).decrypt(rows[0], 'police_checks.code')).toBe('12345678901234');
});
