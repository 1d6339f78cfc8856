import { expect, type Page, test } from '@playwright/test';
import { expectSound, register } from './forms-helpers.ts';
import { complaintsOf, expectPath, open, words } from './helpers.ts';

const zh = words['zh-Hant'];
const { caseForm: form } = zh;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const next = (page: Page) => page.getByRole('button', { name: zh.form.next, exact: true }).click();
const postButton = (page: Page) => page.getByRole('button', { name: form.post, exact: true });
const nickname = (page: Page) => page.getByLabel(form.nickname);
/** Once posted, a case shows who fits it. */
const expectResults = (page: Page) => expect(page).toHaveURL(/\/me\/case\/\d+\/tutors$/);
const moreWishes = (page: Page) => page.getByRole('button', { name: zh.liveFit.more }).click();
const posts = '**/api/common_info/student_detailed_registration';

/** The three answers of the home page. */
const leaveFinderDraft = (page: Page) =>
  page.addInitScript(() => {
    if (localStorage.getItem('test:finder')) return;
    localStorage.setItem('test:finder', 'left');
    localStorage.setItem('mingshi:case-draft', JSON.stringify({ grade: '12', subject: '34', region: '16' }));
  });

async function toLastStep(page: Page, name = '小明') {
  await nickname(page).fill(name);
  for (const title of [form.stepNeeds, form.stepTimes, form.stepWishes, form.stepConfirm]) {
    await next(page);
    await expect(heading(page, title)).toBeFocused();
  }
}

test.describe('a parent with a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

  test('posts a case in a hurry', async ({ page }) => {
    const complaints = complaintsOf(page);
    const { call } = await register(page, { identity: 1 });
    await leaveFinderDraft(page);
    await open(page, '/me/case/new');
    const begun = Date.now();
    let taps = 0;
    const tap = async (name: string, role: 'button' | 'radio' = 'button') => {
      taps += 1;
      if (role === 'radio') await page.getByRole('radio', { name, exact: true }).check();
      else await page.getByRole('button', { name, exact: true }).tap();
    };
    taps += 1;
    await nickname(page).fill('小明');
    await tap(zh.form.next);
    // Tapped twice before the step is there, the button counts once: no step is skipped unseen.
    await expect(heading(page, form.stepNeeds)).toBeFocused();
    await tap(zh.form.next);
    await expect(heading(page, form.stepTimes)).toBeFocused();
    await tap(zh.slots.afterSchool);
    await tap(zh.form.next);
    taps += 1;
    await page.getByLabel(form.price).fill('280');
    await tap(zh.form.next);
    await expect(heading(page, form.stepConfirm)).toBeFocused();
    await tap(form.post);
    await expect(page.getByText(form.posted)).toBeVisible();
    await expectResults(page);
    expect(taps).toBeLessThanOrEqual(10);
    expect(Date.now() - begun).toBeLessThan(90_000);

    await open(page, '/my-tutoring');
    const card = page.getByRole('listitem').filter({ hasText: '小明' });
    await expect(card).toContainText('中三 ・ 數學');
    await expect(card).toContainText(form.status.online);
    const info = await call('GET', '/api/users/info');
    const [{ id }] = info.data.case_list as [{ id: number }];
    const { data } = await call('GET', `/api/common_info/student_detailed_registration/${id}`);
    expect(data).toMatchObject({ price: 280, tutoring_region: 16, weekday: [1, 2, 3, 4, 5] });
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('mingshi:'))),
    ).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('finds every target large enough on every step', async ({ page }) => {
    await register(page, { identity: 1 });
    await leaveFinderDraft(page);
    await open(page, '/me/case/new');
    await nickname(page).fill('小明');
    for (let step = 1; step <= 5; step++) {
      await expect(page).toHaveURL(step === 1 ? /new$/ : new RegExp(`step=${step}$`));
      expect.soft(await smallTargets(page), `step ${step}`).toEqual([]);
      expect
        .soft(
          await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
        )
        .toBe(0);
      if (step < 5) await next(page);
    }
  });
});

const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'form :is(button, select, label:has(input[type=radio], input[type=checkbox]))',
      ),
    ]
      .map((target) => ({ target, box: target.getBoundingClientRect() }))
      .filter(({ box }) => box.height > 0 && (box.height < 43.9 || box.width < 43.9))
      .map(({ target, box }) => `${target.textContent}: ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`),
  );

test('a draft survives a reload, and the way back goes step by step', async ({ page }) => {
  await register(page, { identity: 1 });
  await open(page, '/me/case/new');
  await nickname(page).fill('大文');
  await page.getByLabel(zh.home.grade).selectOption({ label: '中五' });
  await page.getByRole('checkbox', { name: '物理' }).check();
  await next(page);
  await expect(heading(page, form.stepNeeds)).toBeFocused();
  await page.getByLabel(zh.home.region).selectOption({ label: '沙田區' });
  await next(page);
  await expectPath(page, '/me/case/new?step=3');

  await page.reload();
  await expect(heading(page, form.stepTimes)).toBeVisible();
  await expect(page.getByText(zh.form.draftRestored)).toBeVisible();
  await page.goBack();
  await expect(heading(page, form.stepNeeds)).toBeFocused();
  await expect(page.getByLabel(zh.home.region)).toHaveValue('16');
  await page.goBack();
  await expectPath(page, '/me/case/new');
  await expect(nickname(page)).toHaveValue('大文');
  await expect(page.getByRole('checkbox', { name: '物理' })).toBeChecked();

  await page.getByRole('button', { name: zh.form.draftDiscard }).click();
  await expect(nickname(page)).toHaveValue('');
  await page.reload();
  await expect(nickname(page)).toHaveValue('');
  await expect(page.getByText(zh.form.draftRestored)).toBeHidden();
});

test('without a network the steps go on, and a failed posting loses nothing', async ({ page, context }) => {
  await register(page, { identity: 1 });
  await leaveFinderDraft(page);
  await open(page, '/me/case/new');
  await nickname(page).fill('小明');
  await next(page);
  await expect(heading(page, form.stepNeeds)).toBeFocused();
  await context.setOffline(true);
  for (const title of [form.stepTimes, form.stepWishes, form.stepConfirm]) {
    await next(page);
    await expect(heading(page, title)).toBeFocused();
  }
  await page.goBack();
  await expect(heading(page, form.stepWishes)).toBeFocused();
  await next(page);
  await postButton(page).click();
  await expect(page.getByText(zh.form.notSent)).toBeVisible();
  await context.setOffline(false);
  await postButton(page).click();
  await expectResults(page);
});

test('a double click, and an answer that never came, make one case', async ({ page }) => {
  const { call } = await register(page, { identity: 1 });
  await leaveFinderDraft(page);
  await open(page, '/me/case/new');
  await toLastStep(page);
  const keys: string[] = [];
  await page.route(posts, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().postDataJSON().idempotency_key);
    if (keys.length > 1) return route.continue();
    // It arrives, but what it answers is lost.
    await route.fetch();
    await route.abort();
  });
  await postButton(page).dblclick();
  await expect(page.getByText(zh.form.notSent)).toBeVisible();
  expect(keys).toHaveLength(1);
  await page.reload();
  await postButton(page).dblclick();
  await expectResults(page);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect((await call('GET', '/api/users/info')).data.case_list).toHaveLength(1);
});

test('what is changed after an answer that never came goes on as a change of the posted case', async ({
  page,
}) => {
  const { call } = await register(page, { identity: 1 });
  await leaveFinderDraft(page);
  await open(page, '/me/case/new');
  await toLastStep(page);
  await page.route(
    posts,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await postButton(page).click();
  await expect(page.getByText(zh.form.notSent)).toBeVisible();
  await page.goBack();
  await moreWishes(page);
  await page.getByLabel(form.note).fill('要準時');
  await next(page);
  await postButton(page).click();
  const info = await call('GET', '/api/users/info');
  const [{ id } = { id: 0 }] = info.data.case_list as { id: number }[];
  await expectPath(page, `/me/case/${id}`);
  await expect(page.getByText(zh.form.draftRestored)).toBeVisible();
  await page.getByRole('button', { name: form.stepConfirm }).click();
  await page.getByRole('button', { name: form.save }).click();
  await expectPath(page, '/my-tutoring');
  const { data } = await call('GET', `/api/common_info/student_detailed_registration/${id}`);
  expect(data).toMatchObject({ special_note: '要準時', version: 2 });
  expect((await call('GET', '/api/users/children')).data.total).toBe(1);
});

test('what is not filled in is said beside its field, in a summary that leads there', async ({ page }) => {
  await register(page, { identity: 1 });
  await open(page, '/me/case/new');
  await next(page);
  const summary = page.getByRole('group', { name: zh.form.problems.replace('{{count}}', '3') });
  await expect(summary).toBeFocused();
  await summary.getByRole('button', { name: form.needSubject }).click();
  await expect(page.getByRole('checkbox').first()).toBeFocused();
  await expect(nickname(page)).toHaveAccessibleDescription(/請填寫此項/);
  await nickname(page).fill('小明');
  await expect(nickname(page)).not.toHaveAttribute('aria-invalid');
  await expectPath(page, '/me/case/new');

  // A step that was jumped over is found at the end.
  await page.getByLabel(zh.home.grade).selectOption({ label: '小三' });
  await page.getByRole('checkbox', { name: '英文' }).check();
  await page.getByRole('button', { name: form.stepConfirm }).click();
  await postButton(page).click();
  await expectPath(page, '/me/case/new?step=2');
  await expect(page.getByLabel(zh.home.region)).toHaveAccessibleDescription(form.needRegion);
});

test('what the server refuses lands beside its field, on its step', async ({ page }) => {
  await register(page, { identity: 1 });
  await leaveFinderDraft(page);
  await open(page, '/me/case/new');
  await toLastStep(page);
  // A grade and a language that are in no list, as if they had been taken off it meanwhile.
  await page.route(posts, async (route) => {
    const body = route.request().postDataJSON();
    body.child_info[0].grade = 9999;
    body.teaching_language = [9999];
    await route.continue({ postData: JSON.stringify(body) });
  });
  await postButton(page).click();
  await expect(heading(page, form.stepChildren)).toBeVisible();
  const summary = page.getByRole('group', { name: zh.form.problems.replace('{{count}}', '2') });
  await expect(summary).toBeFocused();
  await expect(page.getByLabel(zh.home.grade)).toHaveAccessibleDescription('請選擇列出的其中一項');
  await summary.getByRole('button', { name: form.languages }).click();
  await expectPath(page, '/me/case/new?step=4');
  await expect(page.getByRole('checkbox', { name: '廣東話' })).toBeFocused();
  await page.getByRole('checkbox', { name: '廣東話' }).check();
  await expect(page.getByRole('group', { name: zh.form.problems.replace('{{count}}', '1') })).toBeVisible();
});

const sample = {
  child_info: [{ nickname: '小明', gender: 'M', grade: 12, major_subject: [34] }],
  tutoring_type: 1,
  tutoring_region: 16,
  tutoring_days_per_week: 2,
  tutoring_time_per_class: 2,
  price: 250,
};

test('two who change the same case are told, and nothing typed is lost', async ({ page }) => {
  const { call } = await register(page, { identity: 1 });
  const made = await call('POST', '/api/common_info/student_detailed_registration', sample);
  const id = made.data.id as number;
  await open(page, '/my-tutoring');
  await page.getByRole('link', { name: form.editNumbered.replace('{{id}}', String(id)) }).click();
  await expectPath(page, `/me/case/${id}`);
  await page.getByRole('button', { name: form.stepWishes }).click();
  await page.getByLabel(form.price).fill('300');
  await moreWishes(page);
  await page.getByLabel(form.note).fill('有耐性');

  const elsewhere = { ...made.data, price: 400, version: 1 };
  expect((await call('PUT', `/api/common_info/student_detailed_registration/${id}`, elsewhere)).code).toBe(0);
  await page.getByRole('button', { name: form.stepConfirm }).click();
  await page.getByRole('button', { name: form.save }).click();
  const alert = page.getByRole('alert').filter({ hasText: zh.form.conflictTitle });
  await expect(alert).toContainText('HK$300');
  await expect(alert).toContainText('HK$400');

  await alert.getByRole('button', { name: zh.form.conflictLoad }).click();
  await expect(page.getByRole('definition').filter({ hasText: 'HK$400' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: zh.form.asideTakeBack }).click();
  await expect(page.getByRole('definition').filter({ hasText: 'HK$300' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '有耐性' })).toBeVisible();
  await page.getByRole('button', { name: form.save }).click();
  await expectPath(page, '/my-tutoring');
  const { data } = await call('GET', `/api/common_info/student_detailed_registration/${id}`);
  expect(data).toMatchObject({ price: 300, special_note: '有耐性', version: 3 });
});

test('text that looks like code is shown as text', async ({ page }) => {
  const { call } = await register(page, { identity: 1 });
  await leaveFinderDraft(page);
  await open(page, '/me/case/new');
  const hostile = `<img src=x onerror=alert(1)>`;
  let alerted = false;
  page.on('dialog', (dialog) => {
    alerted = true;
    return dialog.dismiss();
  });
  await toLastStep(page, hostile);
  await expect(page.getByRole('heading', { level: 3, name: hostile })).toBeVisible();
  await postButton(page).click();
  await expectResults(page);
  await open(page, '/my-tutoring');
  await expect(page.getByRole('heading', { level: 3, name: hostile })).toBeVisible();
  expect(alerted).toBe(false);
  expect((await call('GET', '/api/users/children')).data.list).toMatchObject([{ nickname: hostile }]);

  // And the child is there for the next case.
  await page.getByRole('link', { name: form.postAnother }).click();
  await expect(page.getByRole('checkbox', { name: hostile })).toBeChecked();
});

test('a tutor is offered the way to be a parent', async ({ page }) => {
  await register(page, { identity: 2 });
  await open(page, '/my-tutoring');
  await expect(page.getByRole('main').getByRole('link', { name: zh.tutorForm.make })).toBeVisible();
  await open(page, '/me/case/new');
  await page.getByRole('button', { name: zh.form.beParent }).click();
  await expect(nickname(page)).toBeVisible();
});

test('by keyboard alone, with a composed name and a school that is searched for', async ({ page }) => {
  await register(page, { identity: 1 });
  await open(page, '/me/case/new');
  const { keyboard } = page;
  await nickname(page).focus();
  // The Enter that ends a composition sends nothing.
  await nickname(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
  await keyboard.insertText('小明');
  await expectPath(page, '/me/case/new');
  await keyboard.press('Tab');
  for (let presses = 0; presses < 12; presses++) await keyboard.press('ArrowDown');
  await expect(page.getByLabel(zh.home.grade)).toHaveValue('12');
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await page.getByRole('button', { name: zh.liveFit.moreChild }).press('Enter');
  await page.getByRole('combobox', { name: form.school }).focus();
  await keyboard.insertText('英華書院');
  await expect(page.getByRole('listbox').getByRole('option', { name: '英華書院' })).toBeVisible();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: form.school })).toHaveValue('英華書院');
  await keyboard.press('Enter');
  await expect(heading(page, form.stepNeeds)).toBeFocused();
  for (let presses = 0; presses < 2; presses++) await keyboard.press('Tab');
  for (let presses = 0; presses < 18; presses++) await keyboard.press('ArrowDown');
  await expect(page.getByLabel(zh.home.region)).toHaveValue('18');
  await keyboard.press('Tab');
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '2', exact: true })).toBeChecked();
  await keyboard.press('Enter');
  await expect(heading(page, form.stepTimes)).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await expect(page.getByRole('button', { name: zh.slots.afterSchool })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: zh.form.next }).press('Enter');
  await expect(heading(page, form.stepWishes)).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.type('280');
  await keyboard.press('Enter');
  await expect(heading(page, form.stepConfirm)).toBeFocused();
  await postButton(page).press('Enter');
  await expectResults(page);
});

for (const [width, locale] of [
  [375, 'zh-Hant'],
  [1280, 'en'],
] as const)
  test(`every step is sound at ${width} px in ${locale}`, async ({ page }) => {
    test.setTimeout(90_000);
    const t = words[locale];
    const complaints = complaintsOf(page);
    await page.setViewportSize({ width, height: 800 });
    await register(page, { identity: 1 });
    await leaveFinderDraft(page);
    await open(page, `${locale === 'en' ? '/en' : ''}/me/case/new`);
    const go = () => page.getByRole('button', { name: t.form.next, exact: true }).click();
    const sound = (name: string) => expectSound(page, name);
    await go();
    await expect(page.getByText(t.form.problems.replace('{{count}}', '1'))).toBeVisible();
    await sound('errors');
    await page.getByLabel(t.caseForm.nickname).fill('Ming');
    await page.getByRole('button', { name: t.liveFit.moreChild }).click();
    await page.getByRole('combobox', { name: t.caseForm.school }).fill('Ying Wa');
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    await sound('school');
    await page.getByRole('listbox').getByRole('option').first().click();
    for (const title of ['stepNeeds', 'stepTimes', 'stepWishes', 'stepConfirm'] as const) {
      await go();
      await expect(page.getByRole('heading', { level: 2, name: t.caseForm[title] })).toBeFocused();
      if (title === 'stepTimes') {
        await page.getByRole('button', { name: t.slots.afterSchool }).click();
        await page.getByRole('button', { expanded: false }).first().click();
      }
      if (title === 'stepWishes') await page.getByRole('button', { name: t.liveFit.more }).click();
      await sound(title);
    }
    await page.getByRole('button', { name: t.caseForm.post }).click();
    await expect(page.getByText(t.caseForm.posted)).toBeVisible();
    await page.getByRole('button', { name: t.ui.dismiss }).first().click();
    await expectResults(page);
    await sound('who fits');
    await page.getByRole('main').getByRole('link', { name: t.matching.backToMine }).first().click();
    await expect(page.getByRole('heading', { name: t.caseForm.mine })).toBeVisible();
    await sound('mine');
    expect(complaints).toEqual([]);
  });
