import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { defaultUserInfo } from '#shared/account-defaults.ts';
import { newNumber } from '#tests/browser.ts';
import { testKey } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { createTokens } from './sign-in.ts';

const { newBrowser, run, registered } = await serve();

describe('registration and login', () => {
  test('a verified new number can register and is logged in', async () => {
    const { browser, number } = await registered({ name: '陳家長', gender: 'M', identity: 1 });
    const info = await browser.get('/api/users/info');
    expect(info.data).toEqual({
      ...defaultUserInfo,
      id: expect.any(Number),
      name: '陳家長',
      gender: 'M',
      mobile: `+852 ${number}`,
      last_identity: 1,
    });
    expect(info.headers['cache-control']).toBe('no-store');
    const rows = await run(
      sql`select registration_method, product_since, ai_since from users where id = ${info.data.id}`,
    );
    expect(rows.rows[0]).toMatchObject({ registration_method: 'popup_register' });
    const agreed = await run(
      sql`select suffix from user_terms where user_id = ${info.data.id} order by suffix`,
    );
    expect(agreed.rows).toEqual([{ suffix: '' }, { suffix: 'privacy' }]);
  });

  test('a registered number logs in on another browser without registering again', async () => {
    const { number, id } = await registered();
    const other = newBrowser();
    const answer = await other.proveNumber(number);
    expect(answer.data).toMatchObject({ status: 'signed_in', user: { id } });
  });

  test('every field of the registration form is validated', async () => {
    const browser = newBrowser();
    const { data } = await browser.proveNumber(newNumber());
    const bad = {
      ticket: data.ticket,
      name: ' ',
      gender: 'X',
      identity: 3,
      agreed: false,
      registration_method: 'x',
    };
    const answer = await browser.post('/api/common_info/simple_registration', bad);
    expect(answer).toMatchObject({ status: 400, code: 1001 });
    expect(Object.keys(answer.data.fields).sort()).toEqual([
      'agreed',
      'gender',
      'identity',
      'name',
      'registration_method',
    ]);
  });

  test('a registration ticket creates exactly one account and cannot be used afterwards to log in', async () => {
    const browser = newBrowser();
    const { data } = await browser.proveNumber(newNumber());
    const form = {
      ticket: data.ticket,
      name: '樣本人',
      gender: 'F',
      identity: 2,
      agreed: true,
      registration_method: 'home_register',
    };
    const answers = await Promise.all(
      [1, 2, 3].map(() => newBrowser().post('/api/common_info/simple_registration', form)),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 2006, 2006]);
    expect(
      await browser.post('/api/common_info/simple_registration', { ...form, ticket: `${data.ticket}x` }),
    ).toMatchObject({ code: 2006 });
    expect(
      await browser.post('/api/common_info/simple_registration', { ...form, ticket: 'k1.AAAA' }),
    ).toMatchObject({ code: 2006 });
  });

  test('an invalid number is reported in the language of the request', async () => {
    const browser = newBrowser();
    const answer = await browser.post('/api/users/send_sms', { mobile: '1234' });
    expect(answer).toMatchObject({ status: 400, data: { fields: { mobile: '請輸入 8 位香港手機號碼' } } });
    const whole = await browser.post('/api/users/send_sms', { mobile: '+852 9912 3456' });
    expect(whole.data.fields.mobile).toContain('沒有以 9912 開頭的手機號碼');
    const english = await browser.post(
      '/api/users/send_sms',
      { mobile: '21234567' },
      { headers: { 'accept-language': 'en' } },
    );
    expect(english.data.fields.mobile).toMatch(/No Hong Kong mobile number begins with 2123/);
  });
});

describe('SMS codes', () => {
  test('a code works once, and only for its own number, request and app (product or AI)', async () => {
    const [mine, other] = [newNumber(), newNumber()];
    const browser = newBrowser();
    const { data: sent } = await browser.post('/api/users/send_sms', { mobile: mine });
    const { data: sentToOther } = await browser.post('/api/users/send_sms', { mobile: other });
    const verify = (mobile: string, request_id: string, code: string, side = '/api/users') =>
      browser.post(`${side}/verify_sms`, { mobile, request_id, code });
    expect((await verify(other, sent.request_id, sent.demo_code)).code).toBe(2002);
    expect((await verify(mine, sentToOther.request_id, sent.demo_code)).code).toBe(2002);
    expect((await verify(mine, sent.request_id, sent.demo_code, '/api_ai/user')).code).toBe(2002);
    expect((await verify(mine, sent.request_id, sent.demo_code)).code).toBe(0);
    expect((await verify(mine, sent.request_id, sent.demo_code)).code).toBe(2002);
  });

  test('after five wrong guesses even the right code is refused', async () => {
    const mobile = newNumber();
    const browser = newBrowser();
    const { data: sent } = await browser.post('/api/users/send_sms', { mobile });
    const wrong = sent.demo_code === '000000' ? '111111' : '000000';
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () =>
        newBrowser().post('/api/users/verify_sms', {
          mobile,
          request_id: sent.request_id,
          code: wrong,
        }),
      ),
    );
    expect(guesses.every(({ code }) => code === 2001 || code === 2002)).toBe(true);
    const late = await browser.post('/api/users/verify_sms', {
      mobile,
      request_id: sent.request_id,
      code: sent.demo_code,
    });
    expect(late.code).toBe(2002);
  });
});

describe('authentication of requests', () => {
  test('a missing token, an expired token and an ended session are answered with different error codes', async () => {
    const visitor = newBrowser();
    expect(await visitor.get('/api/users/info')).toMatchObject({ status: 401, code: 3002 });
    visitor.tokens.product = 'made.up.token';
    expect(await visitor.get('/api/users/info')).toMatchObject({ status: 401, code: 3002 });

    const { browser, id } = await registered();
    const before = { ...browser.tokens };
    const sixteenMinutesAgo = createTokens(testKey, () => Date.now() - 16 * 60 * 1000);
    browser.tokens.product = sixteenMinutesAgo.issue(before.product?.split('.')[0] ?? '').token;
    expect(await browser.get('/api/users/info')).toMatchObject({ status: 401, code: 3003 });
    browser.tokens.product = before.product;
    expect((await browser.get('/api/users/logout')).code).toBe(0);
    expect([...browser.cookies.keys()]).toEqual(['known']);
    browser.tokens.product = before.product;
    browser.tokens.ai = before.ai;
    expect(await browser.get('/api/users/info')).toMatchObject({ status: 401, code: 3001 });
    expect(await browser.get('/api_ai/user/profile')).toMatchObject({ status: 401, code: 3001 });
    expect(id).toBeGreaterThan(0);
  });

  test('logging out needs the bearer token: the cookie alone ends no session', async () => {
    const { browser } = await registered();
    const { product } = browser.tokens;
    browser.tokens.product = undefined;
    expect((await browser.get('/api/users/logout')).code).toBe(3002);
    browser.tokens.product = product;
    expect((await browser.get('/api/users/info')).code).toBe(0);
  });

  test('an AI token is refused by product endpoints; a product token is accepted by both', async () => {
    const { browser } = await registered();
    const { product, ai } = browser.tokens;
    browser.tokens.product = ai;
    expect((await browser.get('/api/users/info')).code).toBe(3002);
    browser.tokens.ai = product;
    expect((await browser.get('/api_ai/user/profile')).code).toBe(0);
  });

  test('a user cannot make themselves an operator by switching identity', async () => {
    const { browser, id } = await registered();
    expect((await browser.put('/api/users/switch_identity', { identity: 0 })).status).toBe(400);
    expect((await browser.put('/api/users/switch_identity', { identity: 9 })).status).toBe(400);
    expect(
      (await browser.put('/api/users/switch_identity', { identity: 2, operator: true })).data.last_identity,
    ).toBe(2);
    const rows = await run(sql`select from operators where user_id = ${id}`);
    expect(rows.rows).toEqual([]);
  });
});

describe('cross-site request forgery', () => {
  const change = { identity: 2 };
  test('with a session cookie, a missing, forged or foreign csrftoken is refused', async () => {
    const [{ browser }, { browser: other }] = [await registered(), await registered()];
    const put = (headers: Record<string, string>) =>
      browser.put('/api/users/switch_identity', change, { headers });
    expect(await put({ 'x-csrftoken': '' })).toMatchObject({ status: 403, code: 3004 });
    expect((await put({ 'x-csrftoken': 'made.up' })).code).toBe(3004);
    expect((await put({ 'x-csrftoken': other.cookies.get('csrftoken') ?? '' })).code).toBe(3004);
    expect((await put({})).code).toBe(0);
  });

  test('requests from another origin are refused, also for visitors who are not logged in', async () => {
    const { browser } = await registered();
    const elsewhere = { origin: 'https://elsewhere.example' };
    expect(await browser.put('/api/users/switch_identity', change, { headers: elsewhere })).toMatchObject({
      status: 403,
      code: 3005,
    });
    const visitor = newBrowser();
    expect(
      (await visitor.post('/api/users/send_sms', { mobile: newNumber() }, { headers: elsewhere })).code,
    ).toBe(3005);
    expect(
      (await visitor.post('/api/users/send_sms', { mobile: newNumber() }, { headers: { origin: 'null' } }))
        .code,
    ).toBe(3005);
  });

  test('a lost csrftoken is issued again on request, and the cookie of an ended session is cleared', async () => {
    const { browser } = await registered();
    browser.cookies.delete('csrftoken');
    expect((await browser.put('/api/users/switch_identity', change)).code).toBe(3004);
    await browser.get('/api/users/csrf');
    expect((await browser.put('/api/users/switch_identity', change)).code).toBe(0);

    await run(sql`update sessions set ended_at = now()`);
    browser.cookies.delete('csrftoken');
    await browser.get('/api/users/csrf');
    expect([...browser.cookies.keys()]).toEqual(['known']);
    expect((await browser.post('/api/users/send_sms', { mobile: newNumber() })).code).toBe(0);
  });
});

describe('session renewal over HTTP', () => {
  test('renewal issues a new token and cookie; replaying the old cookie from another browser ends the session', async () => {
    const { browser } = await registered();
    const stolen = new Map(browser.cookies);
    const answer = await browser.post('/api/users/renew');
    expect(answer).toMatchObject({ code: 0, data: { expires_in: 900 } });
    browser.tokens.product = answer.data.token;
    expect((await browser.get('/api/users/info')).code).toBe(0);

    const thief = newBrowser('Other/1');
    for (const [name, value] of stolen) thief.cookies.set(name, value);
    expect((await thief.post('/api/users/renew')).code).toBe(3001);
    expect((await browser.get('/api/users/info')).code).toBe(3001);
  });

  test('a renewal without a cookie is refused', async () => {
    expect((await newBrowser().post('/api/users/renew')).code).toBe(3002);
  });

  test('cookies are HttpOnly and SameSite=Lax; behind TLS they are Secure and carry the __Host- prefix', async () => {
    const { browser } = await registered();
    const plain = await browser.post('/api/users/renew');
    const set = [plain.headers['set-cookie']].flat().join('\n');
    expect(set).toMatch(/^session=[^;]+;.*HttpOnly; SameSite=Lax/m);
    expect(set).toMatch(/^csrftoken=[^;]+; Max-Age=\d+; Path=\/; SameSite=Lax$/m);

    const behindProxy = await serve({ environment: { TRUST_PROXY: '1' }, whenOver: onTestFinished });
    const secure = behindProxy.newBrowser();
    const headers = { 'x-forwarded-proto': 'https', origin: 'https://localhost:80' };
    const { data: sent } = await secure.send('POST', '/api_ai/user/send_sms', {
      headers,
      body: { mobile: '51234567' },
    });
    await secure.send('POST', '/api_ai/user/verify_sms', {
      headers,
      body: { mobile: '51234567', request_id: sent.request_id, code: sent.demo_code },
    });
    expect([...secure.cookies.keys()].sort()).toEqual(['__Host-ai_session', '__Host-known', 'csrftoken']);
  });
});

describe('the list of one’s own sessions', () => {
  test('a session is listed for and ended by its owner, and by no other user', async () => {
    const { browser, number } = await registered();
    const phone = newBrowser('Mozilla/5.0 (iPhone) Safari/600');
    await phone.proveNumber(number);
    const { data } = await browser.get('/api/users/sessions');
    expect(
      data.list
        .map(({ browser: name, is_current }: { browser: string; is_current: boolean }) => [name, is_current])
        .sort(),
    ).toEqual([
      ['Chrome · Windows', true],
      ['Safari · iOS', false],
    ]);
    const other = data.list.find(({ is_current }: { is_current: boolean }) => !is_current);
    const { browser: stranger } = await registered();
    expect((await stranger.delete(`/api/users/sessions/${other.id}`)).code).toBe(1005);
    expect((await phone.get('/api/users/info')).code).toBe(0);
    expect((await browser.delete(`/api/users/sessions/${other.id}`)).code).toBe(0);
    expect((await phone.get('/api/users/info')).code).toBe(3001);
    expect((await browser.post('/api/users/logout_everywhere')).code).toBe(0);
    expect((await phone.get('/api_ai/user/profile')).code).toBe(3001);
  });
});

const banNumberOf = (id: number) =>
  run(
    sql`insert into bans (phone_hash, phone_key, reason) select phone_hash, phone_key, 'sample' from users where id = ${id}`,
  );

describe('bans', () => {
  test('a ban ends sessions and refuses logins', async () => {
    const { browser, number, id } = await registered();
    expect((await browser.get('/api/users/is_banned')).data).toEqual({ is_banned: false });
    await banNumberOf(id);
    expect((await browser.get('/api/users/info')).code).toBe(3001);
    expect((await browser.post('/api/users/renew')).code).toBe(3001);
    expect((await newBrowser().proveNumber(number)).code).toBe(2007);
    expect((await newBrowser().proveNumber(number, '/api_ai/user')).code).toBe(2007);
  });

  test('whether a number is banned is told only to who has just proved that number', async () => {
    const { browser, number, id } = await registered();
    const asked = async (by: typeof browser, mobile = number) =>
      (await by.get(`/api/users/is_banned?mobile=${mobile}`)).data;
    await banNumberOf(id);
    const [stranger, holder] = [newBrowser(), newBrowser()];
    expect(await asked(stranger)).toEqual({ is_banned: false });
    expect((await holder.proveNumber(number)).code).toBe(2007);
    expect(await asked(holder)).toEqual({ is_banned: true });

    // The proof of another number, a changed one and one that is over tell nothing.
    const other = await registered();
    await banNumberOf(other.id);
    await run(sql`delete from sms_messages`);
    expect((await stranger.proveNumber(other.number)).code).toBe(2007);
    expect(await asked(stranger, other.number)).toEqual({ is_banned: true });
    expect(await asked(stranger)).toEqual({ is_banned: false });
    const proof = holder.cookies.get('number_proof') ?? '';
    stranger.cookies.set('number_proof', `${proof.slice(0, -4)}AAAA`);
    expect(await asked(stranger)).toEqual({ is_banned: false });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60 * 1000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await asked(holder)).toEqual({ is_banned: false });
  });
});

describe('the profile', () => {
  test('its owner can change it, and text comes back exactly as it was entered', async () => {
    const { browser } = await registered();
    const name = `O'Neil"; drop table users; --`;
    const answer = await browser.put('/api/users/profile', {
      name,
      gender: 'U',
      is_remind: true,
      marketing_consent: true,
    });
    expect(answer.data).toMatchObject({ name, gender: 'U', is_remind: true });
    expect((await browser.get('/api/users/profile')).data).toEqual({
      name,
      gender: 'U',
      is_remind: true,
      marketing_consent: true,
    });
    for (const wrong of ['', '<script>alert(1)</script>', 'a\u0000b', 'x'.repeat(61)])
      expect(
        (
          await browser.put('/api/users/profile', {
            name: wrong,
            gender: 'U',
            is_remind: true,
            marketing_consent: false,
          })
        ).data.fields.name,
      ).toBeTruthy();
  });
});
