import { expect } from '@playwright/test';
import { expectAccessible, expectPath, isSameDocument, markDocument, open, words } from './helpers.ts';
import { accountLink, newNumber, sheet, signUp, sql, test } from './people.ts';

const zh = words['zh-Hant'];
const { me, login, ui } = zh;

test('an account page that failed to load can be retried', async ({ page }) => {
  const { id } = await signUp(page, { mobile: newNumber(), name: '壞一次' });
  await open(page, '/me');
  // An infinite timestamp makes the call fail on the server, for this user only.
  const breakSessions = () =>
    sql(
      `insert into sessions (user_id, face, created_at, ends_at, browser_hash)
       values ($1, 'product', 'infinity', now() + interval '1 hour', '')`,
      [id],
    );
  const repairSessions = () =>
    sql(`delete from sessions where user_id = $1 and created_at = 'infinity'`, [id]);
  await breakSessions();
  await page.getByRole('navigation', { name: me.nav }).getByRole('link', { name: me.sessions.title }).click();
  const failure = page.getByRole('alert').filter({ hasText: ui.errorTitle });
  const retry = failure.getByRole('button', { name: ui.retry });
  await expect(failure).toBeVisible();
  await expectAccessible(page, 'a page that failed');
  await Promise.all([page.waitForResponse('**/me/sessions.data*'), retry.click()]);
  await expect(retry, 'still broken').toBeEnabled();
  await repairSessions();
  await retry.click();
  await expect(page.getByRole('heading', { level: 1, name: me.sessions.title })).toBeVisible();
  await expect(page.getByText(me.sessions.onlyThis)).toBeVisible();

  // The same when the error page was rendered by the server.
  await breakSessions();
  expect((await open(page, '/me/sessions'))?.status()).toBe(500);
  await expect(failure).toBeVisible();
  await repairSessions();
  await retry.click();
  await expect(page.getByText(me.sessions.onlyThis)).toBeVisible();
});

test('setting up a second factor requires a recent login, and continues after it', async ({ page }) => {
  const { mobile, id } = await signUp(page, { mobile: newNumber(), name: '久未登入' });
  await open(page, '/me/security');
  await sql(`update sessions set created_at = now() - interval '11 minutes' where user_id = $1`, [id]);
  await sql('delete from sms_messages');
  await markDocument(page);
  await page.getByRole('button', { name: me.security.turnOn }).click();
  await expect(sheet(page).getByLabel(login.mobile)).toHaveValue(`${mobile.slice(0, 4)} ${mobile.slice(4)}`);
  await expect(page.locator('[data-kind=error]')).toBeVisible();
  await sheet(page).getByRole('button', { name: login.sendCode }).click();
  await sheet(page).getByRole('button', { name: login.fillIn }).click();
  await expect(page.locator('[data-secret]')).toBeVisible();
  await expect(sheet(page)).toBeHidden();
  await expectPath(page, '/me/security');
  expect(await isSameDocument(page)).toBe(true);
});

test('a failed request despite a network connection shows the offline page, and a retry shows the page', async ({
  page,
}) => {
  await signUp(page, { mobile: newNumber(), name: '斷線' });
  await open(page, '/faq');
  await page.route('**/*.data*', (route) => route.abort());
  const link = page.getByRole('banner').getByRole('link', { name: zh.nav.erase });
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh.error.offline);
  await expect(page).toHaveTitle(new RegExp(`^${zh.error.offline} - `));
  await expectPath(page, '/erase');
  await expect(accountLink(page), 'whoever was logged in still is').toBeVisible();
  await expectAccessible(page, 'a page without a network');
  await page.unroute('**/*.data*');
  await page.getByRole('button', { name: ui.retry }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh.rooms.erase.title);
});
