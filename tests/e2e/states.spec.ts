import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectFits, open, words } from './helpers.ts';
import { test } from './people.ts';

const zh = words['zh-Hant'];

/** States that a page shows only after an action; pages.spec.ts tests pages as they open. */
const states: Record<string, { path: string; reach: (page: Page) => Promise<void> }> = {
  'the log-in sheet': {
    path: '/faq',
    reach: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: zh.login.title }).click();
      await expect(page.getByRole('dialog', { name: zh.login.title })).toBeVisible();
    },
  },
  'the QR codes': {
    path: '/faq',
    reach: async (page) => {
      await page.getByRole('button', { name: zh.affix.contact }).click();
      await expect(page.getByRole('dialog', { name: zh.affix.contact })).toBeVisible();
    },
  },
  'a list that did not load': {
    path: '/faq',
    reach: async (page) => {
      await page.getByRole('button', { name: zh.affix.contact }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: zh.ui.retry })).toBeVisible();
    },
  },
  'a finished first step': {
    path: '/',
    reach: async (page) => {
      for (const label of [zh.home.grade, zh.home.subject, zh.home.region])
        await page.getByLabel(label).selectOption({ index: 2 });
      await expect(page.getByText(/學費 HK\$\d+|沒有符合三項的導師/)).toBeVisible();
    },
  },
  'an open answer, scrolled': {
    path: '/faq',
    reach: async (page) => {
      await page.locator('summary').last().click();
      await expect(page.getByRole('button', { name: zh.affix.top })).toBeVisible();
    },
  },
};

async function expectAccessibleThenFitting(page: Page, what: string) {
  await expectAccessible(page, what);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectFits(page, `${what}, on a wide screen`);
}

test.use({ viewport: { width: 375, height: 800 } });

for (const [name, { path, reach }] of Object.entries(states))
  test(`${name} is accessible on a phone, and fits a wide screen`, async ({ page }) => {
    if (name === 'a list that did not load')
      await page.route('**/api/common_info/qr_code', (route) => route.abort());
    await open(page, path);
    await reach(page);
    await expectAccessibleThenFitting(page, name);
  });

test.describe('with an analytics container', () => {
  test.use({ baseURL: `http://127.0.0.1:${process.env.E2E_ANALYTICS_PORT}` });

  test('the consent banner is accessible on a phone, and fits a wide screen', async ({ page }) => {
    await open(page, '/aitutor');
    await expect(page.getByRole('region', { name: zh.consent.title })).toBeVisible();
    await expectAccessibleThenFitting(page, 'the question of consent');
  });
});
