import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createBrowser, newNumber } from '#tests/browser.ts';
import { testKey } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { createTokens } from './sign-in.ts';

// HTTP details: cookies, the origin of a request, and the headers of a proxy.

const publicUrl = 'https://mingshi.example';
const partner = 'https://partner.example';
const { app: plain, database } = await serve();
const behind = { TRUST_PROXY: '1', PUBLIC_URL: publicUrl, CORS_ORIGINS: partner };
const { app: proxied } = await serve({ environment: behind, over: database });

/** The headers that the proxy adds to its requests. */
const tls = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'mingshi.example', origin: publicUrl };

async function logInOverTls() {
  const browser = createBrowser(proxied);
  const mobile = newNumber();
  const post = (url: string, body?: object, headers: Record<string, string> = {}) =>
    browser.send('POST', url, { ...(body && { body }), headers: { ...tls, ...headers } });
  const { data: sent } = await post('/api/users/send_sms', { mobile });
  const code = { mobile, request_id: sent.request_id, code: sent.demo_code };
  const { data } = await post('/api/users/verify_sms', code);
  const form = { ticket: data.ticket, name: '樣本人', gender: 'F', identity: 1, agreed: true };
  const registration = { ...form, registration_method: 'home_register' };
  const answer = await post('/api/common_info/simple_registration', registration);
  expect(answer.code).toBe(0);
  browser.keep(answer.data);
  return { browser, post, cookies: [answer.headers['set-cookie']].flat() as string[] };
}

describe('cookies behind TLS', () => {
  test('are Secure, bound to this host, and unreadable for scripts', async () => {
    const { cookies } = await logInOverTls();
    const life = 'Max-Age=7776000; Path=/';
    expect(cookies.map((cookie) => cookie.replace(/=[^;]+/, '=…')).sort()).toEqual([
      `__Host-ai_session=…; ${life}; HttpOnly; Secure; SameSite=Lax`,
      '__Host-known=…; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax',
      `__Host-session=…; ${life}; HttpOnly; Secure; SameSite=Lax`,
      `csrftoken=…; ${life}; Secure; SameSite=Lax`,
    ]);
    const { headers } = await createBrowser(proxied).get('/api_ai/user/qrcode', { headers: tls });
    expect(headers['set-cookie']).toMatch(
      /^__Host-qr_login=[^;]+; Max-Age=120; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  test('a session cookie without the __Host- prefix is ignored', async () => {
    const { browser, post } = await logInOverTls();
    const planted = createBrowser(proxied);
    planted.cookies.set('session', browser.cookies.get('__Host-session') ?? '');
    const renewed = await planted.send('POST', '/api/users/renew', { headers: tls });
    expect(renewed.code).toBe(3002);
    expect((await post('/api/users/renew')).code).toBe(0);
  });

  test('the csrftoken of a planted session is refused for the real session', async () => {
    const [{ browser: victim, post }, { browser: attacker }] = [await logInOverTls(), await logInOverTls()];
    for (const name of ['session', 'ai_session'])
      victim.cookies.set(name, attacker.cookies.get(`__Host-${name}`) ?? '');
    const forged = { 'x-csrftoken': attacker.cookies.get('csrftoken') ?? '' };
    expect((await post('/api/users/renew', undefined, forged)).code).toBe(3004);
    expect((await post('/api/users/renew')).code).toBe(0);
  });
});

describe('the origin of a request', () => {
  const send = (app: FastifyInstance, headers: Record<string, string>) =>
    createBrowser(app).send('POST', '/api/users/renew', { headers });

  test('our own address and the listed origins are allowed, others are refused', async () => {
    for (const origin of [publicUrl, partner]) expect((await send(proxied, { origin })).code).toBe(3002);
    for (const origin of [`${publicUrl}.evil.example`, 'http://mingshi.example', 'null', ''])
      expect((await send(proxied, { origin })).code).toBe(3005);
    expect((await send(plain, { origin: partner })).code).toBe(3005);
  });

  test('without an Origin header, Sec-Fetch-Site decides', async () => {
    const from = async (site?: string) => {
      const headers = { host: 'localhost:80', ...(site && { 'sec-fetch-site': site }) };
      const response = await plain.inject({ method: 'POST', url: '/api/users/renew', headers });
      return response.json().code;
    };
    for (const site of ['cross-site', 'same-site']) expect(await from(site)).toBe(3005);
    for (const site of ['same-origin', 'none', undefined]) expect(await from(site)).toBe(3002);
  });

  test('proxy headers sent by a visitor are ignored when no proxy is trusted', async () => {
    const claims = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    expect((await send(plain, { ...claims, origin: 'https://evil.example' })).code).toBe(3005);
    const { headers } = await createBrowser(plain).get('/api_ai/user/qrcode', { headers: claims });
    expect(headers['set-cookie']).toMatch(/^qr_login=/);
  });
});

describe('rate limits by address', () => {
  const answers = async (app: FastifyInstance, forwarded: (turn: number) => string, address?: string) => {
    const browser = createBrowser(app);
    const codes = new Set<number>();
    for (let turn = 0; turn < 25; turn++) {
      const headers = { 'x-forwarded-for': forwarded(turn) };
      const url = `/api/users/is_banned?mobile=${newNumber()}`;
      codes.add((await browser.get(url, { headers, ...(address && { address }) })).code);
    }
    return [...codes];
  };

  test('cannot be evaded by forging X-Forwarded-For', async () => {
    expect(await answers(plain, (turn) => `203.0.113.${turn}`)).toEqual([0, 1008]);
    expect(await answers(proxied, (turn) => `203.0.113.${turn}, 198.51.100.7`)).toEqual([0, 1008]);
  });

  test('cannot be evaded with many expired tokens', async () => {
    const past = createTokens(testKey, () => Date.now() - 16 * 60 * 1000);
    const browser = createBrowser(plain);
    const codes = new Set<number>();
    for (let turn = 0; turn < 25; turn++) {
      browser.tokens.product = past.issue(randomUUID()).token;
      codes.add((await browser.get(`/api/users/is_banned?mobile=${newNumber()}`)).code);
    }
    expect([...codes]).toEqual([0, 1008]);
  });

  test('are separate for clients that the proxy reports with different addresses', async () => {
    expect(await answers(proxied, (turn) => `198.51.100.9, 203.0.113.${turn}`)).toEqual([0]);
  });
});
