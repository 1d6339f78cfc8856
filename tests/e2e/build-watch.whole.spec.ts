import { expect, type Page } from '@playwright/test';
import { expectPath, isSameDocument, markDocument, open, pathOf, untilHydrated, words } from './helpers.ts';
import { test } from './people.ts';

const zh = words['zh-Hant'];
const latest = '**/builds/latest.json?*';
const headerLink = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name });

/** The path of every full page load. */
function loadsOf(page: Page) {
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  return loads;
}

/** Announces another build, and waits until the page has received the response. */
async function openOutdated(page: Page, path: string) {
  await page.route(latest, (route) => route.fulfill({ json: { id: 'another-build' } }));
  const heard = page.waitForResponse(latest);
  await open(page, path);
  await (await heard).finished();
}

test('the latest build is requested one second after the page is ready', async ({ page }) => {
  // The page is ready after it was parsed and before it requests its reference lists.
  let [parsedAt, readyBy] = [0, 0];
  page.on('domcontentloaded', () => {
    parsedAt ||= Date.now();
  });
  page.on('request', (request) => {
    if (request.url().includes('/api/common_info/')) readyBy ||= Date.now();
  });
  const [request] = await Promise.all([page.waitForRequest(latest), page.goto('/faq')]);
  expect(Date.now() - parsedAt).toBeGreaterThan(950);
  expect(Date.now() - readyBy).toBeLessThan(3_000);
  const asked = Number(new URL(request.url()).search.slice(1));
  expect(Math.abs(asked - Date.now())).toBeLessThan(5_000);
  const response = await request.response();
  expect(await response?.json()).toEqual({
    id: await page.evaluate(
      () => (window as { __reactRouterManifest?: { version: string } }).__reactRouterManifest?.version,
    ),
  });
});

test('the latest build is requested again every hour', async ({ page }) => {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/builds/latest.json?')) asked++;
  });
  await page.clock.install();
  const ready = page.waitForRequest('**/api/common_info/qr_code');
  await page.goto('/faq');
  await ready;
  await page.clock.fastForward(1_100);
  await expect.poll(() => asked).toBe(1);
  for (const times of [2, 3]) {
    await page.clock.fastForward(3_600_000);
    await expect.poll(() => asked).toBe(times);
  }
});

test('a page of the current build navigates without a full load', async ({ page }) => {
  const heard = page.waitForResponse(latest);
  await open(page, '/');
  await (await heard).finished();
  await markDocument(page);
  await headerLink(page, zh.nav.faq).click();
  await expectPath(page, '/faq');
  expect(await isSameDocument(page)).toBe(true);
});

test('an outdated page loads its next target afresh, but not twice within ten seconds', async ({ page }) => {
  await openOutdated(page, '/');
  const loads = loadsOf(page);
  const heardAgain = page.waitForResponse(latest);
  await headerLink(page, zh.nav.faq).click();
  await expectPath(page, '/faq');
  await (await heardAgain).finished();
  expect(loads).toEqual(['/faq']);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toContain('mingshi:reloaded-at');

  await markDocument(page);
  await headerLink(page, zh.nav.erase).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh.rooms.erase.title);
  expect(pathOf(page)).toBe('/erase');
  expect(await isSameDocument(page)).toBe(true);
  expect(loads).toEqual(['/faq']);

  // After ten seconds another reload is allowed.
  await page.evaluate(() => {
    const at = Number(sessionStorage.getItem('mingshi:reloaded-at'));
    sessionStorage.setItem('mingshi:reloaded-at', String(at - 10_000));
  });
  await headerLink(page, zh.nav.home).click();
  await expectPath(page, '/');
  expect(loads).toEqual(['/faq', '/']);
});

test('an outdated page keeps the query of its target', async ({ page }) => {
  await openOutdated(page, '/');
  const loads = loadsOf(page);
  await page.getByRole('contentinfo').getByRole('link', { name: zh.terms.privacy }).click();
  await expectPath(page, '/terms-conditions?doc=privacy');
  expect(loads).toEqual(['/terms-conditions']);
});

test('a failed build check changes nothing', async ({ page }) => {
  await page.route(latest, (route) => route.fulfill({ status: 500, body: 'no' }));
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('應用層錯誤'));
  await open(page, '/');
  await logged;
  await markDocument(page);
  await headerLink(page, zh.nav.faq).click();
  await expectPath(page, '/faq');
  expect(await isSameDocument(page)).toBe(true);
});

test('after one failed chunk the visitor reaches the target, which is interactive', async ({ page }) => {
  await page.route('**/assets/terms-*.js', (route) => route.abort(), { times: 1 });
  await open(page, '/en');
  const loads = loadsOf(page);
  await page.getByRole('contentinfo').getByRole('link', { name: words.en.terms.ai }).click();
  await expectPath(page, '/en/terms-conditions?doc=ai');
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText(words.en.home.title1);
  await untilHydrated(page);
  await page.getByRole('banner').getByRole('button', { name: words.en.login.title }).click();
  await expect(page.getByRole('dialog', { name: words.en.login.title })).toBeVisible();
  expect(loads.at(-1)).toBe('/en/terms-conditions');
  expect(loads.length).toBeLessThanOrEqual(2);
});

test('with a permanently missing chunk the target still shows its content, and does not reload in a loop', async ({
  page,
}) => {
  await page.route('**/assets/terms-*.js', (route) => route.abort());
  await open(page, '/');
  const loads = loadsOf(page);
  await page.getByRole('contentinfo').getByRole('link', { name: zh.terms.privacy }).click();
  await expectPath(page, '/terms-conditions?doc=privacy');
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(pathOf(page)).toBe('/terms-conditions?doc=privacy');
  expect(loads.length).toBeLessThanOrEqual(2);

  // From a working page, within the ten seconds: at most one reload, and no loop.
  await open(page, '/');
  loads.length = 0;
  await page.getByRole('contentinfo').getByRole('link', { name: zh.terms.privacy }).click();
  await expect.poll(() => loads.length).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  expect(loads.length).toBeLessThanOrEqual(1);
});

test('a lazy component whose chunk failed once appears after one reload', async ({ page }) => {
  await open(page, '/faq');
  const loads = loadsOf(page);
  await page.route('**/assets/*.js', (route) => (loads.length === 0 ? route.abort() : route.continue()));
  const logIn = page.getByRole('banner').getByRole('button', { name: zh.login.title });
  const sheet = page.getByRole('dialog', { name: zh.login.title });
  await expect(async () => {
    if (!(await sheet.isVisible())) await logIn.click({ timeout: 1_000 });
    await expect(sheet).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 10_000 });
  expect(pathOf(page)).toBe('/faq');
  expect(loads.length).toBeLessThanOrEqual(1);
});

test('a lazy component whose chunk is permanently missing causes at most one reload, and the page stays', async ({
  page,
}) => {
  await open(page, '/faq');
  const loads = loadsOf(page);
  const gone = new Set<string>();
  await page.route('**/assets/*.js', (route) => {
    const url = route.request().url();
    if (loads.length === 0) gone.add(url);
    return gone.has(url) ? route.abort() : route.continue();
  });
  const logIn = page.getByRole('banner').getByRole('button', { name: zh.login.title });
  for (let times = 0; times < 2; times++) {
    await logIn.click();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh.pages.faq.title);
  }
  expect(pathOf(page)).toBe('/faq');
  expect(loads.length).toBeLessThanOrEqual(1);
});
