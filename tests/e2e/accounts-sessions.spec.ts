import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { cookie, expectPath, isSameDocument, markDocument, open, words } from './helpers.ts';
import {
  accountLink,
  askForCode,
  ban,
  headerLogin,
  logInByApi,
  newNetwork,
  newNumber,
  sheet,
  signUp,
  sql,
  test,
} from './people.ts';

const zh = words['zh-Hant'];
const { me, login } = zh;

/** Simulates a return to the tab. */
const returnToTab = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
const tokens = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('ai_token')]);
const logOutOf = (page: Page) => page.getByRole('banner').getByRole('button', { name: login.logOut });

test('a user switches identity and edits the profile', async ({ page }) => {
  await signUp(page, { mobile: newNumber(), name: '雙面人' });
  await open(page, '/me');
  await expect(page.getByText(me.identityText1)).toBeVisible();
  await page.getByRole('button', { name: me.switchTo2 }).click();
  await expect(page.getByText(me.identityText2)).toBeVisible();
  await expect(page.getByText(me.switched2)).toBeVisible();

  await page.getByRole('navigation', { name: me.nav }).getByRole('link', { name: me.profile.title }).click();
  await expectPath(page, '/me/profile');
  const name = page.getByLabel(zh.register.name);
  await name.fill('');
  await page.getByRole('button', { name: me.profile.save }).click();
  await expect(page.getByRole('alert').getByText(zh.register.nameMissing)).toBeVisible();
  await name.fill('王小明');
  await page.getByRole('radio', { name: zh.register.genderM }).check();
  await page.reload();
  await expect(name, 'nothing is lost by a reload').toHaveValue('王小明');
  await page.getByRole('button', { name: me.profile.save }).click();
  await expect(page.getByText(me.saved)).toBeVisible();
  await expect(accountLink(page)).toContainText('王');
  await page.reload();
  await expect(name).toHaveValue('王小明');
  await page.goto('/me');
  await expect(page.getByText(me.identityText2)).toBeVisible();
});

test('the user’s own phone number is masked until it is revealed', async ({ page }) => {
  const { mobile } = await signUp(page, { mobile: newNumber(), name: '遮蓋' });
  await open(page, '/me');
  const whole = page.getByText(`+852 ${mobile.slice(0, 4)} ${mobile.slice(4)}`);
  await expect(whole).toHaveCount(0);
  await page.getByRole('button', { name: me.showNumber }).click();
  await expect(whole).toBeVisible();
});

test('a family adds, edits and removes children', { tag: '@whole' }, async ({ page }) => {
  await signUp(page, { mobile: newNumber(), name: '有子女' });
  const { children } = me;
  await open(page, '/me/children');
  await expect(page.getByText(children.none)).toBeVisible();
  await page.getByRole('button', { name: children.add }).click();
  await sheet(page).getByRole('button', { name: children.save }).click();
  await expect(sheet(page).getByRole('alert').getByRole('link')).toHaveCount(2);
  await sheet(page).getByLabel(children.nickname).fill('豆豆');
  await sheet(page).getByLabel(children.grade).selectOption({ index: 3 });
  const school = sheet(page).getByLabel(children.school);
  await expect.poll(() => school.locator('option').count()).toBeGreaterThan(2);
  await school.selectOption({ index: 5 });
  await sheet(page).getByRole('button', { name: children.save }).click();
  await expect(page.getByRole('listitem').getByText('豆豆')).toBeVisible();
  await page.getByRole('button', { name: children.editOf.replace('{{name}}', '豆豆') }).click();
  await sheet(page).getByLabel(children.nickname).fill('大豆');
  await sheet(page).getByRole('button', { name: children.save }).click();
  await expect(page.getByRole('listitem').getByText('大豆')).toBeVisible();
  await page.getByRole('button', { name: children.removeOf.replace('{{name}}', '大豆') }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: children.remove }).click();
  await expect(page.getByText(children.none)).toBeVisible();
});

test('logging out everywhere also logs out the other browser', { tag: '@whole' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const { mobile } = await signUp(page, { mobile: newNumber(), name: '到處' });
  const elsewhere = await browser.newContext({
    ...{ baseURL: baseURL ?? '', locale: 'zh-HK', extraHTTPHeaders: newNetwork() },
  });
  const other = await elsewhere.newPage();
  await logInByApi(other, mobile);
  await open(other, '/me');
  await expect(accountLink(other)).toBeVisible();

  await open(page, '/me/sessions');
  await expect(page.getByRole('main').getByText(me.sessions.here)).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^結束/ })).toHaveCount(1);
  await page.getByRole('button', { name: me.sessions.everywhere }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: me.sessions.everywhere }).click();
  await expectPath(page, '/');
  await expect(headerLogin(page)).toBeVisible();
  expect(await tokens(page)).toEqual([null, null]);

  await returnToTab(other);
  await expectPath(other, '/');
  await expect(headerLogin(other)).toBeVisible();
  expect(await tokens(other)).toEqual([null, null]);
  expect(await cookie(elsewhere, 'csrftoken')).toBeUndefined();
  await elsewhere.close();
});

test('a user ends another session from the list of sessions', { tag: '@whole' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const { mobile } = await signUp(page, { mobile: newNumber(), name: '結束' });
  const elsewhere = await browser.newContext({
    ...{ baseURL: baseURL ?? '', locale: 'zh-HK', extraHTTPHeaders: newNetwork() },
  });
  const other = await elsewhere.newPage();
  await logInByApi(other, mobile);
  await open(page, '/me/sessions');
  await page.getByRole('button', { name: /^結束/ }).click();
  await expect(page.getByText(me.sessions.onlyThis)).toBeVisible();
  // The cookie that passes the gate is still there, but the page sees that the session is over and offers
  // login.
  await open(other, '/me/sessions');
  await expect(other.getByRole('main').getByRole('button', { name: login.title })).toBeVisible();
  await elsewhere.close();
});

test('a user banned while two tabs are open is logged out in both', { tag: '@whole' }, async ({
  page,
  context,
}) => {
  const { id } = await signUp(page, { mobile: newNumber(), name: '被禁' });
  await open(page, '/me');
  const second = await context.newPage();
  await open(second, '/my-tutoring');
  await markDocument(second);
  await ban(id);
  await returnToTab(page);
  for (const tab of [page, second]) {
    await expectPath(tab, '/');
    await expect(headerLogin(tab)).toBeVisible();
  }
  expect(await isSameDocument(second)).toBe(true);
  expect(await tokens(second)).toEqual([null, null]);
  expect(await cookie(context, 'csrftoken')).toBeUndefined();
});

test('two tabs whose tokens expire at the same time both stay logged in with one renewal', {
  tag: '@whole',
}, async ({ page, context }) => {
  await signUp(page, { mobile: newNumber(), name: '兩頁' });
  // The shell's own request would get a 401 and renew the token before either tab does.
  await context.route('**/api/users/unread', (route) => route.abort());
  await open(page, '/me');
  const second = await context.newPage();
  await open(second, '/me/profile');
  let renewals = 0;
  const refused: (() => void)[] = [];
  for (const tab of [page, second]) {
    tab.on('request', (request) => {
      if (request.url().endsWith('/api/users/renew')) renewals += 1;
    });
    // Both requests get their 401 before either tab sees the response.
    let first = true;
    await tab.route(/api\/users\/(switch_identity|profile)$/, async (route) => {
      if (!first) return route.continue();
      first = false;
      const response = await route.fetch();
      expect(response.status()).toBe(401);
      await new Promise<void>((go) => {
        refused.push(go);
        if (refused.length === 2) for (const release of refused) release();
      });
      await route.fulfill({ response });
    });
  }
  await page.evaluate(() => localStorage.setItem('token', 'no longer a token'));
  await Promise.all([
    page.getByRole('button', { name: me.switchTo2 }).click(),
    second.getByRole('button', { name: me.profile.save }).click(),
  ]);
  await expect(page.getByText(me.switched2)).toBeVisible();
  await expect(second.getByText(me.saved)).toBeVisible();
  expect(renewals).toBe(1);
  for (const tab of [page, second]) {
    await tab.reload();
    await expect(accountLink(tab)).toBeVisible();
  }
});

test('an AI session created by a product login ends when the product session is gone', {
  tag: '@whole',
}, async ({ page, context }) => {
  await signUp(page, { mobile: newNumber(), name: '失去' });
  await open(page, '/faq');
  await expect(accountLink(page)).toBeVisible();
  await context.clearCookies({ name: 'session' });
  await page.reload();
  await expectPath(page, '/');
  await expect(headerLogin(page)).toBeVisible();
  await expect.poll(() => cookie(context, 'ai_session')).toBeUndefined();
  expect(await tokens(page)).toEqual([null, null]);
});

test.describe('logging out', () => {
  test('of the AI side alone is a link on the account page; AI pages show the account as others do', async ({
    page,
    context,
  }) => {
    await signUp(page, { mobile: newNumber(), name: '只登出AI' });
    await open(page, '/erase');
    await expect(logOutOf(page)).toHaveCount(0);
    await accountLink(page).click();
    await page.getByRole('link', { name: zh.pages.logoutAi.title }).click();
    await expectPath(page, '/');
    await expect(accountLink(page)).toBeVisible();
    const [product, ai] = await tokens(page);
    expect(product).not.toBeNull();
    expect(ai).toBeNull();
    expect(await cookie(context, 'ai_session')).toBeUndefined();
  });

  test('on the account page ends both sessions', async ({ page, context }) => {
    await signUp(page, { mobile: newNumber(), name: '登出' });
    await open(page, '/me');
    await page.getByRole('button', { name: me.logOutHere }).click();
    await expectPath(page, '/');
    await expect(headerLogin(page)).toBeVisible();
    expect(await tokens(page)).toEqual([null, null]);
    expect(await cookie(context, 'session')).toBeUndefined();
    expect(await cookie(context, 'csrftoken')).toBeUndefined();
  });

  test('while offline shows a message and stays on the page', { tag: '@whole' }, async ({
    page,
    context,
  }) => {
    await signUp(page, { mobile: newNumber(), name: '離線' });
    await open(page, '/me');
    await context.setOffline(true);
    await page.getByRole('button', { name: me.logOutHere }).click();
    await expect(page.getByText(zh.ui.notReached)).toBeVisible();
    await expectPath(page, '/me');
  });

  test('/logout_ai ends the AI session at the server too', { tag: '@whole' }, async ({ page, context }) => {
    await signUp(page, { mobile: newNumber(), name: '登出頁' });
    await open(page, '/faq');
    await page.goto('/logout_ai');
    await expectPath(page, '/');
    await expect(accountLink(page)).toBeVisible();
    expect(await cookie(context, 'ai_session')).toBeUndefined();
    expect((await page.request.get('/api_ai/user/profile')).status()).toBe(401);
  });
});

test.describe('the AI login', () => {
  test('a logged-in phone logs another browser in by QR code', { tag: '@whole' }, async ({
    page,
    browser,
    baseURL,
  }) => {
    const shared = { baseURL: baseURL ?? '', locale: 'zh-HK' };
    const phone = await browser.newContext({
      ...{ ...shared, extraHTTPHeaders: newNetwork(), viewport: { width: 375, height: 700 } },
    });
    const phonePage = await phone.newPage();
    await signUp(phonePage, { mobile: newNumber(), name: '持機人' });

    await open(page, '/erase');
    const shown = page.waitForResponse('**/api_ai/user/qrcode');
    await headerLogin(page).click();
    await expect(sheet(page).getByRole('img', { name: zh.aiLogin.qrAlt })).toBeVisible();
    const { url } = (await (await shown).json()).data;
    const number = (await sheet(page).locator('[data-qr-number]').textContent()) ?? '';
    expect(number).toMatch(/^\d\d$/);

    // The phone says which browser asks, from where and when.
    await open(phonePage, url);
    const asked = phonePage.getByRole('main');
    await expect(asked.getByText(me.confirm.whatHappens)).toBeVisible();
    await expect(asked.getByText('持機人')).toBeVisible();
    await expect(asked.getByText(/Chrome · Linux/)).toBeVisible();
    await expect(asked.getByText(me.confirm.otherNetwork)).toBeVisible();
    await expect(asked.getByText(/10\.\d+\.\d+\.0\/24/)).toBeVisible();
    await expect(asked.locator('time')).toHaveText(/\d:\d\d$/);
    await asked.getByRole('button', { name: number, exact: true }).click();
    await expect(phonePage.getByText(me.confirm.doneTitle)).toBeVisible();

    await expect(sheet(page)).toBeHidden();
    await expect(logOutOf(page)).toBeVisible();

    // A QR code logs in one browser, once.
    await open(phonePage, url);
    await expect(phonePage.getByText(me.confirm.expiredTitle)).toBeVisible();

    // It has the AI side alone, so the account page offers neither export nor deletion.
    await accountLink(page).click();
    await expect(page.getByText(me.aiLead)).toBeVisible();
    await open(page, '/me/privacy');
    await expect(page.getByRole('main').getByRole('button', { name: login.title })).toBeVisible();
    await expect(page.getByText(me.privacy.deleteTitle)).toHaveCount(0);

    // A product page offers the product login, without an error.
    await open(page, '/my-tutoring');
    await expect(page.getByRole('main').getByRole('button', { name: login.title })).toBeVisible();
    await open(phonePage, '/me/sessions');
    await expect(phonePage.getByText(me.sessions.aiOnly)).toBeVisible();
    await phone.close();
  });

  test('a phone that scans while logged out logs in first and then returns to the confirmation', {
    tag: '@whole',
  }, async ({ page }) => {
    const { code } = (await (await page.request.get('/api_ai/user/qrcode')).json()).data;
    await open(page, `/me/confirm-login?code=${code}`);
    await page.getByRole('main').getByRole('button', { name: login.title }).click();
    await page.keyboard.type(await askForCode(page, newNumber()));
    await sheet(page).getByLabel(zh.register.name).fill('掃碼人');
    await sheet(page).getByRole('radio', { name: zh.register.parent }).check();
    await sheet(page).getByRole('checkbox', { name: zh.register.agree }).check();
    await sheet(page).getByRole('button', { name: zh.register.create }).click();
    await expect(page.getByText(me.confirm.whatHappens)).toBeVisible();
    await page.getByRole('button', { name: me.confirm.no }).click();
    await expect(page.getByText(me.confirm.refusedTitle)).toBeVisible();
  });

  test('a wrong number logs nobody in, on a phone of 375 px', { tag: '@whole' }, async ({
    page,
    browser,
    baseURL,
  }) => {
    const shared = { baseURL: baseURL ?? '', locale: 'zh-HK' };
    const phone = await browser.newContext({
      ...{ ...shared, extraHTTPHeaders: newNetwork(), viewport: { width: 375, height: 700 } },
    });
    const phonePage = await phone.newPage();
    await signUp(phonePage, { mobile: newNumber(), name: '持機人' });
    await open(page, '/erase');
    const shown = page.waitForResponse('**/api_ai/user/qrcode');
    await headerLogin(page).click();
    const { url, number } = (await (await shown).json()).data;
    await open(phonePage, url);
    const choices = phonePage.getByRole('group', { name: me.confirm.chooseNumber }).getByRole('button');
    await choices
      .filter({ hasNotText: String(number) })
      .filter({ hasText: /^\d\d$/ })
      .first()
      .click();
    await expect(phonePage.getByText(me.confirm.wrongText)).toBeVisible();
    await expect(sheet(page).getByText(zh.aiLogin.expired)).toBeVisible();
    await expect(logOutOf(page)).toHaveCount(0);
  });

  test('works by SMS without a product login', async ({ page }) => {
    await open(page, '/aitutor');
    await headerLogin(page).click();
    await sheet(page).getByRole('tab', { name: zh.aiLogin.sms }).click();
    await page.keyboard.type(await askForCode(page, newNumber()));
    await expect(sheet(page)).toBeHidden();
    await expect(logOutOf(page)).toBeVisible();
    // The account page is there, with what the AI side has alone.
    await expect(accountLink(page)).toBeVisible();
    await logOutOf(page).click();
    await expectPath(page, '/');
  });

  test('a QR code that is not scanned expires, and a new one can be requested', { tag: '@whole' }, async ({
    page,
  }) => {
    await open(page, '/erase');
    await page.clock.install();
    await headerLogin(page).click();
    const picture = sheet(page).getByRole('img', { name: zh.aiLogin.qrAlt });
    const first = await picture.getAttribute('src');
    await page.clock.fastForward(121_000);
    await expect(sheet(page).getByText(zh.aiLogin.expired)).toBeVisible();
    await sheet(page).getByRole('button', { name: zh.aiLogin.renew }).click();
    await expect(sheet(page).getByText(zh.aiLogin.expired)).toBeHidden();
    expect(await picture.getAttribute('src')).not.toBe(first);
  });
});

test('account pages offer login after the session has ended', { tag: '@whole' }, async ({
  page,
  context,
}) => {
  await signUp(page, { mobile: newNumber(), name: '過期' });
  await open(page, '/faq');
  await context.clearCookies({ name: 'session' });
  await context.clearCookies({ name: 'ai_session' });
  for (const path of ['/my-tutoring', '/more-tutor-case', '/clock-in', '/message', '/me', '/me/privacy']) {
    const response = await open(page, path);
    expect(response?.status(), path).toBe(200);
    await expect(page.getByRole('main').getByRole('button', { name: login.title })).toBeVisible();
  }
});

test.describe('privacy', () => {
  const { privacy } = me;

  test('a user downloads all own data as JSON and as a ZIP archive', async ({ page }) => {
    const { mobile } = await signUp(page, { mobile: newNumber(), name: '我的資料' });
    await open(page, '/me/privacy');
    await page.getByRole('checkbox', { name: zh.register.marketing }).check();
    await expect(page.getByText(me.saved)).toBeVisible();
    for (const [button, name] of [
      [privacy.json, 'mingshi-data.json'],
      [privacy.zip, 'mingshi-data.zip'],
    ] as const) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(name);
      const content = await readFile(await file.path());
      if (name.endsWith('json')) expect(content.toString()).toContain(mobile);
      else expect(content.subarray(0, 2).toString()).toBe('PK');
    }
  });

  test('a user deletes the account with a typed word and a new SMS code', { tag: '@whole' }, async ({
    page,
    context,
  }) => {
    const { mobile } = await signUp(page, { mobile: newNumber(), name: '要離開' });
    await sql('delete from sms_messages');
    await open(page, '/me/privacy');
    await page.getByRole('button', { name: privacy.deleteStart }).click();
    await page.keyboard.type('不是');
    await page.keyboard.press('Enter');
    const wrong = privacy.deleteTypedWrong.replace('{{word}}', privacy.deleteWord);
    await expect(page.getByText(wrong, { exact: true })).toBeVisible();
    await page
      .getByLabel(privacy.deleteTyped.replace('{{word}}', privacy.deleteWord))
      .fill(privacy.deleteWord);
    await page.getByRole('button', { name: privacy.deleteSend }).click();
    await page.getByRole('button', { name: login.fillIn }).click();
    await page.getByRole('button', { name: privacy.deleteNow }).click();
    await expectPath(page, '/');
    await expect(page.getByText(privacy.deleted)).toBeVisible();
    await expect(headerLogin(page)).toBeVisible();
    expect(await cookie(context, 'csrftoken')).toBeUndefined();
    await sql('delete from sms_messages');
    await headerLogin(page).click();
    await page.keyboard.type(await askForCode(page, mobile));
    await expect(sheet(page).getByLabel(zh.register.name), 'the number is free again').toBeVisible();
  });
});
