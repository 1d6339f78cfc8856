import { expect } from '@playwright/test';
import {
  cookie,
  expectPath,
  isSameDocument,
  markDocument,
  open,
  pathOf,
  untilHydrated,
  words,
} from './helpers.ts';
import { test } from './people.ts';

const zh = words['zh-Hant'];

test.describe('language', () => {
  test('the language switch keeps the page and its query, and the choice is stored for a year', async ({
    page,
    context,
  }) => {
    await open(page, '/faq?category=&search=AI');
    await page.getByRole('link', { name: /English/ }).click();
    await expectPath(page, '/en/faq?category=&search=AI');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-HK');
    const stored = await cookie(context, 'i18n_redirected');
    expect(stored).toMatchObject({ value: 'en', path: '/', sameSite: 'Lax' });
    const days = ((stored?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(364);
    expect(days).toBeLessThanOrEqual(365);

    await untilHydrated(page);
    await page.getByRole('link', { name: /繁體中文/ }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-HK');
    expect(pathOf(page)).toMatch(/^(\/zh-Hant)?\/faq\?category=&search=AI$/);
    expect(await cookie(context, 'i18n_redirected')).toMatchObject({ value: 'zh-Hant' });
  });

  test('the language switch also works in a new tab', { tag: '@whole' }, async ({ page, context }) => {
    await open(page, '/en/faq');
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: /繁體中文/ }).click({ button: 'middle' });
    const tab = await opened;
    await expect(tab.locator('html')).toHaveAttribute('lang', 'zh-Hant-HK');
  });

  test.describe('with an English browser', () => {
    test.use({ locale: 'en-GB' });

    test('a first visit is redirected to the English page', async ({ page, context }) => {
      await page.goto('/faq?search=AI');
      expect(pathOf(page)).toBe('/en/faq?search=AI');
      expect(await cookie(context, 'i18n_redirected')).toMatchObject({ value: 'en' });
    });

    test('the language cookie has priority over the browser', async ({ page, context, baseURL }) => {
      await context.addCookies([{ name: 'i18n_redirected', value: 'zh-Hant', url: baseURL }]);
      await page.goto('/');
      expect(pathOf(page)).toBe('/');
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-HK');
    });

    test('an address with a language prefix is not redirected', { tag: '@whole' }, async ({ page }) => {
      await page.goto('/zh-Hant/faq');
      expect(pathOf(page)).toBe('/zh-Hant/faq');
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-HK');
    });

    test('a navigation within the app never changes the language', async ({ page, context, baseURL }) => {
      await open(page, '/zh-Hant/faq');
      await context.addCookies([{ name: 'i18n_redirected', value: 'en', url: baseURL }]);
      await markDocument(page);
      await page.getByRole('link', { name: zh.nav.erase }).first().click();
      await expectPath(page, '/erase');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh.rooms.erase.title);
      expect(await isSameDocument(page)).toBe(true);
    });
  });

  test('a cookie for English has priority over a Chinese browser', { tag: '@whole' }, async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'i18n_redirected', value: 'en', url: baseURL }]);
    await page.goto('/terms-conditions');
    expect(pathOf(page)).toBe('/en/terms-conditions');
  });
});

test.describe('theme', () => {
  const paper = { light: 'rgb(251, 250, 246)', dark: 'rgb(22, 24, 27)' };

  test('follows the system until it is switched', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(page, '/faq');
    await expect(page.locator('body')).toHaveCSS('background-color', paper.dark);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('body')).toHaveCSS('background-color', paper.light);
  });

  test('a switched theme persists across navigation, reloads and changes of the system theme', async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page, '/faq');
    await page.getByRole('button', { name: zh.nav.theme }).click();
    await expect(page.locator('body')).toHaveCSS('background-color', paper.dark);
    await page.getByRole('contentinfo').getByRole('link', { name: zh.terms.privacy }).click();
    await expectPath(page, '/terms-conditions?doc=privacy');
    await expect(page.locator('body')).toHaveCSS('background-color', paper.dark);

    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await untilHydrated(page);
    await page.getByRole('button', { name: zh.nav.theme }).click();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('body')).toHaveCSS('background-color', paper.light);
    await page.reload();
    await expect(page.locator('body')).toHaveCSS('background-color', paper.light);
  });
});

test.describe('screen', () => {
  const rootFontSize = (width: number) => {
    if (width < 1024) return (16 * width) / 375;
    return width < 1280 ? 16 : (20 * width) / 1920;
  };
  const classes = {
    375: 'sm',
    767: 'sm',
    768: 'md',
    1023: 'md',
    1024: 'lg',
    1279: 'lg',
    1280: 'xl',
    1535: 'xl',
    1536: '2xl',
    1920: '2xl',
  };

  test('root font size and screen class follow the window width', { tag: '@whole' }, async ({ page }) => {
    await open(page, '/faq');
    for (const [width, screen] of Object.entries(classes)) {
      await page.setViewportSize({ width: Number(width), height: 800 });
      await expect(page.locator('html'), `at ${width} px`).toHaveAttribute('data-screen', screen);
      // In the frame after a resize Chromium still has the former size.
      const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
      await expect
        .poll(async () => Number.parseFloat(await size()), { message: `at ${width} px` })
        .toBeCloseTo(rootFontSize(Number(width)), 1);
    }
  });

  test('the server renders lg for any device that is not a phone', async ({ request }) => {
    const html = await (
      await request.get('/', { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux)' } })
    ).text();
    expect(html).toContain('data-screen="lg"');
  });

  test.describe('on a phone', () => {
    test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 16; Pixel 10) Chrome/156.0 Mobile Safari/537.36' });

    test('stays sm at any width', async ({ page }) => {
      await open(page, '/faq');
      for (const width of [375, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate(() => new Promise(requestAnimationFrame));
        await expect(page.locator('html')).toHaveAttribute('data-screen', 'sm');
      }
    });
  });
});
