import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { serveAccounts } from '../../../tests/accounts-app.ts';

const { newBrowser, run, registered } = serveAccounts();

describe('the second factor', () => {
  const codeOf = (secret: string, at = Date.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

  test('is asked for at the next log-in; no code and no recovery code works twice', async () => {
    const { browser, number, id } = await registered();
    const { data: setup } = await browser.post('/api/users/second_factor/setup');
    expect(setup.uri).toMatch(/^otpauth:\/\/totp\//);
    expect((await browser.post('/api/users/second_factor/confirm', { code: '000000' })).code).toBe(2001);
    const first = codeOf(setup.secret);
    const { data: on } = await browser.post('/api/users/second_factor/confirm', { code: first });
    expect(on.recovery_codes).toHaveLength(10);
    expect((await browser.post('/api/users/second_factor/setup')).code).toBe(1012);
    expect((await browser.get('/api/users/second_factor')).data).toEqual({
      is_on: true,
      is_required: false,
      recovery_codes_left: 10,
    });

    const other = newBrowser();
    const { data: asked } = await other.proveNumber(number);
    expect(asked).toEqual({ status: 'second_factor', challenge: expect.any(String) });
    const step = (code: string) =>
      other.post('/api/users/second_factor_login', { challenge: asked.challenge, code });
    expect((await step(first)).code).toBe(2001);
    expect((await step('123')).status).toBe(400);
    expect((await step(on.recovery_codes[0])).data).toMatchObject({ status: 'signed_in', user: { id } });
    expect((await step(on.recovery_codes[0])).code).toBe(2001);
    const next = codeOf(setup.secret, Date.now() + 30_000);
    expect((await step(next)).code).toBe(0);
    expect((await newBrowser().proveNumber(number, '/api_ai/user')).code).toBe(3007);
  });

  test('is set up soon after logging in only, so that a stolen session cannot lock its owner out', async () => {
    const { browser, id } = await registered();
    await run(sql`update sessions set created_at = now() - interval '11 minutes' where user_id = ${id}`);
    expect(await browser.post('/api/users/second_factor/setup')).toMatchObject({ status: 403, code: 3008 });
  });

  test('five wrong codes in a row block even the right one for a while', async () => {
    const { browser, number } = await registered();
    const { data: setup } = await browser.post('/api/users/second_factor/setup');
    const { data: on } = await browser.post('/api/users/second_factor/confirm', {
      code: codeOf(setup.secret),
    });
    const other = newBrowser();
    const { data: asked } = await other.proveNumber(number);
    const step = (code: string) =>
      other.post('/api/users/second_factor_login', { challenge: asked.challenge, code });
    for (let turn = 0; turn < 5; turn++)
      expect((await step('AAAA-AAAA-AAAA-AAAA-AAAA-AAAA')).code).toBe(2001);
    expect((await step(on.recovery_codes[0])).code).toBe(1008);
    await run(sql`update second_factors set blocked_until = now()`);
    expect((await step(on.recovery_codes[0])).code).toBe(0);
  });

  test('is removed with a code of it only', async () => {
    const { browser } = await registered();
    const { data: setup } = await browser.post('/api/users/second_factor/setup');
    const { data: on } = await browser.post('/api/users/second_factor/confirm', {
      code: codeOf(setup.secret),
    });
    expect((await browser.post('/api/users/second_factor/remove', { code: 'AAAA-AAAA' })).code).toBe(2001);
    expect((await browser.post('/api/users/second_factor/remove', { code: on.recovery_codes[1] })).code).toBe(
      0,
    );
    expect((await browser.get('/api/users/second_factor')).data.is_on).toBe(false);
  });
});
