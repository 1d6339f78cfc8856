import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#server/ground/db/db.ts';
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { challengeOf, errorOf, newKeys, openTestSms, phone, request, solve } from '#tests/sms.ts';
import { createSmsHashes } from './hashes.ts';
import { limits } from './limits.ts';
import { tidySms } from './sms.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());
const query = (text: string) => testDatabase.database.pool.query(text);
beforeEach(() => query('truncate sms_messages, sms_codes, sms_days, sms_proofs, sms_refusals'));
const passTime = (time: string) => query(`update sms_messages set at = at - interval '${time}'`);

/** A high free rate, so that no proof of work is required and the other limits are reached. */
const generous = { SMS_FREE_RATE: '100000' };
const open = (environment: Record<string, string> = generous) =>
  openTestSms(testDatabase.database, { environment });
/** An address in a different network each time. */
const randomAddress = () => `${randomInt(11, 200)}.${randomInt(256)}.${randomInt(256)}.9`;
const national = (prefix: number, last: number) => `${prefix}${String(last).padStart(4, '0')}`;

describe('one number', () => {
  test('has to wait longer each time, and gets three codes in ten minutes', async () => {
    const { sms, messages } = open();
    const ask = () => sms.sendCode(request('91234567', { address: randomAddress() }));
    expect((await ask()).resend_in).toBe(30);
    expect(await errorOf(ask())).toMatchObject({ code: 'waitForCode', details: { retry_after: 30 } });
    await passTime('31 seconds');
    expect((await ask()).resend_in).toBe(60);
    await passTime('40 seconds');
    expect(await errorOf(ask())).toMatchObject({ details: { retry_after: 20 } });
    await passTime('21 seconds');
    // The first of the three was sent 92 seconds ago, so it leaves the ten-minute window in 600 - 92 seconds.
    expect((await ask()).resend_in).toBe(600 - 92);
    await passTime('5 minutes');
    expect(await errorOf(ask())).toMatchObject({ details: { retry_after: 600 - 92 - 300 } });
    await passTime('4 minutes');
    expect((await ask()).resend_in).toBeGreaterThanOrEqual(240);
    expect(messages).toHaveLength(4);
  });

  test('does not have to wait after a code was used, but the code counts towards the limit', async () => {
    const { sms, codeFor } = open();
    const me = phone('91234567');
    for (let round = 0; round < 3; round++) {
      const { request_id: requestId } = await sms.sendCode(request('91234567', { address: randomAddress() }));
      await sms.checkCode({ requestId, phone: me, purpose: 'product', code: codeFor(me) });
    }
    expect(await errorOf(sms.sendCode(request('91234567', { address: randomAddress() })))).toMatchObject({
      code: 'waitForCode',
      details: { retry_after: expect.closeTo(600, -1) },
    });
  });

  test('gets at most ten codes a day', async () => {
    const { sms } = open();
    for (let round = 0; round < 10; round++) {
      await sms.sendCode(request('91234567', { address: randomAddress() }));
      await passTime('2 hours');
    }
    expect(await errorOf(sms.sendCode(request('91234567', { address: randomAddress() })))).toMatchObject({
      code: 'waitForCode',
    });
  });

  test('gets one code of twenty concurrent requests to two processes', async () => {
    const keys = newKeys();
    const second = openDatabase(testDatabase.url, { log: silentLog, poolSize: 5 });
    try {
      const processes = [testDatabase.database, second].map((database) =>
        openTestSms(database, { keys, environment: generous }),
      );
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, at) =>
          processes[at % 2]?.sms.sendCode(request('91234567', { address: randomAddress() })),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(processes.flatMap(({ messages }) => messages)).toHaveLength(1);
    } finally {
      await second.close();
    }
  });
});

test('numbers that differ only in their last four digits get at most ten codes in ten minutes', async () => {
  const { sms, messages } = open();
  const ask = (prefix: number, last: number) =>
    sms.sendCode(request(national(prefix, last), { address: randomAddress() }));
  for (let last = 0; last < 10; last++) await ask(9123, last);
  expect(await errorOf(ask(9123, 4567))).toMatchObject({
    code: 'waitForCode',
    details: { retry_after: expect.closeTo(600, -1) },
  });
  await ask(9124, 4567);
  expect(messages).toHaveLength(11);
  expect((await sms.spend()).refused).toEqual({ prefix: 1 });
});

test('one address gets at most twenty codes, and an IPv6 /64 counts as one address', async () => {
  const { sms } = open();
  const ask = (last: number, address: string) =>
    sms.sendCode(request(national(9700 + last, last), { address }));
  for (let last = 0; last < 20; last++) {
    await ask(last, `2001:db8:1:2::${last + 1}`);
    // The network limit would require a proof by now; this test is about the address limit.
    await query(`update sms_messages set network_hash = '\\x00'`);
  }
  expect(await errorOf(ask(30, '2001:db8:1:2:ffff::1'))).toMatchObject({ code: 'waitForCode' });
  await ask(31, '2001:db8:1:3::1');
  expect((await sms.spend()).refused).toEqual({ address: 1 });
});

test('a network has its own limit', { tags: ['whole'] }, async () => {
  const { sms } = open();
  const codeRequest = (last: number) =>
    request(national(9700 + last, last), { address: `198.51.100.${last}` });
  for (let last = 0; last < 3; last++) await sms.sendCode(codeRequest(last));
  await query(`insert into sms_messages (number_hash, prefix_hash, address_hash, network_hash, dial_code)
    select '\\x01', '\\x01', '\\x01', network_hash, '852' from sms_messages, generate_series(1, 19)`);
  const proof = await solve(await challengeOf(sms, codeRequest(99)));
  expect((await query('select 1 from sms_messages')).rowCount).toBe(limits.network[0]?.max);
  expect(await errorOf(sms.sendCode({ ...codeRequest(99), proof }))).toMatchObject({ code: 'waitForCode' });
  expect((await sms.spend()).refused).toMatchObject({ network: 1 });
});

test('only served countries get codes, with a daily limit for each', async () => {
  const { sms } = open({ ...generous, SMS_DIAL_CODES: '852,853:2' });
  const macau = (typed: string) =>
    request('91234567', { phone: phone(typed, '853'), address: randomAddress() });
  expect(
    await errorOf(sms.sendCode(request('91234567', { phone: phone('13800138000', '86'), locale: 'en' }))),
  ).toMatchObject({
    code: 'badInput',
    fields: { area_code: 'Numbers of this country are not served yet' },
  });
  await sms.sendCode(macau('66123456'));
  await sms.sendCode(macau('66223456'));
  expect(await errorOf(sms.sendCode(macau('66323456')))).toMatchObject({ code: 'smsUnavailable' });
  await sms.sendCode(request('91234567', { address: randomAddress() }));
  expect((await sms.spend()).refused).toEqual({ dial_code: 1, dial_code_day: 1 });
});

describe('a proof of work', () => {
  const strict = { SMS_FREE_RATE: '2' };
  const busy = async () => {
    const opened = open(strict);
    for (const last of [1, 2])
      await opened.sms.sendCode(request(national(9200, last), { address: randomAddress() }));
    return opened;
  };

  test('is required from everybody above the free rate, and is valid once for its number', async () => {
    const { sms, messages } = await busy();
    const codeRequest = request('91234567', { address: randomAddress() });
    const challenge = await challengeOf(sms, codeRequest);
    const proof = await solve(challenge);
    const stranger = request('61234567', { address: randomAddress(), proof });
    expect(await errorOf(sms.sendCode(stranger))).toMatchObject({ code: 'proofNeeded' });
    await sms.sendCode({ ...codeRequest, proof });
    await passTime('31 seconds');
    expect(await errorOf(sms.sendCode({ ...codeRequest, proof }))).toMatchObject({ code: 'proofNeeded' });
    expect(messages).toHaveLength(3);
    expect((await sms.spend()).refused).toEqual({ proof_missing: 1, proof_used: 1, proof_wrong: 1 });
  });

  test('sent by several concurrent requests is accepted once', async () => {
    const { sms, messages } = await busy();
    const codeRequest = request('91234567');
    const proof = await solve(await challengeOf(sms, codeRequest));
    await Promise.allSettled(Array.from({ length: 10 }, () => sms.sendCode({ ...codeRequest, proof })));
    expect(messages).toHaveLength(3);
    expect((await sms.spend()).refused).toMatchObject({ proof_used: 9 });
  });

  test('is required in a network that has used its three free codes', async () => {
    const { sms } = open();
    for (let last = 1; last <= 3; last++)
      await sms.sendCode(request(national(9200, last), { address: `198.51.100.${last}` }));
    await challengeOf(sms, request('91234567', { address: '198.51.100.77' }));
    await sms.sendCode(request('91234567', { address: '198.51.101.77' }));
  });

  test('that is made up, changed, expired or huge is refused', async () => {
    const { sms, messages } = await busy();
    const codeRequest = request('91234567');
    const challenge = await challengeOf(sms, codeRequest);
    const { solution } = JSON.parse(Buffer.from(await solve(challenge), 'base64').toString());
    const pack = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
    const withParameters = (more: object) => ({
      challenge: { ...challenge, parameters: { ...challenge.parameters, ...more } },
      solution,
    });
    for (const proof of [
      '',
      'x',
      pack(null),
      pack({ challenge }),
      pack({ challenge, solution: { ...solution, counter: solution.counter + 1 } }),
      pack({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }),
      pack(withParameters({ cost: 1 })),
      pack(withParameters({ cost: 1e9 })),
      pack(withParameters({ expiresAt: 4e9 })),
      pack(withParameters({ keyPrefix: '0' })),
      pack({ challenge: { ...challenge, signature: '00'.repeat(32) }, solution }),
      pack({ challenge: { parameters: challenge.parameters }, solution }),
      `${'['.repeat(3_000)}`,
    ])
      expect(await errorOf(sms.sendCode({ ...codeRequest, proof }))).toMatchObject({ code: 'proofNeeded' });
    expect(messages).toHaveLength(2);
  });

  test('without proofs, a hundred concurrent requests get no more codes than the free rate', async () => {
    const { sms, messages } = open({ SMS_FREE_RATE: '5' });
    await Promise.allSettled(
      Array.from({ length: 100 }, (_, at) =>
        sms.sendCode(request(national(9600 + at, at), { address: randomAddress() })),
      ),
    );
    expect(messages).toHaveLength(5);
  });

  test('a request without a proof costs one query and no transaction', async () => {
    const { sms } = await busy();
    const { pool } = testDatabase.database;
    const query = vi.spyOn(pool, 'query');
    const connect = vi.spyOn(pool, 'connect');
    onTestFinished(() => {
      query.mockRestore();
      connect.mockRestore();
    });
    await challengeOf(sms, request('91234567', { address: randomAddress() }));
    expect(query).toHaveBeenCalledOnce();
    // The pool’s own query takes one connection; a transaction would take another.
    expect(connect).toHaveBeenCalledOnce();
  });

  test('refused requests without a proof do not count towards the limits of others', {
    tags: ['whole'],
  }, async () => {
    const { sms } = await busy();
    for (let last = 0; last < 50; last++)
      await errorOf(sms.sendCode(request(national(9123, last), { address: randomAddress() })));
    const codeRequest = request('91239999', { address: randomAddress() });
    await sms.sendCode({ ...codeRequest, proof: await solve(await challengeOf(sms, codeRequest)) });
    expect((await query('select 1 from sms_messages')).rowCount).toBe(3);
    expect((await query('select 1 from sms_proofs')).rowCount).toBe(1);
  });
});

describe('the daily budget', () => {
  const environment = { ...generous, SMS_PRICE: '10', SMS_DAILY_BUDGET: '1000' };
  const spent = (cents: number) =>
    query(`insert into sms_days (day, messages, spend_cents)
      values ((now() at time zone 'Asia/Hong_Kong')::date, 1, ${cents})
      on conflict (day) do update set spend_cents = ${cents}`);

  test('raises the cost of the proof before it refuses', async () => {
    const { sms, messages } = open(environment);
    const codeRequest = request('91234567', { address: randomAddress() });
    const costAt = async (cents: number) => {
      await spent(cents);
      return (await challengeOf(sms, codeRequest)).parameters.cost;
    };
    await spent(90);
    await sms.sendCode(request('61234567', { address: randomAddress() }));
    const costs: number[] = [];
    for (const cents of [100, 490, 500, 750, 900, 990]) costs.push(await costAt(cents));
    expect(costs).toEqual([4_000, 4_000, 8_000, 16_000, 32_000, 32_000]);
    expect(await sms.spend()).toMatchObject({ breaker: 'raised', proof_cost: 32_000, spend_cents: 990 });
    await spent(991);
    expect(await errorOf(sms.sendCode(codeRequest))).toMatchObject({ code: 'smsUnavailable' });
    expect(await sms.spend()).toMatchObject({ breaker: 'open', refused: { budget: 1 } });
    expect(messages).toHaveLength(1);
  });

  test('accepts a proof one cost step behind, not two, and no proof when it is spent', {
    tags: ['whole'],
  }, async () => {
    const { sms } = open(environment);
    await spent(500);
    const codeRequest = request('91234567', { address: randomAddress() });
    const proofs = [
      await solve(await challengeOf(sms, codeRequest)),
      await solve(await challengeOf(sms, codeRequest)),
    ];
    const unspent = await solve(await challengeOf(sms, codeRequest));
    await spent(900);
    expect(await errorOf(sms.sendCode({ ...codeRequest, proof: proofs[0] }))).toMatchObject({
      code: 'proofNeeded',
    });
    await spent(1000);
    expect(await errorOf(sms.sendCode({ ...codeRequest, proof: unspent }))).toMatchObject({
      code: 'smsUnavailable',
    });
    await spent(750);
    await sms.sendCode({ ...codeRequest, proof: proofs[1] });
    expect(await sms.spend()).toMatchObject({ spend_cents: 760, messages: 2 });
  });

  test('allows no more free messages than a tenth of it pays for, also concurrently', async () => {
    const { sms, messages } = open({ ...environment, SMS_DAILY_BUDGET: '1000' });
    await spent(70);
    await Promise.allSettled(
      Array.from({ length: 30 }, (_, at) =>
        sms.sendCode(request(national(9600 + at, at), { address: randomAddress() })),
      ),
    );
    // 70, 80 and 90 are below a tenth; from there on a proof is required.
    expect(messages).toHaveLength(3);
  });
});

describe('a failing gateway', () => {
  test('is reported and counted, and causes no resend wait', async () => {
    const logged: object[] = [];
    const { sms } = openTestSms(testDatabase.database, {
      sender: {
        send: async () => {
          throw new Error('no luck');
        },
      },
      log: { info() {}, warn() {}, error: (details: object) => void logged.push(details) },
    });
    for (let round = 0; round < 3; round++)
      expect(await errorOf(sms.sendCode(request('91234567')))).toMatchObject({ code: 'smsUnavailable' });
    // There is no resend wait, but the limit applies.
    expect(await errorOf(sms.sendCode(request('91234567', { address: randomAddress() })))).toMatchObject({
      code: 'waitForCode',
    });
    expect(await sms.spend()).toMatchObject({
      messages: 3,
      failed: 3,
      spend_cents: 120,
      refused: { gateway: 3 },
    });
    expect((await query('select 1 from sms_codes')).rowCount).toBe(0);
    expect(logged).toHaveLength(3);
  });

  test('a message whose process died before the gateway answered still counts', async () => {
    const { sms } = openTestSms(testDatabase.database, { sender: { send: () => new Promise(() => {}) } });
    sms.sendCode(request('91234567'));
    await expect.poll(async () => (await query('select 1 from sms_messages')).rowCount).toBe(1);
    expect((await query('select state from sms_messages')).rows).toEqual([{ state: 'pending' }]);
    const again = openTestSms(testDatabase.database);
    await again.sms.sendCode(request('61234567'));
    expect(await again.sms.spend()).toMatchObject({ messages: 2 });
  });
});

test('expired rows are deleted, others are kept', async () => {
  const { sms } = open();
  await sms.sendCode(request('91234567'));
  await sms.sendCode(request('61234567'));
  const count = async (table: string) => (await query(`select 1 from ${table}`)).rowCount;
  await query(`insert into sms_proofs values ('\\x01', now() - interval '11 minutes'), ('\\x02', now())`);
  await tidySms(testDatabase.database);
  expect([await count('sms_messages'), await count('sms_codes'), await count('sms_proofs')]).toEqual([
    2, 2, 1,
  ]);
  await query(`update sms_codes set expires_at = now() where ctid = (select min(ctid) from sms_codes)`);
  await query(
    `update sms_messages set at = at - interval '49 hours' where ctid = (select min(ctid) from sms_messages)`,
  );
  await tidySms(testDatabase.database);
  expect([await count('sms_messages'), await count('sms_codes'), await count('sms_proofs')]).toEqual([
    1, 1, 1,
  ]);
});

test('hashes of one person cannot be linked over more than two days', async () => {
  const hashes = createSmsHashes(newKeys().secret);
  const me = phone('91234567');
  const noon = Date.UTC(2026, 10, 15, 12);
  const [today, tomorrow, after] = [0, 1, 2].map((days) =>
    hashes.trace(me, '1.2.3.4', noon + days * 86_400_000),
  );
  expect(tomorrow?.number[1]).toEqual(today?.number[0]);
  expect(after?.number).not.toContainEqual(today?.number[0]);
});
