import { test as base, expect, type Page } from '@playwright/test';
import {
  company,
  complaintsOf,
  expectAccessible,
  expectFits,
  expectNoOverflow,
  type Locale,
  open,
  signIn,
} from './helpers.ts';
import { visits } from './page-visits.ts';

const at = (locale: Locale, path: string) => (locale === 'en' ? `/en${path === '/' ? '' : path}` : path);

const phone = { width: 375, height: 700 };
const desktop = { width: 1280, height: 800 };

type Visitor = { page: Page; complaints: string[] };
/** One browser context for all pages of a worker: logged out, without any input. */
const test = base.extend<object, { visitor: Visitor }>({
  visitor: [
    async ({ browser }, use) => {
      const { baseURL = '', locale = '' } = base.info().project.use;
      const context = await browser.newContext({
        ...{ baseURL, locale, serviceWorkers: 'block' },
        // A sheet that opens by itself is checked when open, not during its animation.
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await use({ page, complaints: complaintsOf(page) });
      await context.close();
    },
    { scope: 'worker' },
  ],
});

for (const { path, status, gate, other } of visits) {
  const visit = async ({ page, complaints }: Visitor, locale: Locale, baseURL?: string) => {
    complaints.length = 0;
    await page.context().clearCookies();
    if (gate) await signIn(page.context(), baseURL);
    await page.setViewportSize(phone);
    const response = await open(page, at(locale, path));
    expect(response?.status()).toBe(status);
    await expect(page).toHaveTitle(new RegExp(`\\S - ${company[locale]}$`));
    await expectHeadingAndTargets(page, 'on a phone');
  };
  const expectNoComplaint = ({ complaints }: Visitor) => {
    const expected = (text: string) => status === 404 && text.includes('status of 404');
    const unexpected = complaints.filter((text) => !expected(text));
    expect.soft(unexpected, 'console').toEqual([]);
  };

  const title = `${path} ${other ? 'fits' : 'is accessible on'} a phone, and fits a wide screen`;
  test(title, { tag: other ? '@whole' : [] }, async ({ visitor, baseURL }) => {
    const { page } = visitor;
    await visit(visitor, 'zh-Hant', baseURL);
    await (other ? expectNoOverflow : expectAccessible)(page, 'on a phone');
    await page.setViewportSize(desktop);
    await expectHeadingAndTargets(page, 'on a wide screen');
    await (other ? expectNoOverflow : expectFits)(page, 'on a wide screen');
    expectNoComplaint(visitor);
  });

  // English text is longer and wraps elsewhere, which shows best on a phone.
  test(`${path} fits a phone in English`, { tag: '@whole' }, async ({ visitor, baseURL }) => {
    await visit(visitor, 'en', baseURL);
    await (other ? expectNoOverflow : expectFits)(visitor.page, 'on a phone, in English');
    expectNoComplaint(visitor);
  });
}

/** Expects one visible h1 and large enough touch targets. */
async function expectHeadingAndTargets(page: Page, where: string) {
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.locator('h1')).toBeVisible();
  expect.soft(await smallTargets(page), `targets below 44 px ${where}`).toEqual([]);
}

/** Links and buttons of the header, the navigation bars and the floating buttons that are too small to touch. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(':is(header, nav, body > div > aside) :is(a, button)')]
      .map((target) => ({ target, height: target.getBoundingClientRect().height }))
      .filter(({ height }) => height > 0 && height < 43.9)
      .map(({ target, height }) => `${target.textContent || target.ariaLabel}: ${height.toFixed(1)} px`),
  );
