import { expect, test } from 'vitest';
import { serve } from '#tests/serve.ts';

const { app } = await serve({ environment: { DEMO: '0' }, pages: true });

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
