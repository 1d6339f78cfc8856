import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { serve } from '#tests/serve.ts';

const { newBrowser, run, registered } = await serve();

describe('the second factor', () => {
  const codeOf = (secret: string, at = Date.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

  test('is required at the next login; no code and no recovery code works twice', async () => {
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

  test('can be set up only soon after a login, so that a stolen session cannot lock its owner out', async () => {
    const { browser, id } = await registered();
    await run(sql`update sessions set created_at = now() - interval '11 minutes' where user_id = ${id}`);
    expect(await browser.post('/api/users/second_factor/setup')).toMatchObject({ status: 403, code: 3008 });
  });

  test('five wrong codes in a row block even the right code for a while', async () => {
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

  test('is removed only with one of its codes', async () => {
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

  /** A user with the second factor on, and a second browser of theirs that is prompted for it. */
  async function on() {
    const { browser, number, id } = await registered();
    const { data: setup } = await browser.post('/api/users/second_factor/setup');
    const { data } = await browser.post('/api/users/second_factor/confirm', { code: codeOf(setup.secret) });
    const other = newBrowser();
    const { challenge } = (await other.proveNumber(number)).data;
    const step = (code: string) => other.post('/api/users/second_factor_login', { challenge, code });
    const recovery: string[] = data.recovery_codes;
    return { browser, number, id, secret: setup.secret as string, recovery, other, step };
  }
  const wrong = 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA';

  test('is not required before it is confirmed, and cannot be confirmed before it is set up', async () => {
    const { browser, number } = await registered();
    expect((await browser.post('/api/users/second_factor/confirm', { code: '000000' })).code).toBe(2001);
    await browser.post('/api/users/second_factor/setup');
    expect((await newBrowser().proveNumber(number)).data.status).toBe('signed_in');
  });

  test('accepts a code one time step early or late, not more', async () => {
    const { id, secret, step } = await on();
    // So that none of the codes counts as used.
    await run(sql`update second_factors set last_step = 0 where user_id = ${id}`);
    for (const seconds of [-90, -60, 90])
      expect((await step(codeOf(secret, Date.now() + seconds * 1000))).code, `${seconds}`).toBe(2001);
    expect((await step(codeOf(secret, Date.now() + 30_000))).code).toBe(0);
  });

  test('a recovery code works only for its owner and is used up', async () => {
    const [mine, theirs] = [await on(), await on()];
    expect((await mine.step(theirs.recovery[0] ?? '')).code).toBe(2001);
    expect((await mine.step(mine.recovery[0] ?? '')).code).toBe(0);
    const left = async ({ browser }: typeof mine) =>
      (await browser.get('/api/users/second_factor')).data.recovery_codes_left;
    expect([await left(mine), await left(theirs)]).toEqual([9, 10]);
  });

  test('the wait grows with each wrong code, and a right code resets the count', async () => {
    const { id, recovery, step } = await on();
    const waits = async () => {
      const { rows } = await run(sql`
        select round(extract(epoch from blocked_until - now()) / 60)::int as minutes
        from second_factors where user_id = ${id}`);
      await run(sql`update second_factors set blocked_until = null where user_id = ${id}`);
      return rows[0]?.minutes;
    };
    for (let turn = 0; turn < 4; turn++) await step(wrong);
    expect((await step(recovery[0] ?? '')).code).toBe(0);
    for (let turn = 0; turn < 4; turn++) expect((await step(wrong)).code).toBe(2001);
    expect((await step(recovery[1] ?? '')).code).toBe(0);
    const seen: unknown[] = [];
    for (let turn = 0; turn < 12; turn++) {
      await step(wrong);
      seen.push(await waits());
    }
    expect(seen).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60]);
  });

  test('the secret and the recovery codes are not stored in plain text', async () => {
    const { id, secret, recovery } = await on();
    const { rows } = await run(sql`
      select f::text || (select string_agg(r::text, '') from recovery_codes r) as text
      from second_factors f where user_id = ${id}`);
    for (const text of [secret, recovery[0] ?? '', (recovery[0] ?? '').replaceAll('-', '')])
      expect(rows[0]?.text).not.toContain(Buffer.from(text).toString('hex'));
  });

  test('a ban between the two login steps refuses the second step', async () => {
    const { id, recovery, step } = await on();
    await run(sql`
      insert into bans (phone_hash, phone_key, reason)
      select phone_hash, phone_key, 'sample' from users where id = ${id}`);
    expect((await step(recovery[0] ?? '')).code).toBe(2007);
  });

  test('the operator console opens only for a session that has passed the second factor', async () => {
    const { browser, id, secret, other, step } = await on();
    const openConsole = async (who: typeof browser) => (await who.get('/api/operator/jobs')).code;
    const { browser: bare, id: bareId } = await registered();
    await run(sql`insert into operators (user_id) values (${bareId})`);
    expect([await openConsole(bare), await openConsole(browser)]).toEqual([3007, 3006]);
    await run(sql`insert into operators (user_id) values (${id})`);
    await run(sql`update sessions set second_factor_at = null where user_id = ${id}`);
    expect(await openConsole(browser)).toBe(3007);
    other.keep((await step(codeOf(secret, Date.now() + 30_000))).data);
    expect([await openConsole(other), await openConsole(browser)]).toEqual([0, 3007]);
    await run(sql`update second_factors set last_step = 0 where user_id = ${id}`);
    const shown = await browser.post('/api/users/second_factor/confirm', { code: codeOf(secret) });
    expect(shown.data).toEqual({ recovery_codes: [] });
    expect([await openConsole(browser), await openConsole(bare)]).toEqual([0, 3007]);
    const { data } = await browser.get('/api/users/second_factor');
    expect(data).toEqual({ is_on: true, is_required: true, recovery_codes_left: 10 });
    const remove = await browser.post('/api/users/second_factor/remove', { code: wrong });
    expect(remove.code).toBe(3006);
  });

  test('after removal no session counts as having passed it: a new operator has to set it up again', async () => {
    const { browser, id, number, recovery, other, step } = await on();
    other.keep((await step(recovery[0] ?? '')).data);
    const removed = await browser.post('/api/users/second_factor/remove', { code: recovery[1] });
    expect(removed.code).toBe(0);
    await run(sql`insert into operators (user_id) values (${id})`);
    for (const who of [browser, other]) expect((await who.get('/api/operator/jobs')).code).toBe(3007);
    expect((await newBrowser().proveNumber(number)).data.status).toBe('signed_in');
    expect((await run(sql`select from recovery_codes where user_id = ${id}`)).rows).toEqual([]);
  });
});
