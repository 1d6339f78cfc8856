import { expect, onTestFinished, test } from 'vitest';
import { type Served, serve } from '#tests/serve.ts';

const school = '203.0.113.60';
/** The cheapest page: a test of the limit need not render the others a thousand times. */
const cheap = '/robots.txt';

async function serveWithLimit(RATE_LIMIT_PER_MINUTE: string) {
  const environment = { RATE_LIMIT_PER_MINUTE };
  const served = await serve({ environment, pages: true, whenOver: onTestFinished });
  const get = (url: string, headers: Record<string, string> = {}, remoteAddress = school) =>
    served.app.inject({ url, remoteAddress, headers: { 'accept-language': 'zh-HK', ...headers } });
  return { ...served, get };
}

async function logIn({ registered }: Pick<Served, 'registered'>) {
  const { browser } = await registered();
  return { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
}

/** How many of these requests were answered with each status. */
async function count(requests: Promise<{ statusCode: number }>[]) {
  const counts: Record<number, number> = {};
  for (const { statusCode } of await Promise.all(requests))
    counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}
const times = <Made>(much: number, make: (at: number) => Made) =>
  Array.from({ length: much }, (_, at) => make(at));

test('with the usual limit, 60 visitors behind one address open 20 pages each within a minute, and so do ten people who are logged in there', {
  tags: ['whole'],
}, async () => {
  const { get, ...served } = await serveWithLimit('');
  const people = [];
  for (let person = 0; person < 10; person += 1) people.push(await logIn(served));
  // Together, but not all at the same moment: what is tried is the limit, and not how fast a page is made.
  for (let page = 0; page < 20; page += 1) {
    expect(await count(times(60, () => get(cheap)))).toEqual({ 200: 60 });
    expect(await count(people.map((person) => get(cheap, person)))).toEqual({ 200: 10 });
  }
});

test('one flooding address gets a 429 in words of both languages, and when to come back; calls, files and other addresses do not', async () => {
  const { get } = await serveWithLimit('8');
  expect(await count(times(30, () => get(cheap)))).toEqual({ 200: 20, 429: 10 });
  for (const [language, first, title] of [
    ['zh-HK', '開啟頁面太頻密', '開啟頁面太頻密 - 明師'],
    ['en', 'Too many pages at once', 'Too many pages at once - Mingshi'],
  ] as const) {
    const { body, headers, statusCode } = await get('/faq', { 'accept-language': language });
    expect(statusCode).toBe(429);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(/<title>([^<]*)/.exec(body)?.[1]).toBe(title);
    expect(/<h1>([^<]*)/.exec(body)?.[1]).toBe(first);
    for (const words of ['請稍候', 'Please wait']) expect(body).toContain(words);
  }
  const data = await get('/faq.data');
  expect([data.statusCode, data.json().code]).toEqual([429, 1008]);
  expect((await get('/api/common_info/grade')).statusCode).toBe(200);
  expect((await get('/icons/seal.svg')).statusCode).toBe(200);
  expect((await get('/healthz')).statusCode).toBe(200);
  expect((await get('/faq', {}, '203.0.113.61')).statusCode).toBe(200);
});

test('a call whose path is percent-encoded is counted like any other', async () => {
  const { get } = await serveWithLimit('8');
  expect(await count(times(10, () => get('/%61pi/common_info/grade')))).toEqual({ 200: 8, 429: 2 });
});

test('a person who is logged in is counted alone: neither stopped by a flood from the same address nor adding to it', async () => {
  const { get, ...served } = await serveWithLimit('10');
  const [one, other] = [await logIn(served), await logIn(served)];
  expect(await count(times(4, () => get(cheap, one)))).toEqual({ 200: 2, 429: 2 });
  expect(await count(times(26, () => get(cheap)))).toEqual({ 200: 25, 429: 1 });
  expect((await get(cheap, other)).statusCode).toBe(200);
});

test('invented cookies, and the session of one person with the token of another, count as none', async () => {
  const { get, ...served } = await serveWithLimit('4');
  const [one, other] = [await logIn(served), await logIn(served)];
  const mixed = one.cookie.replace(/csrftoken=[^;]*/, /csrftoken=[^;]*/.exec(other.cookie)?.[0] ?? '');
  const invented = times(10, (at) => ({ cookie: `session=s${at}.x; csrftoken=a${at}.b` }));
  expect(await count(invented.map((cookie) => get(cheap, cookie)))).toEqual({ 200: 10 });
  expect((await get(cheap, { cookie: mixed })).statusCode).toBe(429);
  expect((await get(cheap, { cookie: 'session=s11.x; csrftoken=a11.b' })).statusCode).toBe(429);
});

test('addresses of one IPv6 household count as one', async () => {
  const { get } = await serveWithLimit('4');
  const all = times(11, (at) => get(cheap, {}, `2001:db8:1:2::${at + 1}`));
  expect(await count(all)).toEqual({ 200: 10, 429: 1 });
});
