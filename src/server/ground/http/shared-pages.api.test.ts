import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { serve } from '#tests/serve.ts';

let rendered = 0;
/** Whether the database goes in the middle of the next questions. */
let isCut = false;
const { app, run } = await serve({
  pages: true,
  register(server) {
    const answer = server.calls.answer.bind(server.calls);
    server.calls.answer = async (key, ...rest) => {
      if (isCut) await run(sql`select pg_terminate_backend(pg_backend_pid())`);
      if (key === 'GET /api/common_info/company_info') rendered++;
      return answer(key, ...rest);
    };
  },
});

/** How many pages were rendered for these requests, one after the other. */
async function renderings(...requests: { url: string; headers?: Record<string, string> }[]) {
  const before = rendered;
  const bodies = [];
  for (const { url, headers } of requests)
    bodies.push((await app.inject({ url, headers: { 'accept-language': 'zh', ...headers } })).body);
  return { count: rendered - before, bodies };
}

test('visitors who look alike share one rendering, each with a nonce of their own', async () => {
  const { count, bodies } = await renderings({ url: '/faq?a' }, { url: '/faq?a' });
  expect(count).toBe(1);
  const nonces = bodies.map((body) => /nonce="([^"]+)"/.exec(body)?.[1]);
  expect(nonces[0]).toBeTruthy();
  expect(nonces[0]).not.toBe(nonces[1]);
  expect(bodies[0]?.replaceAll(nonces[0] ?? '', '')).toBe(bodies[1]?.replaceAll(nonces[1] ?? '', ''));
});

test('whatever changes how a page is drawn makes it another page', async () => {
  const variants: Record<string, string>[] = [
    {},
    { cookie: 'theme=dark' },
    { cookie: 'theme=light' },
    { cookie: 'consent=denied' },
    { cookie: 'i18n_redirected=zh-Hant' },
    { 'user-agent': 'iPhone' },
    { 'sec-fetch-site': 'same-origin' },
  ];
  expect((await renderings(...variants.map((headers) => ({ url: '/faq?b', headers })))).count).toBe(
    variants.length,
  );
  // Two different telephones look alike, and what a request calls the site changes nothing.
  expect((await renderings({ url: '/faq?b', headers: { 'user-agent': 'Android' } })).count).toBe(0);
  expect((await renderings({ url: '/faq?b', headers: { host: 'other.example' } })).count).toBe(0);
});

test('a first access in another language is redirected although the page is kept', async () => {
  await renderings({ url: '/faq?c=1' });
  const response = await app.inject({ url: '/faq?c=1', headers: { 'accept-language': 'en' } });
  expect(response.headers.location).toBe('/en/faq?c=1');
});

test('a request that may be personal is never answered from, nor kept for, others', async () => {
  const personal: Record<string, string>[] = [
    { cookie: 'csrftoken=x' },
    { cookie: 'theme=dark; session=x' },
    { authorization: 'Bearer x' },
  ];
  for (const headers of personal)
    expect((await renderings({ url: '/faq?d', headers }, { url: '/faq?d', headers })).count).toBe(2);
});

test('an error is not kept', async () => {
  expect((await renderings({ url: '/faq/9999' }, { url: '/faq/9999' })).count).toBe(2);
});

test('a page that the database could not give passes: it says when to come back, and is not kept', async () => {
  const ask = (url: string) => app.inject({ url, headers: { 'accept-language': 'zh' } });
  isCut = true;
  for (const url of ['/faq?f', '/faq.data?f']) {
    const { statusCode, headers } = await ask(url);
    expect(statusCode, url).toBe(503);
    expect(headers).toMatchObject({ 'retry-after': '5', refresh: '5' });
  }
  expect((await ask('/faq?f')).body).toContain('資料沒有遺失');
  isCut = false;
  expect((await ask('/faq?f')).statusCode).toBe(200);
});

test('a change of the content is seen at once', async () => {
  await renderings({ url: '/faq?e' });
  await run(sql`update faqs set question_zh_hant = '改過的問題' where id = 1`);
  await expect
    .poll(async () => (await renderings({ url: '/faq?e' })).bodies[0], { timeout: 2_000 })
    .toContain('改過的問題');
});
