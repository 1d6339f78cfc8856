import { expect, type Page } from '@playwright/test';
import { expectResults, heading, leaveFinderDraft, next, nickname, postButton } from './case-form.ts';
import { register } from './forms-helpers.ts';
import { complaintsOf, expectAccessibleOnce, expectPath, open, repetition, words } from './helpers.ts';
import { test } from './people.ts';

const zh = words['zh-Hant'];
const { caseForm: form } = zh;

test.describe('a parent on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

  test('posts a case with at most ten taps', async ({ page }) => {
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
    // A second tap before the next step appears counts once, so that no step is skipped unseen.
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

  test('finds every touch target large enough on every step', async ({ page }) => {
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

test('missing fields are marked, and a summary links to them', async ({ page }) => {
  await register(page, { identity: 1 });
  await open(page, '/me/case/new');
  await next(page);
  const summary = page.getByRole('alert', { name: zh.ui.problems.replace('{{count}}', '3') });
  await expect(summary).toBeFocused();
  await summary.getByRole('link', { name: form.needSubject }).click();
  await expect(page.getByRole('checkbox').first()).toBeFocused();
  await expect(nickname(page)).toHaveAccessibleDescription(/請填寫此項/);
  await nickname(page).fill('小明');
  await expect(nickname(page)).not.toHaveAttribute('aria-invalid');
  await expectPath(page, '/me/case/new');

  // A skipped step is reported at the end.
  await page.getByLabel(zh.home.grade).selectOption({ label: '小三' });
  await page.getByRole('checkbox', { name: '英文' }).check();
  await page.getByRole('button', { name: form.stepConfirm }).click();
  await postButton(page).click();
  await expectPath(page, '/me/case/new?step=2');
  await expect(page.getByLabel(zh.home.region)).toHaveAccessibleDescription(form.needRegion);
});

test('subjects follow the grade; another grade keeps what it teaches and says what it drops', {
  tag: '@whole',
}, async ({ page }) => {
  await register(page, { identity: 1 });
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
  await expect(nickname(page)).toBeVisible();
});

test('a parent posts a case by keyboard alone, with an IME-composed name and a school search', async ({
  page,
}) => {
  await register(page, { identity: 1 });
  await open(page, '/me/case/new');
  const { keyboard } = page;
  await nickname(page).focus();
  // The Enter that ends an IME composition does not submit.
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
  test(
    `every step is accessible at ${width} px in ${locale}`,
    repetition(locale === 'en', '@ci'),
    async ({ page }) => {
      test.setTimeout(90_000);
      const t = words[locale];
      const complaints = complaintsOf(page);
      await page.setViewportSize({ width, height: 800 });
      await register(page, { identity: 1 });
      await leaveFinderDraft(page);
      await open(page, `${locale === 'en' ? '/en' : ''}/me/case/new`);
      const go = () => page.getByRole('button', { name: t.form.next, exact: true }).click();
      const expectAccessible = (name: string) => expectAccessibleOnce(locale)(page, name);
      await go();
      await expect(page.getByText(t.ui.problems.replace('{{count}}', '1'))).toBeVisible();
      await expectAccessible('errors');
      await page.getByLabel(t.caseForm.nickname).fill('Ming');
      await page.getByRole('button', { name: t.liveFit.moreChild }).click();
      await page.getByRole('combobox', { name: t.caseForm.school }).fill('Ying Wa');
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
      await expectAccessible('school');
      await page.getByRole('listbox').getByRole('option').first().click();
      for (const title of ['stepNeeds', 'stepTimes', 'stepWishes', 'stepConfirm'] as const) {
        await go();
        await expect(page.getByRole('heading', { level: 2, name: t.caseForm[title] })).toBeFocused();
        if (title === 'stepTimes') {
          await page.getByRole('button', { name: t.slots.afterSchool }).click();
          await page.getByRole('button', { expanded: false }).first().click();
        }
        if (title === 'stepWishes') await page.getByRole('button', { name: t.liveFit.more }).click();
        await expectAccessible(title);
      }
      await page.getByRole('button', { name: t.caseForm.post }).click();
      await expect(page.getByText(t.caseForm.posted)).toBeVisible();
      await page.getByRole('button', { name: t.ui.dismiss }).first().click();
      await expectResults(page);
      await expectAccessible('who fits');
      await page.getByRole('main').getByRole('link', { name: t.matching.backToMine }).first().click();
      await expect(page.getByRole('heading', { name: t.caseForm.mine })).toBeVisible();
      await expectAccessible('mine');
      expect(complaints).toEqual([]);
    },
  );
