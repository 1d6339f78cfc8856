import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { en, zhHant } from '#web/ground/i18n/all-words.ts';

export const words = { 'zh-Hant': zhHant, en } as const;
export type Locale = keyof typeof words;

/** The company's name as db/seed gives it: the end of every title. */
export const company = { 'zh-Hant': '明師', en: 'Mingshi' } as const;

/** How many lists the app asks for when it has come up. */
export const startUpCalls = 24;

/** Opens a page and waits until it is alive: hydrated, and at leisure to ask for the first reference list. */
export async function open(page: Page, path: string) {
  const response = await page.goto(path, { waitUntil: 'commit' });
  await alive(page);
  return response;
}

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

export const expectPath = (page: Page, path: string) => expect.poll(() => pathOf(page)).toBe(path);

export const scrollTop = (page: Page) => page.evaluate(() => document.scrollingElement?.scrollTop);

/** Every page is sent it anew: axe.source would be more than twice as long. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe has to say about the page as it stands; of some rules only, where they are named. */
export async function axeFindings(page: Page, rules?: string[]) {
  // Colours that are about to change, or are changing still, would be judged halfway.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map((transition) => transition.finished.catch(() => {})),
    );
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(
    async (runOnly) => (await window.axe.run(document, { runOnly, resultTypes: ['violations'] })).violations,
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

/** The page as it stands in light, then in dark, where only what depends on colours can be another. */
export async function axeFindingsInThemes(page: Page) {
  // Chromium takes its time with transitions of what is out of view: without any, a theme changes at once.
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { transition: none !important }');
    document.adoptedStyleSheets.push(still);
  });
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await axeFindings(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeFindings(page, ['color-contrast', 'link-in-text-block']);
  return [...light.map((finding) => `light: ${finding}`), ...dark.map((finding) => `dark: ${finding}`)];
}
