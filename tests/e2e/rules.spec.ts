import { expect, type Page } from '@playwright/test';
import {
  expectPath,
  isSameDocument,
  markDocument,
  navigate,
  open,
  pathOf,
  scrollTop,
  signIn,
  words,
} from './helpers.ts';
import { test } from './people.ts';

const zh = words['zh-Hant'];
const loginSheet = (page: Page, title = zh.login.title) => page.getByRole('dialog', { name: title });
const mainNav = (page: Page, name = zh.nav.main) =>
  page.getByRole('navigation', { name, exact: true }).filter({ visible: true });

/** The address to which the server redirects. */
async function redirectedTo(page: Page, path: string) {
  const { pathname, search } = new URL((await page.request.get(path)).url());
  return pathname + search;
}

/** The text of a page. */
const textOf = async (page: Page) =>
  (await page.locator('body').innerText()).split('\n').filter((line) => line.trim() !== '');

test.describe('the gate', () => {
  test('a gated link, such as log-in in the phone’s bottom bar, opens the login sheet and stays on the page', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 700 });
    await open(page, '/en/faq');
    await mainNav(page, words.en.nav.main).getByRole('link', { name: words.en.login.title }).click();
    await expect(loginSheet(page, words.en.login.title)).toBeVisible();
    expect(pathOf(page)).toBe('/en/faq');
  });

  test('a gated link opens its page for a user with a session', async ({ page, context, baseURL }) => {
    await signIn(context, baseURL);
    await page.setViewportSize({ width: 375, height: 700 });
    await open(page, '/');
    await mainNav(page).getByRole('link', { name: zh.login.title }).click();
    await expectPath(page, '/me');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh.me.title);
    await expect(loginSheet(page)).toBeHidden();
  });

  test('going back to a gated page after the session has ended leads to the home page', async ({
    page,
    context,
    baseURL,
  }) => {
    await signIn(context, baseURL);
    await open(page, '/en/my-tutoring');
    await mainNav(page, words.en.nav.main).getByRole('link', { name: words.en.nav.faq }).click();
    await expectPath(page, '/en/faq');
    await context.clearCookies({ name: 'csrftoken' });
    await markDocument(page);
    await page.goBack();
    await expectPath(page, '/en');
    expect(await isSameDocument(page)).toBe(true);
  });

  test('the address of a gated page redirects a visitor to the localized home page', async ({ page }) => {
    const gated = [
      '/my-tutoring',
      '/more-tutor-case',
      '/clock-in',
      '/clock-in/5',
      '/message',
      '/me',
      '/me/x/y',
    ];
    for (const [locale, home] of [
      ['', '/'],
      ['/en', '/en'],
    ])
      for (const path of gated) expect(await redirectedTo(page, `${locale}${path}`), path).toBe(home);
  });

  test('a navigation within the app to a gated page leads a visitor to the home page', async ({ page }) => {
    await open(page, '/en/faq');
    await markDocument(page);
    await navigate(page, '/en/clock-in/5');
    await expectPath(page, '/en');
    expect(await isSameDocument(page)).toBe(true);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(words.en.home.title1);
  });
});

test.describe('links', () => {
  test('are followed within the app, by mouse and by keyboard', async ({ page }) => {
    await open(page, '/');
    await markDocument(page);
    await mainNav(page).getByRole('link', { name: zh.nav.faq }).click();
    await expectPath(page, '/faq');
    // The new page moves the focus when it is rendered.
    await expect(page.getByRole('main')).toBeFocused();
    await mainNav(page).getByRole('link', { name: zh.nav.erase }).focus();
    await page.keyboard.press('Enter');
    await expectPath(page, '/erase');
    expect(await isSameDocument(page)).toBe(true);
  });

  test('open in a new tab with the modifier key, and the current page stays', async ({ page, context }) => {
    await open(page, '/');
    const opened = context.waitForEvent('page');
    await mainNav(page)
      .getByRole('link', { name: zh.nav.faq })
      .click({ modifiers: ['ControlOrMeta'] });
    const tab = await opened;
    await expectPath(tab, '/faq');
    expect(pathOf(page)).toBe('/');
  });
});

test.describe('threads', () => {
  const refused = {
    '/aitutor/abc': '/aitutor',
    '/aitutor2/0': '/aitutor2',
    '/gpt4o/-1': '/gpt4o',
    '/gpto1/1.5': '/gpto1',
    '/en/doubao1-5/000': '/en/doubao1-5',
    '/aitutor/voice/x': '/aitutor/voice',
    '/voice/0': '/voice',
    '/assessment/12a': '/assessment',
    '/en/realworld/NaN': '/en/realworld',
  };

  test('an invalid thread id is replaced by the base path of its alias', async ({ page }) => {
    await open(page, '/faq');
    await markDocument(page);
    const length = await page.evaluate(() => history.length);
    for (const [path, target] of Object.entries(refused))
      await test.step(path, async () => {
        await navigate(page, path);
        await expectPath(page, target);
      });
    expect(await page.evaluate(() => history.length)).toBe(length);
    expect(await isSameDocument(page)).toBe(true);
  });

  test('an invalid thread id is also redirected on a full page load', { tag: '@whole' }, async ({
    page,
    context,
  }) => {
    for (const [path, target] of Object.entries(refused)) {
      await context.clearCookies();
      expect(await redirectedTo(page, path), path).toBe(target);
    }
  });

  test('a number is a thread id, and /aitutor/voice is not one', async ({ page }) => {
    await open(page, '/aitutor/12');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh.rooms.conversation.title);
    await navigate(page, '/aitutor/voice');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh.voice.talk.title);
    expect(pathOf(page)).toBe('/aitutor/voice');
    await navigate(page, '/gpt4o/77');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh.rooms.conversation.title);
    expect(pathOf(page)).toBe('/gpt4o/77');
  });
});

test.describe('redirects', () => {
  test('/share leads to the eraser and /more to the home page, on a full load and within the app', {
    tag: '@whole',
  }, async ({ page }) => {
    const ways = [
      ['/share', '/erase'],
      ['/share/AbC-12', '/erase?share=AbC-12'],
      ['/more', '/'],
      ['/en/share/', '/en/erase'],
      ['/en/more', '/en'],
    ] as const;
    for (const [path, target] of ways) expect(await redirectedTo(page, path), path).toBe(target);
    await open(page, '/wx');
    await markDocument(page);
    for (const [path, target] of ways)
      await test.step(path, async () => {
        await navigate(page, '/wx');
        await expectPath(page, '/wx');
        await navigate(page, path);
        await expectPath(page, target);
      });
    expect(await isSameDocument(page)).toBe(true);
  });

  for (const [path, home] of [
    ['/logout_ai', '/'],
    ['/en/logout_ai', '/en'],
  ] as const) {
    test(`${path} ends the AI session only and leads to the home page`, async ({ page }) => {
      await open(page, '/faq');
      await page.evaluate(() => {
        localStorage.setItem('ai_token', 'ai');
        localStorage.setItem('token', 'product');
      });
      await page.goto(path);
      await expectPath(page, home);
      expect(
        await page.evaluate(() => [localStorage.getItem('ai_token'), localStorage.getItem('token')]),
      ).toEqual([null, 'product']);
    });
  }
});

test.describe('navigation', () => {
  test('every navigation starts at the top of the page, also back and forward', async ({ page }) => {
    await open(page, '/faq');
    const scrollDown = async () => {
      await page.mouse.wheel(0, 1500);
      await expect.poll(() => scrollTop(page)).toBeGreaterThan(600);
    };
    const moves = [
      ['/terms-conditions', () => page.getByRole('contentinfo').getByRole('link').nth(1).click()],
      ['/faq', () => page.goBack()],
      ['/terms-conditions', () => page.goForward()],
      ['/terms-conditions?doc=privacy', () => page.getByRole('contentinfo').getByRole('link').nth(2).click()],
    ] as const;
    for (const [path, move] of moves) {
      await scrollDown();
      await move();
      await expectPath(page, path);
      await expect.poll(() => scrollTop(page), { message: `at ${path}` }).toBe(0);
      // The browser may restore its own scroll position a frame later.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      expect(await scrollTop(page), `still at the top of ${path}`).toBe(0);
    }
  });

  test('back-to-top buttons and footer are shown on the pages that SPEC.md names', { tag: '@whole' }, async ({
    page,
    context,
    baseURL,
  }) => {
    await signIn(context, baseURL);
    await open(page, '/');
    // According to SPEC.md §2, per page: [affix, footer].
    const shown: Record<string, [boolean, boolean]> = {
      '/': [true, true],
      '/faq': [true, true],
      '/terms-conditions': [true, true],
      '/my-tutoring': [true, true],
      '/test-paper': [true, true],
      '/wx': [false, true],
      '/erase': [false, true],
      '/erase/list/1-2-3': [false, true],
      '/aitutor': [false, false],
      '/gpt4o/5': [false, false],
      '/aitutor/voice': [false, false],
      '/voice': [false, false],
      '/assessment': [false, false],
      '/realworld/7': [false, false],
      '/clock-in': [false, false],
      '/clock-in/3': [false, false],
      '/no/such/page': [true, true],
    };
    for (const [path, [affix, footer]] of Object.entries(shown)) {
      await navigate(page, path);
      await expectPath(page, path);
      const affixes = page.getByRole('complementary', { name: zh.affix.label });
      await expect(affixes, `affix at ${path}`).toHaveCount(affix ? 1 : 0);
      await expect(page.getByRole('contentinfo'), `footer at ${path}`).toHaveCount(footer ? 1 : 0);
    }
  });

  test('the affix scrolls back to the top and says where to turn, without a code of this same site', async ({
    page,
  }) => {
    await open(page, '/faq');
    const affix = page.getByRole('complementary', { name: zh.affix.label });
    const contact = affix.getByRole('button', { name: zh.affix.contact });
    const leftOf = async () => (await contact.boundingBox())?.x;
    await expect(affix.getByRole('button', { name: zh.affix.top })).toHaveCount(0);
    const left = await leftOf();
    await page.mouse.wheel(0, 2000);
    await expect(affix.getByRole('button', { name: zh.affix.top })).toBeVisible();
    // A finger that is on its way to the one button does not meet the other.
    expect(await leftOf()).toBe(left);
    await affix.getByRole('button', { name: zh.affix.top }).click();
    await expect.poll(() => scrollTop(page)).toBe(0);
    await contact.click();
    const sheet = page.getByRole('dialog', { name: zh.affix.contact });
    await expect(sheet.getByRole('link', { name: zh.affix.faq })).toBeVisible();
    await expect(sheet.locator('img')).toHaveCount(0);
  });

  test('a page reached within the app shows the same text as after a full load', async ({ page }) => {
    await open(page, '/en/faq');
    await mainNav(page, words.en.nav.main).getByRole('link', { name: words.en.nav.home }).click();
    await expectPath(page, '/en');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(words.en.home.title1);
    await expect(page).toHaveTitle(/ - Mingshi$/);
    const inside = await textOf(page);
    await open(page, '/en');
    expect(inside).toEqual(await textOf(page));
  });

  test('an unknown address within the app shows its path and a link to the home page', async ({ page }) => {
    await open(page, '/en/faq');
    await navigate(page, '/en/no/such/page');
    await expect(page.getByText('Page not found: /en/no/such/page', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Go Back Home' }).click();
    await expectPath(page, '/en');
  });

  test('an invalid parameter within the app shows Page Not Found', async ({ page }) => {
    await open(page, '/faq');
    await navigate(page, '/test-paper/abc');
    await expect(page.getByText('Page Not Found', { exact: true })).toBeVisible();
  });
});
