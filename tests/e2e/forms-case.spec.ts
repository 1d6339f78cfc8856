import { expect, type Page } from '@playwright/test';
import {
  callStudent,
  chosen,
  done,
  expectPosted,
  fitLine,
  leaveFinderDraft,
  line,
  nickname,
  postButton,
  priceField,
} from './case-form.ts';
import { register } from './forms-helpers.ts';
import { complaintsOf, expectAccessibleOnce, open, words } from './helpers.ts';
import { newNumber, test } from './people.ts';

const zh = words['zh-Hant'];
const { caseForm: form, login } = zh;

test.describe('a visitor on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

  test('posts a case and makes an account with at most four taps on two screens', async ({ page }) => {
    const complaints = complaintsOf(page);
    await open(page, `/me/case/new?${chosen}`);
    let taps = 0;
    const tap = async (target: ReturnType<Page['getByRole']>) => {
      taps += 1;
      await target.tap();
    };
    await expect(page.getByRole('heading', { name: '中三 數學' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: zh.nav.main })).toBeHidden();
    const tick = page.getByRole('checkbox', { name: zh.register.agree });
    await expect(tick).not.toBeChecked();
    await tap(page.getByLabel(login.mobile));
    await page.keyboard.type(newNumber());
    await tap(tick);
    const [sent] = await Promise.all([
      page.waitForResponse('**/api/users/send_sms'),
      tap(page.getByRole('button', { name: login.sendCode })),
    ]);
    const code = page.getByLabel(login.code);
    await expect(code).toBeFocused();
    await page.keyboard.type((await sent.json()).data.demo_code);

    // The second screen: everything is filled in, and says so.
    await expect(line(page, zh.home.grade)).toContainText('中三');
    await expect(line(page, form.subjectsShort)).toContainText('數學');
    await expect(line(page, form.place)).toContainText('沙田區');
    await expect(line(page, form.stepWho)).toContainText(form.default);
    await expect(line(page, zh.home.grade)).not.toContainText(form.default);
    await expect(line(page, form.price)).toContainText(
      /HK\$\d+.*這類導師的學費由 HK\$\d+\s起，半數的起價不高於 HK\$\d+/,
    );
    await expect(line(page, zh.register.name)).toContainText(zh.register.genderU);
    await expect(fitLine(page)).toContainText('位導師合適');
    expect(await smallTargets(page)).toEqual([]);
    expect(await sideways(page)).toBe(0);
    await tap(postButton(page));

    await expectPosted(page);
    expect(taps).toBeLessThanOrEqual(4);
    await expect(page.getByRole('main').getByRole('link', { name: /^看 \d+ 位合適導師$/ })).toBeVisible();
    expect(await sideways(page)).toBe(0);
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('mingshi:'))),
    ).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('is asked for grade, subject and district first, and the tick is needed', async ({ page }) => {
    await open(page, '/me/case/new');
    await page.getByRole('button', { name: zh.form.next, exact: true }).click();
    await expect(page.getByText(form.needGrade)).toBeVisible();
    await page.getByLabel(zh.home.grade).selectOption({ label: '中三' });
    await page.getByRole('checkbox', { name: '數學', exact: true }).check();
    await page.getByLabel(zh.home.region).selectOption({ label: '沙田區' });
    await page.getByRole('button', { name: zh.form.next, exact: true }).click();
    await page.getByLabel(login.mobile).fill(newNumber());
    await page.getByRole('button', { name: login.sendCode }).click();
    await page.getByRole('button', { name: login.fillIn }).click();
    const go = page.getByRole('button', { name: zh.register.agreeAndGo });
    await go.click();
    await expect(page.getByRole('checkbox')).toHaveAccessibleDescription(zh.register.agreeMissing);
    // A reload keeps the number that was verified and the choices, and the tick stays to be made.
    await page.reload();
    await expect(page.getByRole('checkbox')).not.toBeChecked();
    await page.getByRole('checkbox').check();
    await go.click();
    await expect(line(page, form.place)).toContainText('沙田區');
  });
});

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'main :is(button, select, label:has(input[type=radio], input[type=checkbox]))',
      ),
    ]
      .map((target) => ({ target, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.height > 0 && (box.height < 43.9 || box.width < 43.9))
      .map(({ target, box }) => `${target.textContent}: ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`),
  );

test('missing fields are marked at their line, and a summary opens their editor', async ({ page }) => {
  await register(page, { identity: 1 });
  await open(page, '/me/case/new');
  await postButton(page).click();
  const summary = page.getByRole('alert', { name: zh.ui.problems.replace('{{count}}', '3') });
  await expect(summary).toBeFocused();
  await expect(line(page, zh.home.grade)).toHaveAccessibleDescription(form.needGrade);
  await summary.getByRole('link', { name: form.needSubject }).click();
  await expect(page.getByRole('checkbox').first()).toBeFocused();
  await page.getByRole('checkbox', { name: '英文' }).check();
  await expect(line(page, form.subjectsShort)).not.toHaveAccessibleDescription(form.needSubject);
  await line(page, form.price).click();
  await priceField(page).fill('49');
  await done(page);
  await expect(page.getByText(form.priceLeast).first()).toBeVisible();
});

test('subjects follow the grade; another grade keeps what it teaches and says what it drops', {
  tag: '@whole',
}, async ({ page }) => {
  await open(page, '/me/case/new');
  const subject = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await expect(subject('物理')).toHaveCount(0);
  await page.getByLabel(zh.home.grade).selectOption({ label: '中五' });
  await subject('物理').check();
  await subject('數學').check();
  await expect(page.getByRole('group', { name: '選修及其他學科' })).toContainText('物理');
  await expect(subject('數學')).toHaveCount(1);
  await page.getByLabel(zh.home.grade).selectOption({ label: '小三' });
  await expect(
    page.getByText(form.subjectsDropped.replace('{{grade}}', '小三').replace('{{subjects}}', '物理')),
  ).toBeVisible();
  await expect(subject('物理')).toHaveCount(0);
  await expect(subject('數學')).toBeChecked();
});

test('a tutor is offered to switch to a parent', async ({ page }) => {
  await register(page, { identity: 2 });
  await open(page, '/my-tutoring');
  await expect(page.getByRole('main').getByRole('link', { name: zh.tutorForm.make })).toBeVisible();
  await open(page, '/me/case/new');
  await page.getByRole('button', { name: zh.form.beParent }).click();
  await expect(line(page, form.stepWho)).toBeVisible();
});

test('a parent posts a case for two children by keyboard alone, with an IME-composed name and a school search', async ({
  page,
}) => {
  const { call } = await register(page, { identity: 1 });
  await leaveFinderDraft(page);
  await open(page, '/me/case/new');
  const { keyboard } = page;
  await line(page, form.stepWho).press('Enter');
  await nickname(page).focus();
  // The Enter that ends an IME composition does not close the editor.
  await nickname(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
  await keyboard.insertText('小明');
  await page.getByRole('combobox', { name: form.school }).focus();
  await keyboard.insertText('英華書院');
  await expect(page.getByRole('listbox').getByRole('option', { name: '英華書院' })).toBeVisible();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: form.school })).toHaveValue('英華書院');
  await keyboard.press('Enter');
  await expect(line(page, form.stepWho)).toBeFocused();
  await expect(line(page, form.stepWho)).toContainText('小明 ・ 英華書院');

  await line(page, form.startDate).press('Enter');
  await page.getByRole('combobox', { name: form.startDate }).press('Enter');
  await expect(page.locator('[data-day]:focus')).toBeVisible();
  await keyboard.press('PageDown');
  await keyboard.press('Home');
  const day = await page.locator('[data-day]:focus').getAttribute('data-day');
  await keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: form.startDate })).toBeFocused();
  await expect(page.getByRole('combobox', { name: form.startDate })).toHaveValue(/年 \d+ 月 \d+ 日 星期一/);
  await page.getByRole('button', { name: form.done }).press('Enter');

  await page.getByRole('button', { name: form.addAnother }).press('Enter');
  const sister = page.getByRole('region', { name: form.student });
  await sister.getByRole('radio', { name: '小三' }).press('Space');
  await page.getByRole('button', { name: form.done }).press('Enter');
  await sister.getByRole('button', { name: new RegExp(`^${form.subjectsShort}`) }).press('Enter');
  await sister.getByRole('checkbox').first().press('Space');
  await page.getByRole('button', { name: form.done }).press('Enter');
  await postButton(page).press('Enter');
  await expectPosted(page);
  const [{ id } = { id: 0 }] = (await call('GET', '/api/users/info')).data.case_list as { id: number }[];
  const { data } = await call('GET', `/api/common_info/student_detailed_registration/${id}`);
  expect(data).toMatchObject({
    start_tutoring_date: day,
    child_info: [{ nickname: '小明', grade: 12 }, { nickname: form.student }],
  });
});

test('an earlier case is copied, and posted for a sibling', { tag: '@whole' }, async ({ page }) => {
  const { call } = await register(page, { identity: 1 });
  const made = await call('POST', '/api/common_info/student_detailed_registration', {
    child_info: [{ nickname: '小明', gender: 'U', grade: 12, major_subject: [34] }],
    tutoring_type: 1,
    tutoring_region: 16,
    tutoring_days_per_week: 3,
    tutoring_time_per_class: 3,
    price: 333,
    special_note: '有耐性',
  });
  await open(page, '/my-tutoring');
  await page.getByRole('link', { name: /^為兄弟姊妹發佈/ }).click();
  await expect(line(page, form.stepWho)).toContainText(form.student);
  await expect(line(page, form.price)).toContainText('HK$333');
  await callStudent(page, '小美');
  await line(page, zh.home.grade).click();
  await page.getByRole('radio', { name: '小三', exact: true }).check();
  await done(page);
  await call('PUT', `/api/users/case_offline/${made.data.id}`);
  await open(page, '/my-tutoring');
  await page.getByRole('link', { name: /^複製個案/ }).click();
  await expect(line(page, form.stepWho)).toContainText('小明');
  // What was begun for the sister is set aside and can be taken back.
  await page.getByRole('button', { name: zh.form.asideTakeBack }).click();
  await expect(line(page, form.stepWho)).toContainText('小美');
  await postButton(page).click();
  await expectPosted(page);
  const { case_list } = (await call('GET', '/api/users/info')).data as { case_list: { id: number }[] };
  expect(case_list).toHaveLength(2);
  const { data } = await call('GET', `/api/common_info/student_detailed_registration/${case_list[0]?.id}`);
  expect(data).toMatchObject({
    price: 333,
    tutoring_days_per_week: 3,
    special_note: '有耐性',
    child_info: [{ nickname: '小美' }],
  });
});

for (const [width, locale] of [
  [375, 'zh-Hant'],
  [1280, 'en'],
] as const)
  test(`the summary, every editor and what follows are accessible at ${width} px in ${locale}`, {
    tag: '@whole',
  }, async ({ page }) => {
    test.setTimeout(90_000);
    const t = words[locale];
    const complaints = complaintsOf(page);
    await page.setViewportSize({ width, height: 800 });
    await register(page, { identity: 1 });
    await open(page, `${locale === 'en' ? '/en' : ''}/me/case/new`);
    const expectAccessible = (name: string) => expectAccessibleOnce(locale)(page, name);
    const post = page.getByRole('button', { name: t.caseForm.post, exact: true });
    const finish = page.getByRole('button', { name: t.caseForm.done, exact: true });
    await post.click();
    await expect(page.getByText(t.ui.problems.replace('{{count}}', '3'))).toBeVisible();
    await expectAccessible('errors');
    const edit = async (label: string, fill: () => Promise<unknown>) => {
      await line(page, label).click();
      await fill();
      await expectAccessible(label);
      await finish.click();
      await expect(line(page, label)).toBeFocused();
    };
    await edit(t.home.grade, () => page.getByRole('radio').nth(11).check());
    await edit(t.caseForm.subjectsShort, () => page.getByRole('checkbox').first().check());
    await edit(t.caseForm.place, () => page.getByLabel(t.home.region).selectOption('16'));
    await edit(t.caseForm.stepWho, async () => {
      await page.getByRole('combobox', { name: t.caseForm.school }).fill('Ying Wa');
      await page.getByRole('listbox').getByRole('option').first().click();
    });
    await edit(t.caseForm.times, async () => {
      await page.getByRole('button', { name: t.slots.afterSchool }).click();
    });
    await edit(t.caseForm.startDate, async () => {
      await page.getByRole('combobox', { name: t.caseForm.startDate }).click();
      await expect(page.getByRole('grid')).toBeVisible();
    });
    await edit(t.caseForm.price, () =>
      page.getByRole('group', { name: t.liveFit.suggest }).getByText(t.liveFit.middle).click(),
    );
    await edit(t.caseForm.wishes, async () => {});
    await edit(t.caseForm.note, async () => {});
    await edit(t.register.name, async () => {});
    await expectAccessible('summary');
    await post.click();
    await expectPosted(page);
    await expectAccessible('posted');
    await page.getByRole('main').getByRole('link', { name: t.caseForm.toMine }).click();
    await expect(page.getByRole('heading', { name: t.caseForm.mine })).toBeVisible();
    await expectAccessible('mine');
    expect(complaints).toEqual([]);
  });
