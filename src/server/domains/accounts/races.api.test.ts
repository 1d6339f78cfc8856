import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { deleteAccount } from '#server/domains/privacy/privacy.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { createPhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { personalDomains } from '#server/wiring/personal-data.ts';
import { newNumber } from '#tests/browser.ts';
import { addPerson, testKey, testPhoneEncryption } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { whileLocked } from '#tests/while-locked.ts';
import { ban } from './bans.ts';
import { beginSecondFactor } from './second-factor.ts';
import { lockNumber } from './stored-phone.ts';

// Pairs of concurrent requests. Without the lock, both would be let through.

const { newBrowser, run, registered, database } = await serve();

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
const codes = (answers: { code: number }[]) => answers.map(({ code }) => code);
const lockUser = (id: number) => (tx: Tx) => tx.execute(sql`select from users where id = ${id} for update`);
const deleteUser = (id: number) => (tx: Tx) => deleteAccount(tx, testPhoneEncryption, personalDomains, id);
const sessionsOf = async (id: number) =>
  (await run(sql`select id from sessions where user_id = ${id}`)).rows.length;

/** A user with a second factor, and a second browser of theirs that is prompted for it. */
async function userWithSecondFactor() {
  const { browser, number, id } = await registered();
  const { data: setup } = await browser.post('/api/users/second_factor/setup');
  const { data: on } = await browser.post('/api/users/second_factor/confirm', { code: codeOf(setup.secret) });
  await run(sql`update second_factors set last_step = 0 where user_id = ${id}`);
  const { data } = await newBrowser().proveNumber(number);
  const step = (code: string) =>
    newBrowser().post('/api/users/second_factor_login', { challenge: data.challenge, code });
  return { browser, number, id, secret: setup.secret as string, on, step };
}

const lockFactor = (id: number) => (tx: Tx) =>
  tx.execute(sql`select from second_factors where user_id = ${id} for update`);

describe('the second factor', () => {
  test('one code entered in two places at once logs in only one of them', async () => {
    const { id, secret, step } = await userWithSecondFactor();
    const code = codeOf(secret);
    const answers = await whileLocked(database, lockFactor(id), [() => step(code), () => step(code)]);
    expect(codes(answers)).toEqual([0, 2001]);
  });

  test('of twelve concurrent guesses only five are compared', async () => {
    const { step } = await userWithSecondFactor();
    const answers = await Promise.all(Array.from({ length: 12 }, () => step('AAAA-AAAA-AAAA-AAAA')));
    expect(codes(answers).filter((code) => code === 2001)).toHaveLength(5);
    expect(codes(answers).filter((code) => code === 1008)).toHaveLength(7);
  });

  test('its secret cannot be replaced between its code and its confirmation', async () => {
    const { browser, id, number } = await registered();
    const { data: first } = await browser.post('/api/users/second_factor/setup');
    const [confirmed, again] = await whileLocked(database, lockFactor(id), [
      () => browser.post('/api/users/second_factor/confirm', { code: codeOf(first.secret) }),
      () => browser.post('/api/users/second_factor/setup'),
    ]);
    expect(confirmed?.data.recovery_codes).toHaveLength(10);
    expect(again?.code).toBe(1012);
    await run(sql`update second_factors set last_step = 0 where user_id = ${id}`);
    const other = newBrowser();
    const { challenge } = (await other.proveNumber(number)).data;
    const answer = await other.post('/api/users/second_factor_login', {
      challenge,
      code: codeOf(first.secret),
    });
    expect(answer.code).toBe(0);
  });

  test('a code of the previous secret is refused after the secret was replaced', async () => {
    const { browser, id } = await registered();
    const { data: first } = await browser.post('/api/users/second_factor/setup');
    const confirm = () => browser.post('/api/users/second_factor/confirm', { code: codeOf(first.secret) });
    const replace = (tx: Tx) => beginSecondFactor(tx, testPhoneEncryption, id);
    expect(codes(await whileLocked(database, lockFactor(id), [confirm], replace))).toEqual([2001]);
    expect((await browser.get('/api/users/second_factor')).data.is_on).toBe(false);
  });
});

describe('a number that is being banned', () => {
  const banning = (number: string) => ({
    lock: async (tx: Tx) => lockNumber(tx, testPhoneEncryption, `+852${number}`),
    ban: (tx: Tx) =>
      tx.execute(sql`
        insert into bans (phone_hash, phone_key, reason)
        values (${testPhoneEncryption.hash(`+852${number}`).hash}, 'k1', 'sample')`),
  });

  test('cannot be registered while the ban is being made', async () => {
    const number = newNumber();
    const browser = newBrowser();
    const { ticket } = (await browser.proveNumber(number)).data;
    const form = { ticket, name: '樣本人', gender: 'F', identity: 1, agreed: true };
    const { lock, ban } = banning(number);
    const register = () =>
      browser.post('/api/common_info/simple_registration', { ...form, registration_method: 'home_register' });
    expect(codes(await whileLocked(database, lock, [register], ban))).toEqual([2007]);
    expect(
      (await run(sql`select from users where phone_hash = ${testPhoneEncryption.hash(`+852${number}`).hash}`))
        .rows,
    ).toEqual([]);
  });

  test('has its new account found by a ban made at the same time', async () => {
    const number = newNumber();
    const e164 = `+852${number}`;
    const operator = await addPerson(database, { operator: true });
    const { lock } = banning(number);
    const work = () =>
      database.transaction((tx) =>
        ban(tx, testPhoneEncryption, { e164, reason: 'sample', operatorId: operator.id }),
      );
    const [made] = await whileLocked(database, lock, [work], async (tx) => {
      const { cipher } = testPhoneEncryption.encrypt(e164, 'users.phone');
      await tx.execute(sql`
        insert into users (phone_hash, phone_cipher, phone_key) values (${testPhoneEncryption.hash(e164).hash}, ${cipher}, 'k1')`);
    });
    expect(made?.userId).toEqual(expect.any(Number));
  });

  test('is not banned when its owner becomes an operator at the same time', async () => {
    const { number, id } = await registered();
    const [operator] = [await addPerson(database, { operator: true })];
    const work = () =>
      database
        .transaction((tx) =>
          ban(tx, testPhoneEncryption, { e164: `+852${number}`, reason: 'sample', operatorId: operator.id }),
        )
        .catch((error) => error.code);
    const promote = (tx: Tx) => tx.execute(sql`insert into operators (user_id) values (${id})`);
    expect(await whileLocked(database, lockUser(id), [work], promote)).toEqual(['notAllowed']);
  });

  test('during key rotation the ban is stored under the key that the account’s sessions are checked with', async () => {
    const { browser, number, id } = await registered();
    const operator = await addPerson(database, { operator: true });
    const rotating = createPhoneEncryption([
      { id: 'k2', key: Buffer.alloc(32, 9) },
      { id: 'k1', key: testKey },
    ]);
    await database.transaction((tx) =>
      ban(tx, rotating, { e164: `+852${number}`, reason: 'sample', operatorId: operator.id }),
    );
    // A session that was being opened during the ban, so the ban did not end it.
    await run(sql`update sessions set ended_at = null where user_id = ${id}`);
    expect((await browser.get('/api/users/info')).code).toBe(3001);
  });

  test('cannot log in to the AI app while the ban is being made', async () => {
    const number = newNumber();
    const { lock, ban } = banning(number);
    const logIn = () => newBrowser().proveNumber(number, '/api_ai/user');
    expect(codes(await whileLocked(database, lock, [logIn], ban))).toEqual([2007]);
  });
});

describe('an account that is being deleted', () => {
  test.each(['/api/users', '/api_ai/user'] as const)('gains no session by %s/verify_sms', async (side) => {
    const { number, id } = await registered();
    const before = await sessionsOf(id);
    const logIn = () => newBrowser().proveNumber(number, side);
    expect(codes(await whileLocked(database, lockUser(id), [logIn], deleteUser(id)))).toEqual([3001]);
    expect(await sessionsOf(id)).toBe(before);
  });

  test('gains no session by its second factor', async () => {
    const { id, on, step } = await userWithSecondFactor();
    const before = await sessionsOf(id);
    const answers = await whileLocked(
      database,
      lockUser(id),
      [() => step(on.recovery_codes[0])],
      deleteUser(id),
    );
    expect(codes(answers)).toEqual([3001]);
    expect(await sessionsOf(id)).toBe(before);
  });

  test('cannot confirm a QR code, and a QR code it confirmed before opens no session', async () => {
    const { browser: phone, id } = await registered();
    const [first, second] = [newBrowser(), newBrowser()];
    const [{ data: taken }, { data: open }] = [
      await first.get('/api_ai/user/qrcode'),
      await second.get('/api_ai/user/qrcode'),
    ];
    expect(
      (await phone.post('/api_ai/user/confirm_login', { code: taken.code, number: taken.number })).code,
    ).toBe(0);
    const before = await sessionsOf(id);
    const answers = await whileLocked(
      database,
      lockUser(id),
      [
        () => phone.post('/api_ai/user/confirm_login', { code: open.code, number: open.number }),
        () => first.get(`/api_ai/user/login_status?code=${taken.code}`),
      ],
      deleteUser(id),
    );
    expect(codes(answers)).toEqual([3001, 3001]);
    expect(await sessionsOf(id)).toBe(before);
    expect((await second.get(`/api_ai/user/login_status?code=${open.code}`)).data.status).toBe('waiting');
  });
});
