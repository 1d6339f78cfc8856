import { expect, type Page } from '@playwright/test';
import { cookie, expectPath, open, untilHydrated, words } from './helpers.ts';
import { test } from './people.ts';

const zh = words['zh-Hant'];
const banner = (page: Page) => page.getByRole('region', { name: zh.consent.title });
const dataLayer = (page: Page) =>
  page.evaluate(() => (window as { dataLayer?: Record<string, unknown>[] }).dataLayer);
const pageViews = async (page: Page) => (await dataLayer(page))?.filter(({ event }) => event === 'page_view');

/** Opens a page with the consent banner; the banner is hydrated later than the page. */
async function openWithBanner(page: Page, path: string) {
  await open(page, path);
  await expect(banner(page)).toBeVisible();
  // React adds a __reactProps property to hydrated elements.
  const isHydrated = (button: Element) => Object.keys(button).some((key) => key.startsWith('__reactProps'));
  await expect.poll(() => banner(page).getByRole('button').first().evaluate(isHydrated)).toBe(true);
}

/** Records requests to other hosts, and answers them with an empty script. */
async function thirdPartyRequests(page: Page) {
  const requests: string[] = [];
  await page.route(/^https:/, (route) => {
    requests.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  return requests;
}

test.describe('with an analytics container', () => {
  test.use({ baseURL: `http://127.0.0.1:${process.env.E2E_ANALYTICS_PORT}` });

  test('nothing is loaded, sent or stored before the visitor has decided', async ({ page, context }) => {
    const requests = await thirdPartyRequests(page);
    await openWithBanner(page, '/');
    await page.getByRole('banner').getByRole('link', { name: zh.nav.faq }).click();
    await expectPath(page, '/faq');
    await expect(banner(page)).toBeVisible();
    await page.goto('/logout_ai');
    await expectPath(page, '/');
    expect(await dataLayer(page)).toBeUndefined();
    expect(requests).toEqual([]);
    expect(await cookie(context, 'consent')).toBeUndefined();
  });

  test('a refusal persists across navigation and reloads', { tag: '@whole' }, async ({ page, context }) => {
    const requests = await thirdPartyRequests(page);
    await openWithBanner(page, '/');
    await banner(page).getByRole('button', { name: zh.consent.refuse }).click();
    await expect(banner(page)).toHaveCount(0);
    await page.getByRole('banner').getByRole('link', { name: zh.nav.faq }).click();
    await expectPath(page, '/faq');
    for (const path of ['/faq', '/terms-conditions']) {
      await open(page, path);
      await expect(banner(page)).toHaveCount(0);
    }
    expect(await dataLayer(page)).toBeUndefined();
    expect(requests).toEqual([]);
    expect(await cookie(context, 'consent')).toMatchObject({ value: 'denied', path: '/', sameSite: 'Lax' });
  });

  test('consent loads the container and reports every page view once', async ({ page }) => {
    const requests = await thirdPartyRequests(page);
    const container = page.waitForRequest('https://www.googletagmanager.com/**');
    await openWithBanner(page, '/');
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
    expect(requests).toHaveLength(1);

    await page.reload();
    await untilHydrated(page);
    await expect(banner(page)).toHaveCount(0);
    await expect.poll(() => pageViews(page)).toEqual([faq]);
    expect(requests).toHaveLength(2);
  });

  test('an event carries its category and label', async ({ page, context, baseURL }) => {
    await thirdPartyRequests(page);
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

  test('the banner works by keyboard', { tag: '@whole' }, async ({ page }) => {
    await thirdPartyRequests(page);
    await page.setViewportSize({ width: 375, height: 700 });
    await openWithBanner(page, '/faq');
    await banner(page).getByRole('button', { name: zh.consent.refuse }).focus();
    await page.keyboard.press('Enter');
    await expect(banner(page)).toHaveCount(0);
  });
});

test('without an analytics container no consent is requested and nothing is stored', async ({ page }) => {
  const requests = await thirdPartyRequests(page);
  await open(page, '/');
  await expect(banner(page)).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: zh.nav.faq }).click();
  await expectPath(page, '/faq');
  expect(await dataLayer(page)).toBeUndefined();
  expect(requests).toEqual([]);
});
