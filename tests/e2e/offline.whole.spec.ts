import { expect, type Page } from '@playwright/test';
import { open, pathOf, words } from './helpers.ts';
import { test } from './people.ts';

const zh = words['zh-Hant'];
test.use({ serviceWorkers: 'allow' });

/** Opens a page and waits until the service worker controls it. */
async function openControlled(page: Page, path: string) {
  await open(page, path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test('an offline navigation shows the offline page, and back online the page is loaded afresh', async ({
  page,
  context,
  baseURL,
}) => {
  await openControlled(page, '/faq');
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');

  await context.setOffline(true);
  await page.goto('/faq');
  expect(pathOf(page)).toBe('/faq');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('暫時離線');
  await expect(page).toHaveTitle('暫時離線 - 明師');
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByRole('img')).toHaveCount(0);
  expect(await page.evaluate(() => [...document.images].every((image) => image.naturalWidth > 0))).toBe(true);

  // The server's response for this page has changed meanwhile.
  await context.addCookies([{ name: 'theme', value: 'dark', url: baseURL }]);
  await context.setOffline(false);
  await page.getByText('再試一次').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh.pages.faq.title);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('no page and no API response is stored in any cache', async ({ page }) => {
  await openControlled(page, '/');
  await page.reload();
  await page.getByRole('banner').getByRole('link', { name: zh.nav.faq }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh.pages.faq.title);
  const cached = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached).toContain('/offline.html');
  expect(cached.some((path) => path.startsWith('/assets/'))).toBe(true);
  const allowed = (path: string) =>
    /^\/assets\/[^/]+\.(js|css)$|^\/offline\.html$|^\/clock-in-offline\.(html|js)$|^\/icons\//.test(path);
  expect(cached.filter((path) => !allowed(path))).toEqual([]);
});

test('an offline click on a link keeps the page and its input, and can be retried when the network is back', async ({
  page,
  context,
}) => {
  await openControlled(page, '/');
  const number = page.getByRole('main').getByLabel(zh.login.mobile);
  await number.fill('6123');
  await context.setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: zh.nav.erase }).click();
  const notice = page.locator('[data-kind=error]').filter({ hasText: zh.error.offlineStay });
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: zh.ui.retry }).click();
  await expect(notice).toHaveCount(1);
  expect(pathOf(page)).toBe('/');
  await expect(number).toHaveValue('6123');
  await context.setOffline(false);
  await notice.getByRole('button', { name: zh.ui.retry }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh.rooms.erase.title);
  await expect(notice).toHaveCount(0);
});

test('the app can be installed', async ({ page, context }) => {
  await openControlled(page, '/');
  const devtools = await context.newCDPSession(page);
  const { errors, data = '{}' } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A private window cannot install anything; no other error is expected.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);

  const manifest = JSON.parse(data);
  expect(manifest).toMatchObject({ short_name: '明師', start_url: '/', scope: '/', display: 'standalone' });
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type']).toContain(type);
    if (sizes === 'any') continue;
    const width = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return image.naturalWidth;
    }, src);
    expect(`${width}x${width}`).toBe(sizes);
  }
});

test.describe('a lazy component', () => {
  // The service worker would have it in its cache.
  test.use({ serviceWorkers: 'block' });

  test('waits for the network while offline, and the page stays as it is', async ({ page, context }) => {
    await open(page, '/faq');
    await page.waitForLoadState('networkidle');
    const search = page.getByRole('searchbox');
    await search.fill('退款');
    await context.setOffline(true);
    await page.getByRole('banner').getByRole('button', { name: zh.login.title }).click();
    await expect(page.getByText(zh.error.offlineStay)).toBeVisible();
    await expect(search).toHaveValue('退款');
    await context.setOffline(false);
    await expect(page.getByRole('dialog', { name: zh.login.title })).toBeVisible();
    await expect(search).toHaveValue('退款');
  });
});
