/** One page of the harness and its console errors: opened before the tests of a file, closed after them. */
import { type Browser, type ConsoleMessage, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { serveHarness } from './serve.ts';

/** A generous timeout, for a busy machine. */
export const timeoutMs = 30_000;

export function visitHarness() {
  let harness: Awaited<ReturnType<typeof serveHarness>>;
  let browser: Browser;
  let page: Page;
  /** A set, because React's StrictMode runs effects twice. */
  const errors = new Set<string>();

  beforeAll(async () => {
    harness = await serveHarness();
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    });
    const context = await browser.newContext();
    page = await context.newPage();
    page.on('console', (message: ConsoleMessage) => {
      if (message.type() === 'error' || message.type() === 'warning') errors.add(message.text());
    });
    page.on('pageerror', (error) => errors.add(error.message));
  });

  afterAll(async () => {
    await browser?.close();
    harness?.close();
  });

  return {
    errors,
    get page() {
      return page;
    },
    get url() {
      return harness.url;
    },
    async open(path: string, { width = 1280, height = 900, dark = false, calm = false } = {}) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: calm ? 'reduce' : 'no-preference',
      });
      errors.clear();
      await page.goto(harness.url + path);
      if (path === '/stage') await page.waitForFunction(() => window.stage);
    },
    events: () =>
      page.evaluate(() => window.stage?.events.filter((event) => !event.startsWith('frame')) ?? []),
    happens: (what: string) =>
      page.waitForFunction((event) => window.stage?.events.includes(event), what, { timeout: timeoutMs }),
  };
}
