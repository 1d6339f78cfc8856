import { expect, type Page } from '@playwright/test';
import { alive, cookie, expectPath, open, words } from './helpers.ts';
import { test } from './people.ts';

const zh = words['zh-Hant'];
const banner = (page: Page) => page.getByRole('region', { name: zh.consent.title });
const dataLayer = (page: Page) =>
  page.evaluate(() => (window as { dataLayer?: Record<string, unknown>[] }).dataLayer);
const pageViews = async (page: Page) => (await dataLayer(page))?.filter(({ event }) => event === 'page_view');

/** Opens a page that asks; the question is a part that comes to life after the page. */
async function openAsked(page: Page, path: string) {
  await open(page, path);
  await expect(banner(page)).toBeVisible();
  // React leaves its mark on what it has taken over.
  const isAlive = (button: Element) => Object.keys(button).some((key) => key.startsWith('__reactProps'));
  await expect.poll(() => banner(page).getByRole('button').first().evaluate(isAlive)).toBe(true);
}

/** Every request that leaves for somebody else's host; none gets there. */
async function strangersOf(page: Page) {
  const strangers: string[] = [];
  await page.route(/^https:/, (route) => {
    strangers.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  return strangers;
}

test.describe('with a container', () => {
  test.use({ baseURL: `http://127.0.0.1:${process.env.E2E_ANALYTICS_PORT}` });

  test('nothing is loaded, sent or kept before the visitor has decided', async ({ page, context }) => {
    const strangers = await strangersOf(page);
    await openAsked(page, '/');
    await page.getByRole('banner').getByRole('link', { name: zh.nav.faq }).click();
    await expectPath(page, '/faq');
    await expect(banner(page)).toBeVisible();
    await page.goto('/logout_ai');
    await expectPath(page, '/');
    expect(await dataLayer(page)).toBeUndefined();
    expect(strangers).toEqual([]);
    expect(await cookie(context, 'consent')).toBeUndefined();
  });

  test('a refusal holds over moves and reloads', async ({ page, context }) => {
    const strangers = await strangersOf(page);
    await openAsked(page, '/');
    await banner(page).getByRole('button', { name: zh.consent.refuse }).click();
    await expect(banner(page)).toHaveCount(0);
    await page.getByRole('banner').getByRole('link', { name: zh.nav.faq }).click();
    await expectPath(page, '/faq');
    for (const path of ['/faq', '/terms-conditions']) {
      await open(page, path);
      await expect(banner(page)).toHaveCount(0);
    }
    expect(await dataLayer(page)).toBeUndefined();
    expect(strangers).toEqual([]);
    expect(await cookie(context, 'consent')).toMatchObject({ value: 'denied', path: '/', sameSite: 'Lax' });
  });

  test('consent loads the container and reports every page once', async ({ page }) => {
    const strangers = await strangersOf(page);
    const container = page.waitForRequest('https://www.googletagmanager.com/**');
    await openAsked(page, '/');
    await banner(page).getByRole('button', { name: zh.consent.accept, exact: true }).click();
    await expect(banner(page)).toHaveCount(0);
    expect((await container).url()).toBe('https://www.googletagmanager.com/gtm.js?id=GTM-TEST1');
    const home = { event: 'page_view', page_path: '/', page_title: `${zh.pages.home.title} - 明師` };
    await expect.poll(() => pageViews(page)).toEqual([home]);
    expect(await dataLayer(page)).toContainEqual(expect.objectContaining({ event: 'gtm.js' }));

    await page.getByRole('banner').getByRole('link', { name: zh.nav.faq }).click();
    await expectPath(page, '/faq');
    const faq = { event: 'page_view', page_path: '/faq', page_title: `${zh.pages.faq.title} - 明師` };
    await expect.poll(() => pageViews(page)).toEqual([home, faq]);
    expect(strangers).toHaveLength(1);

    await page.reload();
    await alive(page);
    await expect(banner(page)).toHaveCount(0);
    await expect.poll(() => pageViews(page)).toEqual([faq]);
    expect(strangers).toHaveLength(2);
  });

  test('an event says its category and label', async ({ page, context, baseURL }) => {
    await strangersOf(page);
    await context.addCookies([{ name: 'consent', value: 'granted', url: baseURL }]);
    await page.goto('/logout_ai');
    await expectPath(page, '/');
    await expect
      .poll(() => dataLayer(page))
      .toContainEqual(
        expect.objectContaining({
          event: 'logout_ai',
          event_category: 'ai',
          event_label: 'logout',
          page_path: '/logout_ai',
          page_title: `${zh.pages.logoutAi.title} - 明師`,
        }),
      );
  });

  test('the banner answers to the keyboard', async ({ page }) => {
    await strangersOf(page);
    await page.setViewportSize({ width: 375, height: 700 });
    await openAsked(page, '/faq');
    await banner(page).getByRole('button', { name: zh.consent.refuse }).focus();
    await page.keyboard.press('Enter');
    await expect(banner(page)).toHaveCount(0);
  });
});

test('without a container nobody is asked, and nothing is kept', async ({ page }) => {
  const strangers = await strangersOf(page);
  await open(page, '/');
  await expect(banner(page)).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: zh.nav.faq }).click();
  await expectPath(page, '/faq');
  expect(await dataLayer(page)).toBeUndefined();
  expect(strangers).toEqual([]);
});
