import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { en, zhHant } from '#web/ground/i18n/all-translations.ts';

export const words = { 'zh-Hant': zhHant, en } as const;
export type Locale = keyof typeof words;

/** Tags a test's repetition (other language, other screen width) so that it only runs in the full test run. */
export const repetition = (isAgain: boolean, tag?: '@ci') => ({ tag: isAgain ? '@whole' : (tag ?? []) });

/** The company name from db/seed, which ends every title. */
export const company = { 'zh-Hant': '明師', en: 'Mingshi' } as const;

/** How many reference lists the app requests after start. */
export const startUpCalls = 24;

/** Opens a page and waits for hydration: a click before that has no effect. */
export async function open(page: Page, path: string) {
  const response = await page.goto(path, { waitUntil: 'commit' });
  await untilHydrated(page);
  return response;
}

/** Waits until the page is hydrated and idle enough to request the first reference list. */
export async function untilHydrated(page: Page) {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/common_info/')),
  );
}

/** Sets the cookie that the gate checks; there is no real session. */
export const signIn = (context: BrowserContext, baseURL = '') =>
  context.addCookies([{ name: 'csrftoken', value: 'test', url: baseURL }]);

export async function cookie(context: BrowserContext, name: string) {
  return (await context.cookies()).find((one) => one.name === name);
}

/** Console errors and warnings of the page; every entry is a defect unless a test provoked it. */
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

/** Navigates within the app by script, as a page does with the router's navigate. */
export async function navigate(page: Page, to: string) {
  await page.evaluate(
    (path) =>
      (
        window as unknown as { __reactRouterDataRouter: { navigate(path: string): Promise<void> } }
      ).__reactRouterDataRouter.navigate(path),
    to,
  );
}

/** Chooses a day in the calendar of a date field, by keyboard. */
export async function chooseDay(field: Locator, day: string) {
  await field.press('Enter');
  const page = field.page();
  const grid = page.locator(`[id="${await field.getAttribute('aria-controls')}"]`);
  await expect(grid.locator('button:focus')).toBeVisible();
  // From the focused day to the first of the wanted month, then to the day.
  const shown = await page.evaluate(() => (document.activeElement as HTMLElement).dataset.day ?? '');
  const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
  const away = months(day) - months(shown);
  const key = away < 0 ? 'PageUp' : 'PageDown';
  for (let left = Math.abs(away); left > 0; left -= left >= 12 ? 12 : 1)
    await page.keyboard.press(left >= 12 ? `Shift+${key}` : key);
  await grid.locator(`[data-day="${day}"]`).click();
}

/** Marks the document, so that a test can tell a navigation within the app from a full load. */
export async function markDocument(page: Page) {
  await page.evaluate(() => document.documentElement.setAttribute('data-test-mark', ''));
}

export const isSameDocument = (page: Page) =>
  page.evaluate(() => document.documentElement.hasAttribute('data-test-mark'));

export const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

/** Waits until the page is at this path. */
export const expectPath = (page: Page, path: string) =>
  page.waitForURL(({ pathname, search }) => pathname + search === path, { waitUntil: 'commit' });

export const scrollTop = (page: Page) => page.evaluate(() => document.scrollingElement?.scrollTop);

/** The minified build is sent to every page; axe.source is more than twice as long. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The axe violations of the current page; limited to `rules` if given. */
export async function axeFindings(page: Page, rules?: string[]) {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeSource);
    // Chromium delays transitions of elements out of view; without transitions a theme changes at once.
    await page.evaluate(() => {
      const noTransitions = new CSSStyleSheet();
      noTransitions.replaceSync('*, *::before, *::after { transition: none !important }');
      document.adoptedStyleSheets.push(noTransitions);
    });
  }
  const violations = await page.evaluate(
    async (runOnly) => {
      // Otherwise colours would be checked in the middle of a change.
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
export const colourRules = ['color-contrast', 'link-in-text-block'];

/** All axe findings of the current page, and in dark mode those that depend on colours. */
export async function axeFindingsInThemes(page: Page) {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await axeFindings(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeFindings(page, colourRules);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light.map((finding) => `light: ${finding}`), ...dark.map((finding) => `dark: ${finding}`)];
}

/** Expects no axe findings and no horizontal overflow. */
export const expectAccessible = (page: Page, what: string) =>
  withWholePage(page, what, async () => {
    expect.soft(await axeFindingsInThemes(page), what).toEqual([]);
  });

/**
 * For a page already checked with expectAccessible on a phone: only what may differ in another language or on a
 * wide screen.
 */
export const expectFits = (page: Page, what: string) =>
  withWholePage(page, what, async () => {
    expect.soft(await axeFindings(page, colourRules), what).toEqual([]);
  });

/** The full check in the first language, the short one in the other. */
export const expectAccessibleOnce = (locale: Locale) =>
  locale === 'zh-Hant' ? expectAccessible : expectFits;

/** Enlarges the window to the whole page: while scrolled, something is always half covered by a fixed bar. */
async function withWholePage(page: Page, what: string, check: () => Promise<void>) {
  await expectNoOverflow(page, what);
  const viewport = page.viewportSize() ?? { width: 1280, height: 800 };
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (height > viewport.height) await page.setViewportSize({ ...viewport, height });
  await check();
  if (height > viewport.height) await page.setViewportSize(viewport);
}

export async function expectNoOverflow(page: Page, what: string) {
  // Polled: in the frames after a resize Chromium may still lay parts out with the former root font size.
  await expect
    .configure({ soft: true })
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      `${what}: sideways overflow`,
    )
    .toBe(0);
}
