import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { newNumber } from '#tests/browser.ts';
import { addPerson, testPhoneEncryption } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { ban } from './bans.ts';

// How one session replaces another in the same browser, and how sessions end.

const { newBrowser, run, registered, database, app } = await serve();
type Browser = ReturnType<typeof newBrowser>;

const isIn = async (browser: Browser) => (await browser.get('/api/users/info')).code === 0;
const isInAi = async (browser: Browser) => (await browser.get('/api_ai/user/profile')).code === 0;

/** Another browser that has the same bearer tokens but none of the cookies. */
function tokensOf({ tokens }: Browser) {
  const holder = newBrowser();
  Object.assign(holder.tokens, tokens);
  return holder;
}

async function banNumber(number: string) {
  const operator = await addPerson(database, { operator: true });
  await database.transaction((tx) =>
    ban(tx, testPhoneEncryption, { e164: `+852${number}`, reason: 'sample', operatorId: operator.id }),
  );
}

describe('logging in', () => {
  test('ends the product and AI sessions of the user who was logged in in this browser', async () => {
    const { browser } = await registered();
    const before = tokensOf(browser);
    await browser.register(newNumber());
    expect([await isIn(before), await isInAi(before)]).toEqual([false, false]);
    expect([await isIn(browser), await isInAi(browser)]).toEqual([true, true]);
  });

  test('to the AI app ends the previous AI session and leaves the product session', async () => {
    const { browser } = await registered();
    const before = tokensOf(browser);
    await browser.proveNumber(newNumber(), '/api_ai/user');
    expect([await isIn(before), await isInAi(before)]).toEqual([true, false]);
    expect(await isInAi(browser)).toBe(true);
    // There is one csrftoken cookie, and it still belongs to the product session.
    browser.cookies.delete('ai_session');
    expect((await browser.put('/api/users/switch_identity', { identity: 2 })).code).toBe(0);
  });

  test('with a forged cookie naming another user’s session does not end that session', async () => {
    const { browser: victim } = await registered();
    const id = victim.tokens.product?.split('.')[0];
    const attacker = newBrowser();
    attacker.cookies.set('session', `${id}.made-up`);
    const [sent] = [await attacker.post('/api/users/send_sms', { mobile: newNumber() })];
    expect(sent.code).toBe(3004);
    // Even with a valid csrftoken for the session, which only this server could have issued.
    const { cookies } = victim;
    attacker.cookies.set('csrftoken', cookies.get('csrftoken') ?? '');
    expect((await attacker.register(newNumber())).code).toBe(0);
    expect(await isIn(victim)).toBe(true);
  });
});

describe('logging out', () => {
  test('of the product also ends an AI session that was opened separately', async () => {
    const { browser } = await registered();
    await browser.proveNumber(newNumber(), '/api_ai/user');
    const before = tokensOf(browser);
    expect((await browser.get('/api/users/logout')).code).toBe(0);
    expect([await isIn(before), await isInAi(before)]).toEqual([false, false]);
    expect([...browser.cookies.keys()]).toEqual(['known']);
  });

  test('of the AI app with the product’s token ends only the AI session', async () => {
    const { browser } = await registered();
    const before = tokensOf(browser);
    browser.tokens.ai = browser.tokens.product;
    expect((await browser.post('/api_ai/user/logout')).code).toBe(0);
    expect([await isIn(before), await isInAi(before)]).toEqual([true, false]);
    expect([...browser.cookies.keys()].sort()).toEqual(['csrftoken', 'known', 'session']);
  });

  test('ends the session of the bearer token, also for a client that sends no cookies', async () => {
    const { browser } = await registered();
    expect((await tokensOf(browser).get('/api/users/logout')).code).toBe(0);
    expect([await isIn(browser), await isInAi(browser)]).toEqual([false, false]);
  });

  test('everywhere ends the sessions of other browsers and clears the cookies of this one', async () => {
    const { browser, number } = await registered();
    const other = newBrowser();
    await other.proveNumber(number);
    await browser.post('/api/users/logout_everywhere');
    expect([await isIn(other), await isInAi(other)]).toEqual([false, false]);
    expect([...browser.cookies.keys()]).toEqual(['known']);
  });

  test('an ended session cannot be ended again', async () => {
    const { browser, number } = await registered();
    const other = newBrowser();
    await other.proveNumber(number);
    const id = other.tokens.product?.split('.')[0];
    await other.get('/api/users/logout');
    expect((await browser.delete(`/api/users/sessions/${id}`)).code).toBe(1005);
  });
});

describe('a ban', () => {
  test('is reported to the sessions that it ended, and not to sessions that ended for another reason', async () => {
    const [{ browser: banned, number }, { browser: left }] = [await registered(), await registered()];
    const holder = tokensOf(left);
    await left.get('/api/users/logout');
    await banNumber(number);
    expect((await banned.get('/api/users/is_banned')).data).toEqual({ is_banned: true });
    expect((await holder.get('/api/users/is_banned')).code).toBe(3001);
    expect((await newBrowser().get('/api/users/is_banned')).data).toEqual({ is_banned: false });
  });

  test('also applies to a registration ticket that was issued before it', async () => {
    const number = newNumber();
    const browser = newBrowser();
    const { ticket } = (await browser.proveNumber(number)).data;
    await banNumber(number);
    const form = { ticket, name: '樣本人', gender: 'F', identity: 1, agreed: true };
    const answer = await browser.post('/api/common_info/simple_registration', {
      ...form,
      registration_method: 'home_register',
    });
    expect(answer.code).toBe(2007);
  });

  test('also applies to a browser that the banned phone has just logged in by QR code', async () => {
    const { browser: phone, number } = await registered();
    const [screen, late] = [newBrowser(), newBrowser()];
    const [{ data: qr }, { data: another }] = [
      await screen.get('/api_ai/user/qrcode'),
      await late.get('/api_ai/user/qrcode'),
    ];
    expect((await phone.post('/api_ai/user/confirm_login', { code: qr.code, number: qr.number })).code).toBe(
      0,
    );
    await banNumber(number);
    expect(
      (await phone.post('/api_ai/user/confirm_login', { code: another.code, number: another.number })).code,
    ).toBe(3001);
    const { data } = await screen.get(`/api_ai/user/login_status?code=${qr.code}`);
    screen.tokens.ai = data.token;
    expect((await screen.get('/api_ai/user/profile')).code).not.toBe(0);
    expect((await screen.post('/api_ai/user/renew')).code).not.toBe(0);
  });

  test('leaves no session to renew after it is lifted', async () => {
    const { browser, number } = await registered();
    await banNumber(number);
    await run(sql`update bans set lifted_at = now()`);
    expect((await browser.post('/api/users/renew')).code).toBe(3001);
  });
});

test('an account is deleted with a code sent to its own number, and all its sessions end', async () => {
  const [{ browser, number, id }, { number: theirs }] = [await registered(), await registered()];
  await run(sql`insert into operators (user_id) values (${id})`);
  const before = tokensOf(browser);
  const sent = async (mobile: string) => (await newBrowser().post('/api/users/send_sms', { mobile })).data;
  const remove = ({ request_id, demo_code }: Awaited<ReturnType<typeof sent>>) =>
    browser.post('/api/users/delete_account', { request_id, code: demo_code });
  await run(sql`update sms_messages set at = at - interval '1 hour'`);
  expect((await remove(await sent(theirs))).code).toBe(2002);
  expect(await isIn(browser)).toBe(true);
  expect((await remove(await sent(number))).code).toBe(0);
  expect([await isIn(before), await isInAi(before)]).toEqual([false, false]);
  expect((await browser.post('/api/users/renew')).code).toBe(3001);
  const { rows } = await run(sql`
    select distinct ended_why, browser from sessions where user_id = ${id}
    union all select 'agreed', suffix from user_terms where user_id = ${id}
    union all select 'operator', '' from operators where user_id = ${id}`);
  expect(rows).toEqual([{ ended_why: 'deleted', browser: '' }]);
});

test('a profile change affects only the user’s own account', async () => {
  const [{ browser }, { browser: other }] = [await registered(), await registered()];
  await browser.put('/api/users/switch_identity', { identity: 2 });
  const change = { name: '改名', gender: 'M', is_remind: true, marketing_consent: true };
  await browser.put('/api/users/profile', change);
  expect((await other.get('/api/users/info')).data).toMatchObject({ last_identity: 1, name: '樣本人' });
  const consent = () =>
    run(sql`select marketing_consent_at as at from users where name = '改名'`).then(
      ({ rows }) => rows[0]?.at,
    );
  const first = await consent();
  await browser.put('/api/users/profile', { ...change, gender: 'F' });
  expect(await consent()).toEqual(first);
  await browser.put('/api/users/profile', { ...change, marketing_consent: false });
  expect(await consent()).toBeNull();
});

test('a page identifies its visitor only by the cookie of its own app (product or AI)', async () => {
  const { browser, id } = await registered();
  const as = async (face: 'product' | 'ai', session = '', ai_session = '') => {
    const request = { protocol: 'http', cookies: { session, ai_session }, visitor: {} };
    return (await app.identifyByCookie(request as unknown as FastifyRequest, face)).session?.userId;
  };
  const [product, ai] = [browser.cookies.get('session'), browser.cookies.get('ai_session')];
  expect([await as('product', product, ai), await as('ai', product, ai)]).toEqual([id, id]);
  expect([await as('product', ai, product), await as('ai', ai, product)]).toEqual([undefined, undefined]);
});
