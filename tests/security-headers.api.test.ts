import { expect, test } from 'vitest';
import type { Session } from '#server/ground/http/visitor.ts';
import { serve } from '#tests/serve.ts';

const partner = 'https://partner.example';
const { app, listen } = await serve({
  environment: { DEMO: '0', CORS_ORIGINS: partner },
  pages: true,
  register(served) {
    // Outside demo mode nobody can log in here: the streams are opened as a person who is.
    served.identifyByCookie = async (request) => ({ ...request.visitor, session: session as Session });
  },
});
const session = { id: 's', userId: 1, face: 'product' };

const everywhere = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

test.each([
  '/',
  '/en/faq',
  '/no-such-page',
  '/api/common_info/grade',
  '/api/users/info',
  '/api/no-such-call',
])('%s carries the security headers and a content security policy', async (url) => {
  const { headers } = await app.inject({ url, headers: { 'sec-fetch-site': 'same-origin' } });
  expect(headers).toMatchObject(everywhere);
  const policy = String(headers['content-security-policy']);
  for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(part);
  if (url.startsWith('/api')) expect(policy).toContain("default-src 'none'");
  else expect(policy).toMatch(/script-src 'self' 'nonce-[^']{16,}'(;|$)/);
});

test('GET calls answer Cache-Control: no-store, except reference data, content and market lists, which answer no-cache', async () => {
  for (const key of app.calls.keys()) {
    const [method, path] = key.split(' ') as ['GET', string];
    if (method !== 'GET') continue;
    const { headers, statusCode } = await app.inject(
      path.replace('{suffix}', 'privacy').replace('{id}', '1'),
    );
    const shared =
      statusCode === 200 && /^\/api\/(common_info|faqchat)\/(?!(student|teacher)_detailed)/.test(path);
    expect(headers['cache-control'], key).toBe(shared ? 'no-cache' : 'no-store');
  }
});

test.each(['/api/users/events', '/api_ai/user/events'])(
  'the event stream %s carries all headers of an ordinary answer',
  async (path) => {
    const address = await listen();
    const headers = { origin: partner };
    const ordinary = await fetch(`${address}/api/users/info`, { headers });
    const closing = new AbortController();
    const stream = await fetch(address + path, { headers, signal: closing.signal });
    closing.abort();
    expect([stream.status, stream.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    const ownEach = [
      'etag',
      'content-type',
      'content-length',
      'connection',
      'keep-alive',
      'date',
      'transfer-encoding',
    ];
    for (const [name, value] of ordinary.headers) {
      if (ownEach.includes(name)) continue;
      const isCounted = name === 'x-request-id' || name.startsWith('x-ratelimit');
      if (isCounted) expect(stream.headers.has(name), name).toBe(true);
      else expect([name, stream.headers.get(name)]).toEqual([name, value]);
    }
    expect(stream.headers.get('access-control-allow-origin')).toBe(partner);
    expect(stream.headers.get('content-security-policy')).toContain("default-src 'none'");
  },
);
