import { expect, it } from 'vitest';
import { scriptsIn } from './kept-scripts.tsx';

const page = (nonce: string) =>
  [
    `<head><title>x</title><link rel="modulepreload" href="/a.js" nonce="${nonce}"/>`,
    `<link rel="icon" href="/i.svg"/><style nonce="${nonce}">/**/</style></head><body><p>words</p>`,
    `<script nonce="${nonce}">window.__reactRouterContext = {};</script>`,
    `<script nonce="${nonce}" type="module" async="">import("/a.js")</script></body></html>`,
  ].join('');

it('takes the router’s links and scripts out of a page, for other nonces', () => {
  const html = page('first');
  const kept = scriptsIn(html, 'first', html.lastIndexOf('</body>'));
  expect(kept?.head.join('second')).toBe('<link rel="modulepreload" href="/a.js" nonce="second"/>');
  const body = kept?.body.join('second') ?? '';
  expect(body).not.toContain('first');
  expect(page('second')).toContain(`<p>words</p>${body}</body>`);
});

it('keeps nothing of a page without them', () => {
  expect(scriptsIn('<head></head><body></body></html>', 'n', 19)).toBeUndefined();
});
