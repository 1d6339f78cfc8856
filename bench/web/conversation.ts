import type { Browser, Page } from '@playwright/test';
import { axeFindingsInThemes, untilHydrated } from '../../tests/e2e/helpers.ts';
import { atMost, type Row } from '../tools/table.ts';
import { type Conversation, createConversation, questions } from './chat-page.ts';
import { launchChromium } from './chromium.ts';
import { kilobytes, phone, quietMs, weigh } from './javascript.ts';
import { rateVisits } from './lighthouse.ts';
import type { Servers } from './servers.ts';

const mostScript = 280_000;
const leastPerformance = 90;

/** A conversation of ten messages with formulas: script size on a phone, loading time and layout shift. */
export async function measureConversation(servers: Servers): Promise<Row[]> {
  const { url } = await servers.product();
  const browser = await launchChromium();
  try {
    const conversation = await createConversation(url, questions.slice(0, -devices.length));
    const shift = await shiftWhileAnswered(browser, url, conversation);
    const script = await weighConversation(browser, url, conversation);
    const findings = await findingsOf(browser, url, conversation);
    return [
      { metric: 'JS of a conversation of 10 messages, to read it, gzip -9', value: kilobytes(script.first) },
      atMost(
        'JS of a conversation of 10 messages, all of it, gzip -9',
        script.first + script.later,
        mostScript,
        kilobytes,
      ),
      atMost('layout shift while an answer is written, 375 and 1280', shift, 0, (value) => value.toFixed(4)),
      atMost('findings of axe, 375 and 1280, light and dark', findings.length, 0, String),
      ...(await rateVisits(servers, [
        {
          page: conversation.path,
          cookie: conversation.cookie,
          name: '/aitutor/{thread}',
          // A lower target: most of the rendering is the formulas of ten messages.
          least: { performance: leastPerformance },
        },
      ])),
    ];
  } finally {
    await browser.close();
  }
}

type Device = typeof phone | { viewport: { width: number; height: number }; locale: string };
const devices: Device[] = [phone, { viewport: { width: 1280, height: 800 }, locale: 'zh-HK' }];

async function open(browser: Browser, url: string, { cookie, path }: Conversation, device: Device) {
  const page = await browser.newPage(device);
  // Without this cookie the consent banner would cover the conversation.
  await page.context().addCookies([
    { ...cookie, url },
    { name: 'consent', value: 'denied', url },
  ]);
  // Not networkidle: the page keeps an event stream open while it is visible.
  await page.goto(url + path, { waitUntil: 'load' });
  await untilHydrated(page);
  return page;
}

async function weighConversation(browser: Browser, url: string, { cookie, path }: Conversation) {
  const page = await browser.newPage(phone);
  await page.context().addCookies([{ ...cookie, url }]);
  // Focusing the field loads the scripts that draw the formulas of the next answer.
  const { first, later } = await weigh(page, url + path, (page) => page.locator('textarea').first().focus());
  return { first: first.gzip, later: later.gzip };
}

/** Asks the last questions in the page: one on a phone, one on a desktop screen. */
async function shiftWhileAnswered(browser: Browser, url: string, conversation: Conversation) {
  let total = 0;
  for (const [at, device] of devices.entries()) {
    const page = await open(browser, url, conversation, device);
    const field = page.locator('form textarea').first();
    await field.fill(questions.at(at - devices.length) ?? '');
    await watchShifts(page);
    const rows = page.locator('li[data-message]');
    const whole = (await rows.count()) + 2;
    // Not with Enter: on a phone it starts a new line.
    await page.locator('form button[type=submit]').last().click();
    await page.waitForFunction(
      (count) =>
        document.querySelectorAll('li[data-message]').length === count &&
        !document.querySelector('li[data-message] [aria-busy=true]'),
      whole,
    );
    await page.waitForTimeout(quietMs);
    total += await shiftOf(page);
    await page.context().close();
  }
  return total;
}

const watchShifts = (page: Page) =>
  page.evaluate(() => {
    type Shift = PerformanceEntry & { value: number; sources: { node?: Node }[] };
    const shifts: { value: number; moved: string[] }[] = [];
    Object.assign(window, { shifts });
    const nameOf = (node?: Node) =>
      (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 120);
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        shifts.push({ value, moved: sources.map(({ node }) => nameOf(node) ?? '') });
    }).observe({ type: 'layout-shift' });
  });

/** The total layout shift; logs the elements that moved. */
async function shiftOf(page: Page) {
  const shifts = await page.evaluate(
    () => (window as unknown as { shifts: { value: number; moved: string[] }[] }).shifts,
  );
  for (const { value, moved } of shifts) console.error(value, moved.join(' | '));
  return shifts.reduce((total, { value }) => total + value, 0);
}

async function findingsOf(browser: Browser, url: string, conversation: Conversation) {
  const findings: string[] = [];
  for (const device of devices) {
    const page = await open(browser, url, conversation, device);
    for (const finding of await axeFindingsInThemes(page))
      findings.push(`${device.viewport.width}, ${finding}`);
    await page.context().close();
  }
  for (const finding of findings) console.error(finding);
  return findings;
}
