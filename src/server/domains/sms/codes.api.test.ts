import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/ground/config/config.ts';
import type { AppError } from '#server/ground/http/errors.ts';
import { createPhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { createTestDatabase, type TestDatabase } from '#tests/database.ts';
import { errorOf, newKeys, openTestSms, phone, request } from '#tests/sms.ts';
import { openSms } from './sms.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());
const query = (text: string) => testDatabase.database.pool.query(text);
beforeEach(() => query('truncate sms_messages, sms_codes, sms_days, sms_proofs, sms_refusals'));

const open = () => openTestSms(testDatabase.database);
const me = phone('91234567');
const other = phone('61234567');
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

test('the right code is accepted once', async () => {
  const { sms, codeFor } = open();
  const sent = await sms.sendCode(request('91234567'));
  expect(sent).toEqual({
    request_id: expect.stringMatching(/^[\w-]{22}$/),
    expires_in: 300,
    resend_in: 30,
    demo_code: codeFor(me),
  });
  const input = { requestId: sent.request_id, phone: me, purpose: 'product', code: codeFor(me) } as const;
  await sms.checkCode(input);
  expect(await errorOf(sms.checkCode(input))).toMatchObject({ code: 'codeExpired' });
});

describe('a code is refused', () => {
  async function requestCode() {
    const opened = open();
    const { request_id } = await opened.sms.sendCode(request('91234567'));
    const input = { requestId: request_id, phone: me, purpose: 'product', code: opened.codeFor(me) } as const;
    return { ...opened, input };
  }

  test('for another number', async () => {
    const { sms, input } = await requestCode();
    expect(await errorOf(sms.checkCode({ ...input, phone: other }))).toMatchObject({ code: 'codeExpired' });
    await sms.checkCode(input);
  });

  test('with the request id of another number', async () => {
    const { sms, input, codeFor } = await requestCode();
    const theirs = await sms.sendCode(request('61234567'));
    for (const mixed of [
      { ...input, requestId: theirs.request_id },
      { ...input, requestId: theirs.request_id, code: codeFor(other) },
    ])
      expect(await errorOf(sms.checkCode(mixed))).toMatchObject({ code: 'codeExpired' });
  });

  test('for another purpose, or for an unknown request id', async () => {
    const { sms, input } = await requestCode();
    expect(await errorOf(sms.checkCode({ ...input, purpose: 'ai' }))).toMatchObject({ code: 'codeExpired' });
    expect(await errorOf(sms.checkCode({ ...input, requestId: 'x' }))).toMatchObject({ code: 'codeExpired' });
  });

  test('after five minutes', async () => {
    const { sms, input } = await requestCode();
    await query(`update sms_codes set expires_at = expires_at - interval '299 seconds'`);
    expect(await errorOf(sms.checkCode({ ...input, code: wrong(input.code) }))).toMatchObject({
      code: 'codeWrong',
    });
    await query(`update sms_codes set expires_at = expires_at - interval '1 second'`);
    expect(await errorOf(sms.checkCode(input))).toMatchObject({ code: 'codeExpired' });
  });

  test('after five wrong guesses, each of which reports how many are left', async () => {
    const { sms, input } = await requestCode();
    const guess = () => errorOf(sms.checkCode({ ...input, code: wrong(input.code) }));
    for (const left of [4, 3, 2, 1, 0])
      expect(await guess()).toMatchObject({ code: 'codeWrong', details: { tries_left: left } });
    expect(await guess()).toMatchObject({ code: 'codeExpired', details: undefined });
    expect(await errorOf(sms.checkCode(input))).toMatchObject({ code: 'codeExpired' });
  });

  test('after a new code was sent for the same purpose', async () => {
    const { sms, input, codeFor } = await requestCode();
    const ai = await sms.sendCode(request('91234567', { purpose: 'ai' })).catch((error) => error);
    expect(ai).toMatchObject({ code: 'waitForCode' });
    await query(`update sms_messages set at = at - interval '31 seconds'`);
    const forAi = await sms.sendCode(request('91234567', { purpose: 'ai' }));
    const aiCode = codeFor(me);
    await query(`update sms_messages set at = at - interval '61 seconds'`);
    const second = await sms.sendCode(request('91234567'));
    expect(await errorOf(sms.checkCode(input))).toMatchObject({ code: 'codeExpired' });
    await sms.checkCode({ ...input, requestId: second.request_id, code: codeFor(me) });
    await sms.checkCode({ requestId: forAi.request_id, phone: me, purpose: 'ai', code: aiCode });
  });
});

describe('concurrent checks of a code', () => {
  test('of 100 wrong guesses only five are compared', async () => {
    const { sms, codeFor } = open();
    const { request_id: requestId } = await sms.sendCode(request('91234567'));
    const code = wrong(codeFor(me));
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () =>
        errorOf(sms.checkCode({ requestId, phone: me, purpose: 'product', code })),
      ),
    );
    const left = outcomes
      .filter(({ code }) => code === 'codeWrong')
      .map(({ details }) => details?.tries_left);
    expect(left.sort()).toEqual([0, 1, 2, 3, 4]);
    expect(outcomes.filter(({ code }) => code === 'codeExpired')).toHaveLength(95);
  });

  test('of five checks with the right code exactly one succeeds', async () => {
    for (let round = 0; round < 5; round++) {
      await query('truncate sms_messages, sms_codes');
      const { sms, codeFor } = open();
      const { request_id: requestId } = await sms.sendCode(request('91234567'));
      const input = { requestId, phone: me, purpose: 'product', code: codeFor(me) } as const;
      const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => sms.checkCode(input)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect((outcome.reason as AppError).code).toBe('codeExpired');
    }
  });
});

test('a code sent under the old key still works after a new key was added', async () => {
  const old = newKeys();
  const { sms, codeFor } = openTestSms(testDatabase.database, { keys: old });
  const { request_id: requestId } = await sms.sendCode(request('91234567'));
  const keys = { ...old, phone: [...newKeys().phone.map(({ key }) => ({ id: 'k2', key })), ...old.phone] };
  const after = openTestSms(testDatabase.database, { keys });
  await after.sms.checkCode({ requestId, phone: me, purpose: 'product', code: codeFor(me) });
});

test('the database stores neither number, address, code nor request id in plain text', async () => {
  const { sms, codeFor } = open();
  const { request_id } = await sms.sendCode(request('91234567'));
  const rows: string[] = [];
  for (const table of ['sms_messages', 'sms_codes', 'sms_days', 'sms_proofs', 'sms_refusals'])
    rows.push(JSON.stringify((await query(`select t::text from ${table} t`)).rows));
  const all = rows.join('\n');
  for (const secret of ['91234567', '203.0.113', codeFor(me), request_id]) {
    expect(all).not.toContain(secret);
    expect(all).not.toContain(Buffer.from(secret).toString('hex'));
  }
});

test('outside demo mode the code is not in the answer, and without a sender an error is answered', async () => {
  const { sms, codeFor } = openTestSms(testDatabase.database, { environment: { DEMO: '0' } });
  expect(await sms.sendCode(request('91234567'))).not.toHaveProperty('demo_code');
  expect(codeFor(me)).toMatch(/^\d{6}$/);

  const warnings: string[] = [];
  const keys = newKeys();
  const mute = openSms({
    config: readConfig({ DEMO: '0' }),
    keys,
    vault: createPhoneEncryption(keys.phone),
    database: testDatabase.database,
    log: { info() {}, error() {}, warn: (_, text) => void warnings.push(text) },
  });
  onTestFinished(() => mute.close());
  expect(warnings).toEqual(['no SMS can be sent, so nobody can log in: SMS_SENDER is not set']);
  expect(await errorOf(mute.sendCode(request('61234567')))).toMatchObject({ code: 'smsUnavailable' });
  expect((await query('select 1 from sms_messages')).rowCount).toBe(1);
});

test('any number of visitors reach a sample account at once, and only where the page shows codes', async () => {
  const { sms } = openTestSms(testDatabase.database);
  const sample = request('51000001');
  const sent = await Promise.all(Array.from({ length: 30 }, () => sms.sendCode(sample)));
  const enter = (requestId: string, code: string) =>
    sms.checkCode({ requestId, phone: sample.phone, purpose: 'product', code });
  for (const { request_id, demo_code = '' } of sent) await enter(request_id, demo_code);
  const [first, second] = sent;
  expect(await errorOf(enter(first?.request_id ?? '', second?.demo_code ?? ''))).toMatchObject({
    code: 'codeWrong',
  });
  const { messages } = await sms.spend();
  expect(messages).toBe(0);

  const real = openTestSms(testDatabase.database, { environment: { DEMO: '0' } });
  await real.sms.sendCode(sample);
  expect(await errorOf(real.sms.sendCode(sample))).toMatchObject({ code: 'waitForCode' });
});
