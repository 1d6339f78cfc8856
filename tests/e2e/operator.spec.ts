import { expect } from '@playwright/test';
import { pdf, photoWithPlace } from '../documents.ts';
import { cookie, expectAccessible, expectPath, signIn, words } from './helpers.ts';
import {
  inDatabase,
  makeOperator,
  newNumber,
  newVisitor,
  sharedOperator,
  type Visitor,
} from './operator-people.ts';
import { test } from './people.ts';

// Each test first creates users, and an operator by a separate command.
test.describe.configure({ timeout: 90_000 });

const zh = words['zh-Hant'].operator;
const pages = ['', '/users', '/users/1', '/sms', '/jobs', '/assistants', '/audit', '/queue/1'].map(
  (rest) => `/operator${rest}`,
);
async function confirm({ page }: Visitor, name: string) {
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name, exact: true }).click();
  await expect(question).toHaveCount(0);
}

test('the operator console is a 404 for visitors and ordinary users', { tag: '@whole' }, async ({
  browser,
  baseURL,
}) => {
  const visitor = await newVisitor(browser);
  await visitor.page.goto('/operator');
  await expectPath(visitor.page, '/');
  await signIn(visitor.context, baseURL);
  const parent = await newVisitor(browser);
  await parent.logIn(newNumber());
  for (const { page } of [visitor, parent]) {
    for (const path of pages) {
      const response = await page.request.get(path);
      expect(response.status(), path).toBe(404);
      expect(await response.text()).toContain(`Page not found: ${path}`);
    }
    expect((await page.goto('/operator/users', { waitUntil: 'commit' }))?.status()).toBe(404);
    await expect(page.getByText('Page not found: /operator/users')).toBeVisible();
    await expect(page).toHaveTitle(/^Page Not Found - /);
  }
});

test('an operator has to set up a second factor, and enter its code in every session', {
  tag: '@whole',
}, async ({ browser }) => {
  const mobile = newNumber();
  const [first, second] = [await newVisitor(browser), await newVisitor(browser)];
  await first.logIn(mobile);
  await second.logIn(mobile);
  await makeOperator(mobile);

  await first.open('/operator/users');
  await expect(first.page.getByRole('heading', { level: 1, name: zh.closed.setUpTitle })).toBeVisible();
  await expectAccessible(first.page, 'no second factor yet');
  await expect(first.page.getByRole('link', { name: zh.closed.setUp })).toHaveAttribute(
    'href',
    '/me/security',
  );
  const codeOf = await first.setUpSecondFactor();
  await first.open('/operator/users');
  await expect(first.page.getByRole('heading', { level: 1, name: zh.users.title })).toBeVisible();

  await second.open('/operator');
  await expect(second.page.getByRole('heading', { level: 1, name: zh.closed.codeTitle })).toBeVisible();
  await expectAccessible(second.page, 'the code is asked for');
  const box = second.page.getByLabel(zh.closed.code);
  await second.page.getByRole('button', { name: zh.closed.enter }).click();
  await expect(box).toHaveAccessibleDescription(zh.closed.needed);
  await box.fill('000000');
  await box.press('Enter');
  await expect(box).toHaveAccessibleDescription(zh.closed.wrong);
  await expect(box).toBeFocused();
  await box.fill(codeOf(1));
  await box.press('Enter');
  await expect(second.page.getByRole('heading', { level: 1, name: zh.queue.title })).toBeVisible();
});

test('a ban logs the user out everywhere and can be lifted; both are in the audit log', {
  tag: '@whole',
}, async ({ browser }) => {
  const operator = await sharedOperator(browser);
  const mobile = newNumber();
  const person = await newVisitor(browser);
  await person.logIn(mobile, '何小姐');
  const id = await person.id();
  await person.open('/my-tutoring');

  const { page } = operator;
  await operator.open('/operator/users');
  await page.getByLabel(zh.users.mobile).fill(newNumber());
  await page.getByRole('button', { name: zh.users.byMobile }).click();
  await expect(page.getByLabel(zh.users.mobile)).toHaveAccessibleDescription(zh.users.noMobile);
  await page.getByLabel(zh.users.mobile).fill(mobile);
  await page.getByLabel(zh.users.mobile).press('Enter');
  await expectPath(page, `/operator/users/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: '何小姐' })).toBeVisible();
  await expect(page.locator('main')).not.toContainText(mobile);

  // By keyboard: missing input is reported, and what was typed survives a reload.
  await expect(page.getByRole('main')).toBeFocused();
  const reason = page.getByLabel(zh.standing.reason);
  const look = page.getByRole('button', { name: zh.standing.look });
  await page.getByRole('radio', { name: zh.standing.kinds.ban }).check();
  await look.focus();
  await page.keyboard.press('Enter');
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription(new RegExp(zh.standing.reasonNeeded));
  await page.keyboard.type('冒認導師');
  await operator.open(`/operator/users/${id}`);
  await expect(reason).toHaveValue('冒認導師');
  await page.getByRole('radio', { name: zh.standing.kinds.ban }).check();
  await reason.focus();
  await page.keyboard.press('Tab');
  await expect(look).toBeFocused();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(zh.standing.means.ban);
  await expect(sheet).toContainText(zh.standing.nothingFollows);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(look).toBeFocused();
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: zh.standing.do.ban }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(zh.bans.standing)).toBeVisible();
  await expect(page.getByText(zh.users.banned, { exact: true })).toBeVisible();
  await expect(look).toHaveCount(0);

  await person.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expectPath(person.page, '/');
  expect(await person.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  expect(await cookie(person.context, 'csrftoken')).toBeUndefined();

  await page.getByRole('button', { name: zh.bans.lift }).click();
  await confirm(operator, zh.bans.lift);
  await expect(page.getByText(zh.bans.isLifted, { exact: true })).toBeVisible();
  await expect(page.getByText(zh.users.active)).toBeVisible();

  await page.getByRole('link', { name: zh.users.history }).click();
  await expectPath(page, `/operator/audit?about_user=${id}`);
  const log = page.getByRole('table');
  await expect(log.getByText(zh.audit.actions.bans.made, { exact: true })).toHaveCount(1);
  await expect(log.getByText(zh.audit.actions.bans.lifted, { exact: true })).toHaveCount(1);
  await expect(log).not.toContainText('冒認導師');
  await page.getByLabel(zh.audit.aboutUser).fill('999999');
  await page.getByRole('button', { name: zh.audit.apply }).click();
  await expect(page.getByRole('heading', { name: zh.audit.emptyTitle })).toBeVisible();
  await page.getByRole('link', { name: zh.audit.clear }).first().click();
  await expectPath(page, '/operator/audit');
  await expect(page.getByLabel(zh.audit.aboutUser)).toHaveValue('');
});

test('an operator bans a phone number without an account from the list of bans', { tag: '@whole' }, async ({
  browser,
}) => {
  const operator = await sharedOperator(browser);
  const { page } = operator;
  const mobile = newNumber();
  await operator.open('/operator/users?view=bans');
  const form = page.locator('section').filter({ hasText: zh.bans.banNumberText });
  await form.getByLabel(zh.users.mobile).fill(mobile);
  await form.getByLabel(zh.bans.reason).fill('騷擾短訊');
  await form.getByRole('button', { name: zh.bans.banNumber }).click();
  await confirm(operator, zh.bans.banNumber);
  const row = page.getByRole('row').filter({ hasText: '騷擾短訊' });
  await expect(row).toContainText(zh.bans.noAccount);
  const stranger = await newVisitor(browser);
  await stranger.page.goto('/faq');
  const { data: sent } = await stranger.call('POST', '/api/users/send_sms', { mobile });
  const refused = await stranger.call('POST', '/api/users/verify_sms', {
    ...{ mobile, request_id: sent.request_id, code: sent.demo_code },
  });
  expect(refused.code).toBe(2007);
  await row.getByRole('button', { name: zh.bans.lift }).click();
  await confirm(operator, zh.bans.lift);
  await expect(row).toContainText(zh.bans.isLifted);
});

test('an operator finds a user by id, grants quota, and ends all sessions', { tag: '@whole' }, async ({
  browser,
}) => {
  const operator = await sharedOperator(browser);
  const person = await newVisitor(browser);
  await person.logIn(newNumber(), '黃先生');
  const id = await person.id();
  const { page } = operator;
  await operator.open('/operator/users');
  const box = page.getByLabel(zh.users.id, { exact: true });
  await box.fill('x');
  await box.press('Enter');
  await expect(box).toHaveAccessibleDescription(zh.users.idNeeded);
  await box.fill(String(id));
  await box.press('Enter');
  await expectPath(page, `/operator/users/${id}`);
  await expect(
    page.getByText(zh.users.quotaOf.replace('{{remaining}}', '30').replace('{{total}}', '30')),
  ).toBeVisible();
  await page.getByRole('button', { name: zh.grant.give }).click();
  await expect(page.getByLabel(zh.grant.amount, { exact: true })).toHaveAccessibleDescription(
    zh.grant.amountNeeded,
  );
  await page.getByLabel(zh.grant.amount, { exact: true }).fill('20');
  await page.getByRole('button', { name: zh.grant.give }).click();
  await confirm(operator, zh.grant.give);
  await expect(
    page.getByText(zh.users.quotaOf.replace('{{remaining}}', '50').replace('{{total}}', '50')),
  ).toBeVisible();

  // Quota for one kind only, then unlimited; the ledger records each grant.
  await page.getByLabel(zh.grant.part).fill('Not one!');
  await page.getByLabel(zh.grant.amount, { exact: true }).fill('5');
  await page.getByRole('button', { name: zh.grant.give }).click();
  await expect(page.getByLabel(zh.grant.part)).toBeFocused();
  await page.getByLabel(zh.grant.part).fill('exam');
  await page.getByRole('button', { name: zh.grant.give }).click();
  await confirm(operator, zh.grant.give);
  await expect(page.getByLabel(zh.grant.part)).toHaveValue('');
  await page.getByRole('checkbox', { name: zh.grant.unlimited }).check();
  await expect(page.getByLabel(zh.grant.amount, { exact: true })).toBeDisabled();
  await page.getByRole('button', { name: zh.grant.give }).click();
  await confirm(operator, zh.grant.give);
  await expect(page.locator('dd').getByText(zh.grant.unlimited)).toBeVisible();
  const given = await inDatabase(
    `select kind, amount from quota_grants where user_id = $1 and reason = 'operator' order by id`,
    [id],
  );
  expect(given).toMatchObject([
    { kind: 'paper', amount: 20 },
    { kind: 'paper:exam', amount: 5 },
    { kind: 'paper', amount: null },
  ]);

  // Ends all sessions, without a ban.
  await person.open('/my-tutoring');
  await page.getByRole('button', { name: zh.sessions.end }).click();
  await confirm(operator, zh.sessions.end);
  await expect(page.getByText(zh.sessions.none)).toBeVisible();
  await person.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expectPath(person.page, '/');
  expect(await cookie(person.context, 'csrftoken')).toBeUndefined();
});

test('an operator views and decides evidence, and the tutor is notified', { tag: '@whole' }, async ({
  browser,
}) => {
  const [operator, tutor] = await Promise.all([sharedOperator(browser), newVisitor(browser)]);
  await tutor.logIn(newNumber(), '林老師');
  const card = await tutor.upload('student_card', {
    ...{ name: 'card.jpg', mimeType: 'image/jpeg', buffer: await photoWithPlace(300, 200) },
  });
  const transcript = await tutor.upload('transcript', {
    ...{ name: 'transcript.pdf', mimeType: 'application/pdf', buffer: await pdf() },
  });
  const { page } = operator;
  const itemOf = (evidence: number) => page.getByRole('link', { name: `導師證明文件 #${evidence}` });
  await operator.open('/operator?kind=evidence');
  await expect(page.getByText(zh.queue.onlyKind.replace('{{kind}}', zh.kinds.evidence))).toBeVisible();
  await itemOf(card).click();
  await expect(page.getByText(zh.detailWords.evidence.student_card)).toBeVisible();
  await page.getByRole('button', { name: zh.evidence.look }).click();
  const shown = page.getByRole('img', { name: zh.evidence.alt });
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(200);
  await expectAccessible(page, 'evidence');
  await page.getByRole('button', { name: '核實', exact: true }).click();
  await confirm(operator, '核實');
  await expect(page.getByText(zh.queue.decided, { exact: true })).toBeVisible();

  await page.getByRole('link', { name: zh.queue.back }).click();
  await itemOf(transcript).click();
  await page.getByRole('button', { name: zh.evidence.look }).click();
  await expect(page.getByRole('link', { name: zh.evidence.openPdf })).toHaveAttribute('href', /^blob:/);
  await page.getByRole('button', { name: '不接納', exact: true }).click();
  await confirm(operator, '不接納');
  await expect(page.getByText(zh.queue.decided, { exact: true })).toBeVisible();

  await tutor.open('/me');
  const { me, rooms } = words['zh-Hant'];
  await tutor.page
    .getByRole('navigation', { name: me.nav })
    .getByRole('link', { name: rooms.message.title })
    .click();
  const notices = tutor.page.getByRole('list', { name: me.notices.list }).getByRole('listitem');
  await expect(notices).toContainText(['證明文件未獲接納', '證明文件已核實']);
  await expect(notices.getByText(me.notices.new, { exact: true })).toHaveCount(2);
  await expect
    .poll(async () => (await tutor.call('GET', '/api/users/notices/unread_count')).data.unread_count)
    .toBe(0);
  await tutor.open('/message');
  await expect(notices).toHaveCount(2);
  await expect(notices.getByText(me.notices.new, { exact: true })).toHaveCount(0);
  await expectAccessible(tutor.page, 'notices');
});
