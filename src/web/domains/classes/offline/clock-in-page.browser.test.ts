import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { offlinePagePolicy } from '#server/ground/http/web-source.ts';
import { buildOfflineScripts } from '#web/offline-scripts.ts';
import type * as store from '../queue/store.ts';
import { offlineOwnerKey } from '../queue/waiting-count.ts';

const root = join(import.meta.dirname, '../../../../..');
const site = 'http://mingshi.test';

/** The store as the clock-in page has it, for a page that fills it and looks into it. */
async function buildStore() {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, '../queue/store.ts'), formats: ['iife'], name: 'store' },
    },
  }).then((built) => (Array.isArray(built) ? built[0] : built))) as Rolldown.RolldownOutput;
  return output[0].code;
}

let files: Map<string, { contentType: string; body: string; headers?: Record<string, string> }>;
let browser: Browser;
beforeAll(async () => {
  const page = await readFile(join(root, 'public/clock-in-offline.html'), 'utf8');
  const policy = { 'content-security-policy': offlinePagePolicy };
  const script = (await buildOfflineScripts()).get('clock-in-offline.js') ?? '';
  files = new Map([
    ['/clock-in', { contentType: 'text/html', body: page, headers: policy }],
    ['/clock-in-offline.js', { contentType: 'text/javascript', body: script }],
    ['/store', { contentType: 'text/html', body: `<!doctype html><script>${await buildStore()}</script>` }],
  ]);
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
});
afterAll(() => browser?.close());

const words = {
  title: 'Clock in',
  offline: 'No network',
  start: 'Start lesson',
  end: 'End lesson',
  running: 'In progress',
  which: 'Which class',
  waiting: 'Waiting',
  asOf: 'As of',
  retry: 'Open the page',
  notKept: 'Not kept',
  refused: 'Not taken',
  hasty: 'So soon?',
  todays: 'Today',
  nextOnes: 'Coming lessons',
  done: 'What we did',
  homework: 'Homework',
};
const kept: store.OfflineClasses = {
  owner: 7,
  locale: 'en',
  classes: [
    { id: 1, name: 'S3 Mathematics' },
    { id: 2, name: 'P5 English' },
  ],
  open: null,
  words,
  at: '2026-11-15T16:05:00.000Z',
};

/** A device that knows these classes, at a site of which only the given files can be had. */
async function openDevice(classes: store.OfflineClasses) {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  const asked: string[] = [];
  const refusals: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refusals.push(message.text());
  });
  await page.route('**/*', (route) => {
    const path = new URL(route.request().url()).pathname;
    asked.push(path);
    const file = files.get(path);
    return file ? route.fulfill(file) : route.abort();
  });
  await page.goto(`${site}/store`);
  await page.evaluate((given) => (window as unknown as Here).store.storeClasses(given), classes);
  return { page, asked, refusals };
}
type Here = { store: typeof store };

const logIn = (page: Page) => page.context().addCookies([{ name: 'csrftoken', value: 'x', url: site }]);
const textOf = (page: Page, part: string) => page.locator(`[data-part="${part}"]`).innerText();

test('a tutor without a network sees the coming lessons, where they are, and the note of the last one', async () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const lesson = (from: number, name: string) => ({
    starts_at: at(from),
    ends_at: at(from + 1),
    name,
    place: 'Sha Tin',
  });
  const plans = [
    { ...lesson(-3, 'Over'), note: null },
    { ...lesson(48, 'P5 English'), note: { done: 'Tenses', homework: 'Page 12' } },
  ];
  const { page } = await openDevice({ ...kept, plans });
  await logIn(page);
  await page.goto(`${site}/clock-in`);
  await page.getByRole('heading', { level: 2, name: 'Coming lessons' }).waitFor();
  const told = await textOf(page, 'plan');
  expect(told).toMatch(
    /\d\d:\d\d–\d\d:\d\d P5 English\s+Sha Tin\s+What we did ・ Tenses\s+Homework ・ Page 12/,
  );
  expect(told).not.toContain('Over');
});

test('a tutor without a network starts and ends a lesson; both clock-ins wait where the clock-in page sends them from', async () => {
  const { page, asked, refusals } = await openDevice(kept);
  await logIn(page);
  asked.length = 0;
  await page.goto(`${site}/clock-in`);
  await page.getByRole('heading', { level: 1, name: 'Clock in' }).waitFor();
  expect(await page.title()).toBe('Clock in - 明師');
  expect(await page.locator('html').getAttribute('lang')).toBe('en-HK');
  // Midnight has passed in Hong Kong.
  expect(await textOf(page, 'as-of')).toBe('As of 2026-11-16 00:05');

  await page.getByLabel('Which class').selectOption('P5 English');
  await page.getByRole('button', { name: 'Start lesson' }).click();
  await page.getByRole('heading', { level: 2, name: 'P5 English' }).waitFor();
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    return questions.length === 1 ? dialog.dismiss() : dialog.accept();
  });
  await page.getByRole('button', { name: 'End lesson' }).click();
  expect(await page.getByRole('listitem').count()).toBe(1);
  await page.getByRole('button', { name: 'End lesson' }).click();
  await page.getByRole('button', { name: 'Start lesson' }).waitFor();
  expect(questions).toEqual(['So soon?', 'So soon?']);
  expect(await page.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Start lesson ・ P5 English ・ \d{4}-\d\d-\d\d \d\d:\d\d$/),
    expect.stringMatching(/^End lesson ・ P5 English ・ /),
  ]);
  expect(new Set(asked)).toEqual(new Set(['/clock-in', '/clock-in-offline.js', '/icons/seal.svg']));
  expect(refusals).toEqual([]);

  await page.goto(`${site}/store`);
  const taps = await page.evaluate(() => (window as unknown as Here).store.clockInStore.of(7));
  expect(taps).toMatchObject([
    { owner: 7, classId: 2, className: 'P5 English', status: 1, startKey: null, refused: null },
    { owner: 7, classId: 2, status: 2, startKey: taps[0]?.key, refused: null },
  ]);
  expect(await page.evaluate(() => localStorage.getItem('mingshi:clock-in:7'))).toBe('2');
});

test('a lesson that the server knew of can be ended; without classes there is no button', async () => {
  const open = { id: 5, class_id: 1, started_at: '2026-11-15T09:00:00.000Z' };
  const { page } = await openDevice({ ...kept, classes: [], open });
  await logIn(page);
  await page.goto(`${site}/clock-in`);
  await page.getByText('In progress ・ 17:00').waitFor();
  await page.getByRole('button', { name: 'End lesson' }).click();
  await page.getByRole('listitem').waitFor();
  expect(await page.locator('[data-part="desk"]').isVisible()).toBe(false);
});

test('after logging out the page shows nothing of the classes that were kept on this device', async () => {
  const { page } = await openDevice(kept);
  await page.goto(`${site}/clock-in`, { waitUntil: 'networkidle' });
  expect(await page.getByRole('heading').allInnerTexts()).toEqual(['暫時離線']);
  await logIn(page);
  await page.evaluate((name) => localStorage.removeItem(name), offlineOwnerKey);
  await page.reload({ waitUntil: 'networkidle' });
  expect(await page.getByRole('heading').allInnerTexts()).toEqual(['暫時離線']);
});
