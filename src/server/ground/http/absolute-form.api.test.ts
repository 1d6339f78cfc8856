import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createLog } from '#server/ground/log/log.ts';
import { serve } from '#tests/serve.ts';

async function serveRaw(
  environment: Record<string, string> = {},
  whenOver: (end: () => Promise<void>) => void = afterAll,
) {
  const errors: string[] = [];
  const log = createLog('error', { write: (line) => errors.push(line) });
  const served = await serve({ environment, parts: { log }, pages: true, whenOver });
  const { port, hostname } = new URL(await served.listen());
  /** Sends these lines as they are; `fetch` would mend them. */
  async function send(...lines: string[]) {
    const socket = connect(Number(port), hostname);
    socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
    const answer = await text(socket);
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), answer };
  }
  return { send, errors };
}

const { send, errors } = await serveRaw();
const host = 'Host: mingshi.example';

test.each([
  ['http://x/faq', 200, '常見問題'],
  ['http://x/en/faq?q=1', 200, 'Frequently'],
  ['http://x', 200, '明師'],
  ['http://user:secret@x:99/faq', 200, '常見問題'],
  ['HTTPS://X/no-such-page', 404, 'Page not found: /no-such-page'],
  ['http://x/api/common_info/grade', 200, '"code":0'],
  ['ftp://x/api/nothing', 404, '"code":1003'],
])('a request for %s is answered like one for its path: %i', async (url, status, words) => {
  const sent = await send(
    `GET ${url} HTTP/1.1`,
    host,
    'Accept-Language: zh-HK',
    'Cookie: i18n_redirected=zh-Hant',
  );
  expect(sent.status).toBe(status);
  expect(sent.answer).toContain(words);
  expect(errors).toEqual([]);
});

test('an absolute-form address does not get round the rate limit', async () => {
  const { send } = await serveRaw({ RATE_LIMIT_PER_MINUTE: '2' }, onTestFinished);
  const statuses = [];
  for (let call = 0; call < 4; call++)
    statuses.push((await send('GET http://x/api/common_info/grade HTTP/1.1', host)).status);
  expect(statuses).toEqual([200, 200, 429, 429]);
});

test('OPTIONS * is answered without an error of ours', async () => {
  expect((await send('OPTIONS * HTTP/1.1', host)).status).toBe(404);
  expect(errors).toEqual([]);
});
