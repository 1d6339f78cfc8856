import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { open, words } from './helpers.ts';
import { newNumber, signUp, test } from './people.ts';
import { audible, browserHearing, loudest, pageIn, watchCalls } from './voice-microphone.ts';
import { startUpstream, upstreamWords } from './voice-upstream-server.ts';

const t = words.en.voice;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let server: ChildProcess;
let baseURL = '';

// A separate server, because with an upstream endpoint every call goes there.
test.beforeAll(async () => {
  test.setTimeout(90_000);
  upstream = await startUpstream();
  const port = await freePort();
  baseURL = `http://127.0.0.1:${port}`;
  server = spawn('node_modules/.bin/node', ['tests/e2e/serve.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', LOG_LEVEL: 'warn' },
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      ...{ HOST: '127.0.0.1', PORT: String(port), TRUST_PROXY: '1', SMS_FREE_RATE: '1000' },
      ...{ REALTIME_URL: upstream.url, REALTIME_API_KEY: 'upstream-key' },
      E2E_RUNNER_PID: String(process.pid),
    },
  });
  await expect
    .poll(
      () =>
        fetch(`${baseURL}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
});
test.afterAll(async () => {
  server.kill('SIGTERM');
  await once(server, 'exit');
  await upstream.stop();
});

test('with an upstream endpoint the offer is sent there, and its audio and captions come back', {
  tag: '@whole',
}, async () => {
  test.setTimeout(60_000);
  const browser = await browserHearing({ heard: [60_000] });
  const page = await pageIn(browser, baseURL);
  await watchCalls(page);
  await signUp(page, { mobile: newNumber(), name: '陳同學' });
  await open(page, '/en/voice');
  await expect(page.getByText(t.upstreamNote)).toBeVisible();
  await button(page, t.start).click();
  await expect(page.locator('[data-side=tutor]').getByText(upstreamWords)).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => loudest(page), { timeout: 10_000 }).toBeGreaterThan(audible);
  // The API key stays on the server, which makes the request.
  const [offer] = upstream.asked;
  expect(offer?.authorization).toBe('Bearer upstream-key');
  expect(offer?.session).toMatchObject({ type: 'realtime' });
  expect(offer?.sdp).toMatch(/^v=0\r\n/);
  // The server monitors the call, to record its seconds in the ledger.
  expect(upstream.watched).toEqual(['/v1/realtime?call_id=rtc_1']);
  await expect(page.getByText(t.status.listening)).toBeVisible({ timeout: 10_000 });
  // What a child in need types is looked at by our server, though another one answers.
  await button(page, t.controls.type).click();
  await page.getByRole('textbox', { name: t.typed.label }).fill('爸爸打我');
  await button(page, t.typed.send).click();
  const help = page.getByRole('region', { name: words.en.chatAnswer.help });
  await expect(help.getByRole('link', { name: /^999/ })).toBeVisible();
  await button(page, t.controls.hangUp).click();
  await expect(page.getByRole('heading', { name: t.ended.title })).toBeFocused();
  await browser.close();
});

function freePort() {
  return new Promise<number>((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
