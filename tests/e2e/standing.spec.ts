import { type Browser, expect, type Page } from '@playwright/test';
import { addDays, formatDay, today, weekdayOf } from '#shared/hong-kong.ts';
import { expectAccessible, expectFits, expectPath, open, words } from './helpers.ts';
import { newVisitor, sharedOperator } from './operator-people.ts';
import { call, matched as makeMatch } from './pairs.ts';
import { askForCode, headerLogin, logInByApi, newNumber, sheet, sql, test } from './people.ts';

test.describe.configure({ timeout: 120_000 });

const { operator: zh, me, halt, talk, login, error } = words['zh-Hant'];
const day = formatDay(addDays(today(), 14), 'zh-Hant');
/** Every week from the day after tomorrow, so that two lessons fall into two weeks whatever the hour is now. */
const slots = [{ weekday: weekdayOf(addDays(today(), 2)), start: '17:00' }];

async function matched(browser: Browser, baseURL: string | undefined) {
  const pair = await makeMatch(browser, baseURL, { offer: { slots }, tutor: { width: 1280 } });
  for (const page of [pair.family, pair.tutor])
    await call(page, 'PUT', `/api/users/matches/${pair.matchId}/contact`, { agree: true });
  return pair;
}

type Chosen = { kind: keyof typeof zh.standing.kinds; cause?: string; reason: string };

/** On the user's page: chooses, reads what follows, and does it. */
async function decide(page: Page, { kind, cause, reason }: Chosen, follows: [string, number][] = []) {
  await page.getByRole('radio', { name: zh.standing.kinds[kind] }).check();
  if (cause) await page.getByLabel(zh.standing.cause).selectOption(cause);
  await page.getByLabel(zh.standing.reason).fill(reason);
  await page.getByRole('button', { name: zh.standing.look }).click();
  for (const [what, count] of follows)
    await expect(sheet(page).getByRole('listitem').filter({ hasText: what })).toContainText(String(count));
  await expect(sheet(page)).toContainText(reason);
  await expectFits(page, `before a ${kind}`);
  await sheet(page).getByRole('button', { name: zh.standing.do[kind] }).click();
  await expect(sheet(page)).toBeHidden();
}

/** Tries to log in with a banned number, up to the notice that says so. */
async function refusedLogin(page: Page, mobile: string) {
  await sql('delete from sms_messages');
  await open(page, '/faq');
  await headerLogin(page).click();
  await sheet(page)
    .getByLabel(login.code)
    .fill(await askForCode(page, mobile));
  await expect(sheet(page).getByRole('heading', { name: login.bannedTitle })).toBeVisible();
}

test('a ban for child safety is seen by the family at once, and by the tutor at log-in, who appeals there', {
  tag: '@ci',
}, async ({ browser, baseURL }) => {
  const { family, tutor, talkId, ids, mobiles } = await matched(browser, baseURL);
  const operator = await sharedOperator(browser);
  await open(family, `/message/${talkId}`);
  await expect(family.getByRole('textbox', { name: talk.write })).toBeVisible();

  await operator.open(`/operator/users/${ids.tutor}`);
  const reason = '收到與兒童安全有關的報告';
  await decide(operator.page, { kind: 'ban', cause: 'child_safety', reason }, [
    [zh.standing.ban.matches, 1],
    [zh.standing.ban.conversations, 1],
    [zh.standing.ban.listings, 1],
  ]);
  await expect(operator.page.getByText(zh.users.banned, { exact: true })).toBeVisible();

  // The family: messages, class and tutoring say it, without a word about why.
  for (const path of [`/message/${talkId}`, '/clock-in', '/my-tutoring']) {
    await open(family, path);
    const main = family.getByRole('main');
    await expect(main.getByText(halt.noMoreLessons).first(), path).toBeVisible();
    await expect(main.getByText(halt.whereToTurn).first(), path).toBeVisible();
    await expect(main.getByText(halt.ended, { exact: true }).first(), path).toBeVisible();
    await expect(main, path).not.toContainText(reason);
    await expect(main, path).not.toContainText(mobiles.tutor);
    await expectAccessible(family, path);
  }
  await open(family, `/message/${talkId}`);
  await expect(family.getByRole('textbox', { name: talk.write })).toHaveCount(0);
  await open(family, '/message?show=notices');
  await expect(family.getByText('請勿再安排上課').first()).toBeVisible();

  // The tutor is out, reads why at log-in, and appeals.
  await refusedLogin(tutor, mobiles.tutor);
  const notice = sheet(tutor);
  await expect(notice).toContainText(reason);
  await expect(notice).toContainText(login.bannedText);
  await notice.getByRole('button', { name: login.banned.send }).click();
  await expect(notice).toContainText(login.banned.wishNeeded);
  await notice.getByRole('radio', { name: login.banned.appeal }).check();
  await notice.getByLabel(login.banned.words).fill('這是誤會，請看對話');
  await expectAccessible(tutor, 'an appeal at log-in');
  await expectFits(tutor, 'an appeal at log-in');
  await notice.getByRole('button', { name: login.banned.send }).click();
  await expect(notice.getByRole('status')).toContainText('正在處理');
  await expect(notice.getByRole('radio', { name: login.banned.appeal })).toHaveCount(0);

  const { page } = operator;
  await operator.open('/operator?kind=ban_appeal');
  await page
    .getByRole('link', { name: /^封鎖上訴 #/ })
    .last()
    .click();
  await expect(page.getByRole('main')).toContainText('這是誤會，請看對話');
  await page.getByLabel(zh.queue.answerAtLogin).fill('已看過對話，決定不變');
  await page.getByRole('button', { name: zh.decisions.ban_appeal.keep }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: zh.decisions.ban_appeal.keep }).click();
  await expect(page.getByText(zh.queue.decided, { exact: true }).first()).toBeVisible();

  await refusedLogin(tutor, mobiles.tutor);
  await expect(notice.getByRole('status')).toContainText('維持停用');
  await expect(notice.getByRole('status')).toContainText('已看過對話，決定不變');
});

test('a suspended tutor sees one page, appeals, and is back when the operator lifts it', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  const { family, tutor, talkId, ids } = await matched(browser, baseURL);
  const operator = await sharedOperator(browser);
  await operator.open(`/operator/users/${ids.tutor}`);
  const reason = '請先補交身份證明';
  await decide(operator.page, { kind: 'suspension', cause: 'identity', reason }, [
    [zh.standing.suspension.matches, 1],
    [zh.standing.suspension.lessons, 2],
  ]);

  // The tutor: every page is the one that says why.
  for (const path of ['/', '/my-tutoring', '/clock-in', `/message/${talkId}`, '/aitutor', '/erase', '/me']) {
    await open(tutor, path);
    await expectPath(tutor, '/me/standing');
    await expect(tutor.getByRole('heading', { level: 1, name: me.standing.suspendedTitle })).toBeVisible();
  }
  const main = tutor.getByRole('main');
  await expect(main).toContainText(reason);
  await expect(main).toContainText(me.standing.suspendedLead.replace('{{day}}', day));
  await expectAccessible(tutor, 'suspended');
  await expectFits(tutor, 'suspended');
  const downloading = tutor.waitForEvent('download');
  await main.getByRole('button', { name: me.privacy.json }).click();
  await downloading;
  await expect(main.getByRole('button', { name: me.privacy.deleteStart })).toBeVisible();
  await main.getByLabel(me.standing.words).fill('證明已經補交');
  await main.getByRole('button', { name: me.standing.send }).click();
  await expect(main.getByRole('status')).toContainText('正在處理');
  await expect(main.getByLabel(me.standing.words)).toHaveCount(0);
  // Another browser logs in, and meets the same page.
  const again = await newVisitor(browser, { width: 375 });
  await logInByApi(again.page, (await call(tutor, 'GET', '/api/users/info')).mobile.replace(/^\+852 /, ''));
  await open(again.page, '/my-tutoring');
  await expectPath(again.page, '/me/standing');
  await expectFits(again.page, 'suspended on a phone');

  // The family: it rests.
  for (const path of [`/message/${talkId}`, '/clock-in', '/my-tutoring']) {
    await open(family, path);
    await expect(family.getByRole('main').getByText(halt.rests, { exact: true }).first(), path).toBeVisible();
    await expect(family.getByRole('main'), path).toContainText(halt.restsText.replace('{{day}}', day));
    await expect(family.getByRole('main'), path).not.toContainText(reason);
  }
  await open(family, `/message/${talkId}`);
  await expect(family.getByText(talk.rests)).toBeVisible();

  // The appeal keeps it; then the operator lifts it on the user's page.
  const { page } = operator;
  await operator.open('/operator?kind=suspension_appeal');
  await page.getByRole('link', { name: /^帳戶暫停上訴/ }).click();
  await expect(page.getByRole('main')).toContainText('證明已經補交');
  await page.getByRole('button', { name: zh.decisions.suspension_appeal.keep }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: zh.decisions.suspension_appeal.keep })
    .click();
  await expect(page.getByText(zh.queue.decided, { exact: true }).first()).toBeVisible();
  await open(tutor, '/me/standing');
  await expect(main.getByRole('status')).toContainText('維持不變');
  await expect(main.getByLabel(me.standing.words)).toBeVisible();

  await operator.open(`/operator/users/${ids.tutor}`);
  await page.getByRole('button', { name: zh.standing.lift }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: zh.standing.lift }).click();
  await expect(page.getByRole('status').filter({ hasText: '已恢復' })).toContainText('1 個課堂');
  await expect(page.getByRole('status').filter({ hasText: '不能恢復' })).toContainText('2 節課');
  await expect(page.getByText(zh.users.active)).toBeVisible();

  await open(tutor, '/my-tutoring');
  await expectPath(tutor, '/my-tutoring');
  await open(family, `/message/${talkId}`);
  await expect(family.getByRole('textbox', { name: talk.write })).toBeVisible();
  await open(family, '/message?show=notices');
  await expect(family.getByText('課堂可以繼續').first()).toBeVisible();
  await expect(tutor.getByText(error.title)).toHaveCount(0);
});

test('a page that is open when its user is suspended goes to the page that says why', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  const { tutor, talkId, ids } = await matched(browser, baseURL);
  const operator = await sharedOperator(browser);
  await open(tutor, `/message/${talkId}`);
  await operator.open(`/operator/users/${ids.tutor}`);
  await decide(operator.page, { kind: 'suspension', reason: '言行不當' });
  await tutor.getByRole('textbox', { name: talk.write }).fill('你好');
  await tutor.getByRole('button', { name: talk.send, exact: true }).click();
  await expectPath(tutor, '/me/standing');
});

test('a warning is in the notices, and its page says the reason', { tag: '@whole' }, async ({ browser }) => {
  const operator = await sharedOperator(browser);
  const person = await newVisitor(browser, { width: 375 });
  await person.logIn(newNumber(), '黃先生');
  await operator.open(`/operator/users/${await person.id()}`);
  await operator.page.getByRole('radio', { name: zh.standing.kinds.warning }).check();
  await operator.page.getByLabel(zh.standing.cause).selectOption('fees');
  await operator.page.getByRole('button', { name: zh.standing.useTemplate }).click();
  await decide(operator.page, { kind: 'warning', reason: zh.standing.templates.fees });
  await expect(operator.page.getByRole('table')).toContainText(zh.standing.templates.fees);
  await person.open('/message');
  await person.page.getByRole('link', { name: /你收到一次警告/ }).click();
  await expectPath(person.page, '/me/standing');
  await expect(person.page.getByRole('main')).toContainText(zh.standing.templates.fees);
  await expect(person.page.getByText(me.standing.warned)).toBeVisible();
  await expectFits(person.page, 'a warning');
  await expectAccessible(person.page, 'a warning');
});
