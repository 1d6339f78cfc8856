import { describe, expect, onTestFinished, test } from 'vitest';
import { serve } from '#tests/serve.ts';

const evil = 'evil.example';
const claims = { host: evil, 'x-forwarded-host': evil, forwarded: `host=${evil}`, origin: `http://${evil}` };

describe.each([
  ['with PUBLIC_URL', { PUBLIC_URL: 'https://mingshi.example', TRUST_PROXY: '1' }, 'https://mingshi.example'],
  ['in demo mode without it', { TRUST_PROXY: '1' }, undefined],
])('%s no link follows what a request calls us:', (_name, environment, expected) => {
  async function serveHere() {
    const served = await serve({ environment, pages: true, whenOver: onTestFinished });
    const address = await served.listen();
    return { ...served, site: expected ?? address };
  }

  test('pages, sitemap and robots', async () => {
    const { listen, site } = await serveHere();
    const address = await listen();
    for (const path of ['/faq', '/en', '/sitemap.xml', '/robots.txt', '/faq/_payload.json', '/faq.data']) {
      // `fetch` does not send another Host, so the names by which proxies pass it on stand for it.
      const { host: _, ...sent } = claims;
      const answer = await fetch(address + path, { headers: { ...sent, cookie: 'i18n_redirected=zh-Hant' } });
      const body = await answer.text();
      expect([path, answer.status]).toEqual([path, 200]);
      expect(body, path).toContain(site);
      expect(body, path).not.toContain(evil);
    }
  });

  test('redirects and the links of calls', async () => {
    const { app, registered } = await serveHere();
    const { browser } = await registered();
    const headers = { host: evil, 'x-forwarded-host': evil };
    const qr = await browser.get('/api_ai/user/qrcode', { headers });
    const link = await browser.post(
      '/api_ai/eraser/promotion_link',
      {},
      { headers: { ...headers, origin: `http://${evil}` } },
    );
    for (const answer of [qr, link]) {
      expect(answer.code).toBe(0);
      expect(answer.text).toMatch(
        expected ? /https:\/\/mingshi\.example\// : /http:\/\/(localhost|127\.0\.0\.1)/,
      );
      expect(answer.text).not.toContain(evil);
    }
    for (const url of ['/me', '//faq', '/faq/', '/safe/']) {
      const { headers: sent } = await app.inject({ url, headers });
      expect(String(sent.location ?? '')).not.toContain(evil);
    }
  });
});
