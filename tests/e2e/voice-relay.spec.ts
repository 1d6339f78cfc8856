import { type Browser, expect, type Page } from '@playwright/test';
import { scenes } from '#shared/voice/scenes.ts';
import { open, words } from './helpers.ts';
import { newNumber, signUp, test } from './people.ts';
import {
  audible,
  browserHearing,
  eventsOf,
  loudest,
  pageIn,
  voicesThere,
  watchCalls,
  wayOf,
} from './voice-microphone.ts';
import { credentialsOf, startRelay } from './voice-relay-server.ts';

// The server with the second configuration uses a relay, which runs during these tests.
const baseURL = `http://127.0.0.1:${process.env.E2E_ANALYTICS_PORT}`;
const relayPort = Number(process.env.E2E_TURN_PORT);
const secret = process.env.E2E_TURN_SECRET ?? '';
const t = words.en.voice;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const status = (page: Page) => page.locator('[data-status]');

test.describe.configure({ mode: 'serial', timeout: 90_000 });
let relay: Awaited<ReturnType<typeof startRelay>>;
let browser: Browser;
test.beforeAll(async () => {
  await voicesThere(baseURL);
  relay = await startRelay(relayPort, secret);
  browser = await browserHearing({ heard: [90_000] });
});
test.afterAll(async () => {
  await browser?.close();
  await relay?.stop();
});

async function caller() {
  const page = await pageIn(browser, baseURL);
  await watchCalls(page, { onlyRelay: true });
  await signUp(page, { mobile: newNumber(), name: '陳同學' });
  // In a role play the tutor speaks first.
  await open(page, '/en/realworld');
  return page;
}
const start = (page: Page) => button(page, t.scenes.start).first().click();
const isLive = /listening|hearing|thinking|speaking/;
const opening = (page: Page) => page.locator('[data-side=tutor] [data-words]').first();

test('a call works through the relay alone, and resumes after a lost network', {
  tag: '@whole',
}, async () => {
  const page = await caller();
  await start(page);
  await expect(status(page)).toHaveAttribute('data-status', isLive, { timeout: 20_000 });
  expect(await wayOf(page)).toBe('relay');
  await expect.poll(() => loudest(page), { timeout: 30_000 }).toBeGreaterThan(audible);
  const said = (await opening(page).textContent()) ?? '';
  expect(scenes[0]?.opening.startsWith(said.trim())).toBe(true);

  await page.context().setOffline(true);
  await relay.stop();
  await expect(status(page)).toHaveAttribute('data-status', 'reconnecting', { timeout: 20_000 });
  await expect(page.getByText(t.status.reconnectingHint)).toBeVisible();

  relay = await startRelay(relayPort, secret);
  const back = Date.now();
  await page.context().setOffline(false);
  await expect(status(page)).toHaveAttribute('data-status', isLive, { timeout: 15_000 });
  expect(Date.now() - back).toBeLessThan(10_000);
  // The same thread, and its messages are still there.
  const created = await eventsOf(page, 'session.created');
  const threads = created.map(({ session }) => (session as { thread_id: number }).thread_id);
  expect(threads).toHaveLength(2);
  expect(new Set(threads).size).toBe(1);
  await expect(opening(page)).toContainText(said);
  expect(await wayOf(page)).toBe('relay');
  await page.context().close();
});

for (const [name, credentials] of [
  ['expired', () => credentialsOf(secret, -60)],
  ['wrong', () => credentialsOf(`not ${secret}`, 600)],
] as const)
  test(`${name} relay credentials fail, and the page says so`, {
    tag: '@whole',
  }, async () => {
    const page = await caller();
    await page.route('**/api_ai_jp/realtime/ice_servers', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      for (const server of answer.data.list) if ('username' in server) Object.assign(server, credentials());
      await route.fulfill({ response, json: answer });
    });
    await start(page);
    await expect(page.getByRole('heading', { name: t.failed.noRoute.title })).toBeFocused({
      timeout: 30_000,
    });
    await expect(button(page, t.failed.retry)).toBeVisible();
    // With the server's own credentials it works at once.
    await page.unroute('**/api_ai_jp/realtime/ice_servers');
    await button(page, t.failed.retry).click();
    await expect(status(page)).toHaveAttribute('data-status', isLive, { timeout: 20_000 });
    await page.context().close();
  });
