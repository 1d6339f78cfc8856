import { expect, type Page } from '@playwright/test';
import { expectPath, open, words } from './helpers.ts';
import { newVisitor, sharedOperator } from './operator-people.ts';
import { accountLink, askForCode, call, headerLogin, newNumber, sheet, signUp, sql, test } from './people.ts';

const zh = words['zh-Hant'];
const { me, login } = zh;

test.use({ viewport: { width: 375, height: 700 } });

/** Nobody has used the account for a year. */
const rest = async (id: number) => {
  await sql(`update users set active_on = current_date - 366 where id = $1`, [id]);
  await sql(`update sessions set ended_at = now() where user_id = $1`, [id]);
};
const stateOf = async (userId: number) =>
  (await sql('select state from number_requests where user_id = $1 order by id desc', [userId]))[0]?.state;
const fillCodes = async (page: Page) => {
  const buttons = page.getByRole('button', { name: login.fillIn });
  await expect(buttons.first()).toBeVisible();
  for (const button of await buttons.all()) await button.click();
};
/** Somebody asks for the account of this number. */
async function askByApi(page: Page, old_mobile: string) {
  const mobile = newNumber();
  const { request_id, demo_code } = await call(page, 'POST', '/api/users/send_sms', { mobile });
  const proven = { request_id, mobile, code: demo_code };
  await call(page, 'POST', '/api/users/lost_number', { ...proven, old_mobile, name: '樣本人', story: '' });
}
const logInWith = async (page: Page, number: string) => {
  await sql('delete from sms_messages');
  await open(page, '/faq');
  await headerLogin(page).click();
  await page.keyboard.type(await askForCode(page, number));
};

test('a person changes the number with a code to each of the two', async ({ page }) => {
  const [from, to] = [newNumber(), newNumber()];
  const { id } = await signUp(page, { mobile: from, name: '換號人' });
  await sql('delete from sms_messages');
  await open(page, '/me');
  await page.getByRole('main').getByRole('link', { name: me.changeNumber.title }).click();
  await expectPath(page, '/me/number');
  await page.getByLabel(me.changeNumber.new).fill(from);
  await page.getByRole('button', { name: me.changeNumber.sendBoth }).click();
  await expect(page.getByText(me.changeNumber.same)).toBeVisible();
  await page.getByLabel(me.changeNumber.new).fill(to);
  await page.getByRole('button', { name: me.changeNumber.sendBoth }).click();
  await expect(page.getByText(me.changeNumber.sent)).toBeVisible();
  await page.getByRole('button', { name: me.changeNumber.change }).click();
  await expect(page.getByText(me.changeNumber.codesShort)).toBeVisible();
  await fillCodes(page);
  await page.getByRole('button', { name: me.changeNumber.change }).click();
  await expect(page.getByText(me.changeNumber.done)).toBeVisible();
  await expect(page.getByRole('main').getByText(`+852 **** ${to.slice(-4)}`)).toBeVisible();

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await logInWith(page, to);
  await expect(sheet(page)).toBeHidden();
  await expect(accountLink(page)).toBeVisible();
  const [row] = await sql(
    'select count(*)::int as live from sessions where user_id = $1 and ended_at is null',
    [id],
  );
  expect(row.live).toBeGreaterThan(0);
});

test('a lost number: asked from the log-in, granted by an operator, stopped by its owner, then moved', {
  tag: '@whole',
}, async ({ page, browser }) => {
  test.slow();
  const [from, to] = [newNumber(), newNumber()];
  const owner = await newVisitor(browser, { width: 375 });
  const { id } = await signUp(owner.page, { mobile: from, name: '失號人' });

  const ask = async () => {
    await sql('delete from sms_messages');
    await open(page, '/faq');
    await headerLogin(page).click();
    await sheet(page).getByRole('link', { name: login.lostNumber }).click();
    await expectPath(page, '/lost-number');
    await page.getByRole('button', { name: me.lost.sendCode }).click();
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(3);
    await page.getByLabel(me.lost.old).fill(from);
    await page.getByLabel(me.lost.name).fill('失號人');
    await page.getByLabel(me.lost.story).fill('女兒讀中二');
    await page.getByLabel(me.lost.new).fill(to);
    await page.getByRole('button', { name: me.lost.sendCode }).click();
    await fillCodes(page);
    await page.getByRole('button', { name: me.lost.ask }).click();
    await expect(page.getByText(me.lost.doneTitle)).toBeVisible();
  };
  const grant = async () => {
    const operator = await sharedOperator(browser);
    const [item] = await sql(
      `select id from queue_items where kind = 'number_request' and about_user = $1 and state = 'open'`,
      [id],
    );
    await operator.open(`/operator/queue/${item.id}`);
    await expect(operator.page.getByText('女兒讀中二')).toBeVisible();
    const label = /批准，等候 72 小時/;
    await operator.page.getByRole('main').getByRole('button', { name: label }).click();
    await operator.page.getByRole('alertdialog').getByRole('button', { name: label }).click();
    await expect.poll(() => stateOf(id)).toBe('waiting');
    await operator.context.close();
  };

  await ask();
  await grant();
  await open(owner.page, '/me/number');
  await expect(owner.page.getByText(me.changeNumber.pendingTitle)).toBeVisible();
  await owner.page.getByRole('button', { name: me.changeNumber.stop }).click();
  await expect(owner.page.getByText(me.changeNumber.stopped)).toBeVisible();
  await expect(owner.page.getByText(me.changeNumber.pendingTitle)).toHaveCount(0);

  await ask();
  await grant();
  await sql(`update number_requests set due_at = now() where user_id = $1 and state = 'waiting'`, [id]);
  await sql(
    `select graphile_worker.reschedule_jobs(array(
       select jobs.id from graphile_worker.jobs join number_requests on key = 'move number ' || number_requests.id
       where user_id = $1), run_at => now())`,
    [id],
  );
  await expect.poll(() => stateOf(id)).toBe('moved');
  await logInWith(page, to);
  await expect(accountLink(page)).toBeVisible();
  await owner.context.close();
});

test('after a year the name opens the account, and a new owner of the number begins afresh', {
  tag: '@whole',
}, async ({ page, browser }) => {
  const number = newNumber();
  const visitor = await newVisitor(browser, { width: 375 });
  const { id } = await signUp(visitor.page, { mobile: number, name: '陳舊友' });
  await rest(id);
  await logInWith(page, number);
  await expect(sheet(page).getByText(login.oldText)).toBeVisible();
  await sheet(page).getByLabel(login.oldName).fill('李新友');
  await page.keyboard.press('Enter');
  await expect(sheet(page).getByText(login.triesLeft.replace('{{count}}', '2'))).toBeVisible();
  await sheet(page).getByLabel(login.oldName).fill('陳舊友');
  await page.keyboard.press('Enter');
  await expect(accountLink(page)).toBeVisible();

  await rest(id);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await logInWith(page, number);
  await sheet(page).getByRole('button', { name: login.oldLeave }).click();
  await expect(sheet(page).getByText(login.oldLeaveText)).toBeVisible();
  await sheet(page).getByRole('button', { name: login.oldLeaveNow }).click();
  await expect(sheet(page).getByLabel(zh.register.name)).toBeVisible();
  await sheet(page).getByLabel(zh.register.name).fill('新機主');
  await sheet(page).getByRole('radio', { name: zh.register.parent, exact: true }).check();
  await sheet(page).getByRole('checkbox', { name: zh.register.agree }).check();
  await sheet(page).getByRole('button', { name: zh.register.create }).click();
  await expect(accountLink(page)).toBeVisible();
  const rows = await sql('select id::int from users where name in ($1, $2) order by id', [
    '陳舊友',
    '新機主',
  ]);
  expect(rows).toHaveLength(2);
  await visitor.context.close();
});

test('who uses the AI side alone stops a move of the number, downloads and deletes everything', {
  tag: '@whole',
}, async ({ page, browser }) => {
  const number = newNumber();
  await open(page, '/aitutor');
  await headerLogin(page).click();
  await sheet(page).getByRole('tab', { name: zh.aiLogin.sms }).click();
  await page.keyboard.type(await askForCode(page, number));
  await expect(sheet(page)).toBeHidden();
  await page.getByRole('link', { name: zh.nav.mine }).click();
  await expect(page.getByText(me.aiLead)).toBeVisible();
  const stranger = await newVisitor(browser);
  await askByApi(stranger.page, number);
  await sql(
    `update number_requests set state = 'granted' where user_id = (select id from users order by id desc limit 1)`,
  );
  await page.getByRole('main').getByRole('link', { name: me.changeNumber.title }).click();
  await page.getByRole('button', { name: me.changeNumber.stop }).click();
  await expect(page.getByText(me.changeNumber.stopped)).toBeVisible();
  await expect(page.getByText(me.changeNumber.pendingTitle)).toHaveCount(0);
  await page.getByRole('link', { name: me.back }).click();
  await page.getByRole('main').getByRole('link', { name: me.privacy.title }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: me.privacy.zip }).click();
  expect((await download).suggestedFilename()).toBe('mingshi-data.zip');
  await sql('delete from sms_messages');
  await page.getByRole('button', { name: me.privacy.deleteStart }).click();
  await expect(page.getByText(me.privacy.copiesNone)).toBeVisible();
  await page
    .getByLabel(me.privacy.deleteTyped.replace('{{word}}', me.privacy.deleteWord))
    .fill(me.privacy.deleteWord);
  await page.getByRole('button', { name: me.privacy.deleteSend }).click();
  await fillCodes(page);
  await page.getByRole('button', { name: me.privacy.deleteNow }).click();
  await expectPath(page, '/');
  await expect(page.getByText(me.privacy.deleted)).toBeVisible();
});

test('two tabs and both sides renew one after the other', { tag: '@whole' }, async ({ page, context }) => {
  await signUp(page, { mobile: newNumber(), name: '多分頁' });
  await open(page, '/me');
  const other = await context.newPage();
  await open(other, '/me');
  let [now, most] = [0, 0];
  await context.route(/\/renew$/, async (route) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setTimeout(resolve, 150));
    const response = await route.fetch();
    now -= 1;
    await route.fulfill({ response });
  });
  await page.evaluate(() => localStorage.clear());
  await Promise.all([page, other].map((tab) => tab.reload()));
  for (const tab of [page, other])
    await expect.poll(() => tab.evaluate(() => Object.keys(localStorage).sort())).toContain('token');
  await expect(page.getByRole('main').getByText('多分頁')).toBeVisible();
  expect(most).toBe(1);
});
