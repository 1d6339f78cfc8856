import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { en, zhHant } from '#web/ground/i18n/all-words.ts';

export const words = { 'zh-Hant': zhHant, en } as const;
export type Locale = keyof typeof words;

/** Of what is done twice, the second time, in the other language on the other screen, belongs to the whole run. */
export const again = (isAgain: boolean, tag?: '@ci') => ({ tag: isAgain ? '@whole' : (tag ?? []) });

/** The company's name as db/seed gives it: the end of every title. */
export const company = { 'zh-Hant': '明師', en: 'Mingshi' } as const;

/** How many lists the app asks for when it has come up. */
export const startUpCalls = 24;

/** Opens a page and waits until it is alive: a press before that goes nowhere. */
export async function open(page: Page, path: string) {
  const response = await page.goto(path, { waitUntil: 'commit' });
  await alive(page);
  return response;
}

/** Hydrated, and at leisure to ask for the first reference list. */
export async function alive(page: Page) {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/common_info/')),
  );
}

/** A visitor with a session, as far as the gate can tell. */
export const signIn = (context: BrowserContext, baseURL = '') =>
  context.addCookies([{ name: 'csrftoken', value: 'test', url: baseURL }]);

export async function cookie(context: BrowserContext, name: string) {
  return (await context.cookies()).find((one) => one.name === name);
}

/** What the page complains about; every entry is a defect unless a test provoked it. */
export function complaintsOf(page: Page) {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    if (message.text().startsWith('Service Worker registration blocked by Playwright')) return;
    complaints.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

/** Moves inside the app by script, as a page would with the router's navigate. */
export async function navigate(page: Page, to: string) {
  await page.evaluate(
    (path) =>
      (
        window as unknown as { __reactRouterDataRouter: { navigate(path: string): Promise<void> } }
      ).__reactRouterDataRouter.navigate(path),
    to,
  );
}

/** Marks the document, so that a test can tell a move inside the app from a full load. */
export async function markDocument(page: Page) {
  await page.evaluate(() => document.documentElement.setAttribute('data-test-mark', ''));
}

export const isSameDocument = (page: Page) =>
  page.evaluate(() => document.documentElement.hasAttribute('data-test-mark'));

export const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

/** The page is there, or comes there. */
export const expectPath = (page: Page, path: string) =>
  page.waitForURL(({ pathname, search }) => pathname + search === path, { waitUntil: 'commit' });

export const scrollTop = (page: Page) => page.evaluate(() => document.scrollingElement?.scrollTop);

/** Every page is sent it anew: axe.source would be more than twice as long. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe has to say about the page as it stands; of some rules only, where they are named. */
async function axeFindings(page: Page, rules?: string[]) {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeSource);
    // Chromium takes its time with transitions of what is out of view: without any, a theme changes at once.
    await page.evaluate(() => {
      const still = new CSSStyleSheet();
      still.replaceSync('*, *::before, *::after { transition: none !important }');
      document.adoptedStyleSheets.push(still);
    });
  }
  const violations = await page.evaluate(
    async (runOnly) => {
      // Colours that are about to change would be judged halfway.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return (await window.axe.run(document, { runOnly, resultTypes: ['violations'], preload: false }))
        .violations;
    },
    rules ? { type: 'rule' as const, values: rules } : { type: 'tag' as const, values: tags },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any: [reason] }) => `${id}: ${target.join(' ')} (${reason?.message ?? ''})`),
  );
}
declare global {
  interface Window {
    axe: typeof axe;
  }
}
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const ofColours = ['color-contrast', 'link-in-text-block'];

/** All that axe knows about the page as it stands, and in dark what depends on colours. */
export async function axeFindingsInThemes(page: Page) {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await axeFindings(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeFindings(page, ofColours);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light.map((finding) => `light: ${finding}`), ...dark.map((finding) => `dark: ${finding}`)];
}

/** Nothing that axe complains about, and nothing wider than the window. */
export const expectSound = (page: Page, what: string) =>
  seenWhole(page, what, async () => {
    expect.soft(await axeFindingsInThemes(page), what).toEqual([]);
  });

/** Of a page that is sound on a phone: what may be another in the other language, or on a wide screen. */
export const expectFits = (page: Page, what: string) =>
  seenWhole(page, what, async () => {
    expect.soft(await axeFindings(page, ofColours), what).toEqual([]);
  });

/** Sound in the first language, fitting in the other. */
export const expectSoundOnce = (locale: Locale) => (locale === 'zh-Hant' ? expectSound : expectFits);

/** Scrolled, something is always half behind a fixed bar. */
async function seenWhole(page: Page, what: string, look: () => Promise<void>) {
  await expectNoOverflow(page, what);
  const viewport = page.viewportSize() ?? { width: 1280, height: 800 };
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (height > viewport.height) await page.setViewportSize({ ...viewport, height });
  await look();
  if (height > viewport.height) await page.setViewportSize(viewport);
}

export async function expectNoOverflow(page: Page, what: string) {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(sideways, `${what}: sideways overflow`).toBe(0);
}
