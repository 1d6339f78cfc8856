import { expect, type Page } from '@playwright/test';
import { expectPath, open, pathOf, words } from './helpers.ts';
import { test } from './people.ts';

const zh = words['zh-Hant'];
const loginSheet = (page: Page) => page.getByRole('dialog', { name: zh.login.title });
const loginButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: zh.login.title });

test('the first tab stop skips to the content', async ({ page }) => {
  await open(page, '/faq');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: zh.nav.skip });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox')).toBeFocused();
});

test('the header’s tab order follows its reading order, at every width', async ({ page }) => {
  const atEveryWidth = [zh.nav.theme, /English/, zh.login.title];
  const onDesktop = [zh.nav.home, zh.nav.tutors, zh.nav.findCases, zh.nav.aiTutor, zh.nav.erase, zh.nav.faq];
  await open(page, '/faq');
  const header = page.getByRole('banner');
  for (const [width, stops] of [
    [1280, [...onDesktop, ...atEveryWidth]],
    [375, atEveryWidth],
  ] as const)
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 700 });
      await page.getByRole('link', { name: zh.nav.skip }).focus();
      await page.keyboard.press('Tab');
      await expect(header.getByRole('link', { name: '明師' })).toBeFocused();
      for (const name of stops) {
        await page.keyboard.press('Tab');
        const focused = header.locator(':focus');
        await expect(focused).toHaveAccessibleName(name);
        await expect(focused).toHaveCSS('outline-style', 'solid');
      }
    });
});

test('the login sheet opens and closes by keyboard, traps the focus and returns it', async ({ page }) => {
  await open(page, '/faq');
  await loginButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(loginSheet(page)).toBeVisible();
  await expect(loginSheet(page).locator(':focus')).toHaveCount(1);
  for (let stop = 0; stop < 6; stop++) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement !== document.body && activeElement?.closest('dialog') === null;
    });
    expect(outside, `stop ${stop + 1}`).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(loginSheet(page)).toBeHidden();
  await expect(loginButton(page)).toBeFocused();

  await page.keyboard.press('Space');
  await expect(loginSheet(page)).toBeVisible();
  await loginSheet(page).getByRole('button', { name: zh.ui.close }).press('Enter');
  await expect(loginSheet(page)).toBeHidden();
  await expect(loginButton(page)).toBeFocused();
});

test('the login sheet opened by a gated link returns the focus to that link', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await open(page, '/');
  const link = page
    .getByRole('navigation', { name: zh.nav.main })
    .getByRole('link', { name: zh.login.title, exact: true });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(loginSheet(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link).toBeFocused();
  expect(pathOf(page)).toBe('/');
});

test('Enter searches the FAQ, and the search box keeps the focus', async ({ page }) => {
  await open(page, '/faq');
  const box = page.getByRole('searchbox');
  await box.focus();
  await page.keyboard.type('AI');
  await page.keyboard.press('Enter');
  await expectPath(page, '/faq?search=AI');
  await expect(page.getByRole('status').filter({ hasText: 'AI' })).toBeVisible();
  await expect(box).toHaveValue('AI');
  await expect(box).toBeFocused();
});

test('a FAQ answer opens and closes by keyboard', { tag: '@whole' }, async ({ page }) => {
  await open(page, '/faq');
  const [question, answer] = [page.locator('summary').first(), page.locator('details > div').first()];
  await expect(answer).toBeHidden();
  await question.focus();
  await page.keyboard.press('Enter');
  await expect(answer).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(answer.getByRole('link')).toBeFocused();
  await question.focus();
  await page.keyboard.press('Space');
  await expect(answer).toBeHidden();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the home page shows its content', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(zh.home.title1);
    await expect(page.getByRole('heading', { name: zh.home.finderTitle })).toBeVisible();
    await expect(page.getByRole('heading', { name: zh.home.faqTitle })).toBeVisible();
    await expect(page.locator('form')).toHaveAttribute('action', '/tutors');
    await expect(
      page.getByLabel(zh.home.subject).getByRole('option', { name: '英文' }).first(),
    ).toBeAttached();
    await page.getByRole('banner').getByRole('link', { name: zh.nav.faq }).click();
    await expectPath(page, '/faq');
  });

  test('the FAQ can be read and searched', async ({ page }) => {
    await page.goto('/faq');
    const [question, answer] = [page.locator('summary').first(), page.locator('details > div').first()];
    await question.click();
    await expect(answer).toBeVisible();
    const all = await page.locator('details').count();
    expect(all).toBeGreaterThanOrEqual(30);
    await page.getByRole('searchbox').fill('私隱');
    await page.getByRole('searchbox').press('Enter');
    await expectPath(page, `/faq?${new URLSearchParams({ search: '私隱' })}`);
    // The address changes before the page has loaded.
    await page.waitForLoadState();
    const found = await page.locator('details').count();
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(all);
    await expect(page.getByRole('searchbox')).toHaveValue('私隱');
  });

  test('the terms can be read', { tag: '@whole' }, async ({ page }) => {
    await page.goto('/terms-conditions');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh.terms.use);
    await page.getByRole('contentinfo').getByRole('link', { name: zh.terms.privacy }).click();
    await expectPath(page, '/terms-conditions?doc=privacy');
    await expect(page.getByRole('article').getByRole('heading', { level: 2 }).first()).toBeVisible();
  });

  test('a link leads to the other language, and back', async ({ page }) => {
    await page.goto('/faq');
    await page.getByRole('link', { name: /English/ }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-HK');
    await page.getByRole('link', { name: /繁體中文/ }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-HK');
  });
});
