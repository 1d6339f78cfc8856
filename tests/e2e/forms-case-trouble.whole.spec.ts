import { expect } from '@playwright/test';
import {
  expectResults,
  heading,
  leaveFinderDraft,
  moreWishes,
  next,
  nickname,
  postButton,
  posts,
  toLastStep,
} from './case-form.ts';
import { register } from './forms-helpers.ts';
import { expectPath, open, words } from './helpers.ts';
import { test } from './people.ts';

const zh = words['zh-Hant'];
const { caseForm: form } = zh;

test('a draft survives a reload, and the browser’s back button goes back step by step', async ({ page }) => {
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

test('a parent can fill in the steps offline, and a failed post loses nothing', async ({ page, context }) => {
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
  await expect(page.getByText(zh.ui.notReached)).toBeVisible();
  await context.setOffline(false);
  await postButton(page).click();
  await expectResults(page);
});

test('a double click and a lost response still create a single case', async ({ page }) => {
  const { call } = await register(page, { identity: 1 });
  await leaveFinderDraft(page);
  await open(page, '/me/case/new');
  await toLastStep(page);
  const keys: string[] = [];
  await page.route(posts, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().postDataJSON().idempotency_key);
    if (keys.length > 1) return route.continue();
    // The request arrives, but its response is lost.
    await route.fetch();
    await route.abort();
  });
  await postButton(page).dblclick();
  await expect(page.getByText(zh.ui.notReached)).toBeVisible();
  expect(keys).toHaveLength(1);
  await page.reload();
  await postButton(page).dblclick();
  await expectResults(page);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect((await call('GET', '/api/users/info')).data.case_list).toHaveLength(1);
});

test('changes made after a lost response are continued as an edit of the posted case', async ({ page }) => {
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
  await expect(page.getByText(zh.ui.notReached)).toBeVisible();
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

test('server-side validation errors appear at their field, on their step', async ({ page }) => {
  await register(page, { identity: 1 });
  await leaveFinderDraft(page);
  await open(page, '/me/case/new');
  await toLastStep(page);
  // A grade and a language that do not exist, as if removed from the lists meanwhile.
  await page.route(posts, async (route) => {
    const body = route.request().postDataJSON();
    body.child_info[0].grade = 9999;
    body.teaching_language = [9999];
    await route.continue({ postData: JSON.stringify(body) });
  });
  await postButton(page).click();
  await expect(heading(page, form.stepChildren)).toBeVisible();
  const summary = page.getByRole('alert', { name: zh.ui.problems.replace('{{count}}', '2') });
  await expect(summary).toBeFocused();
  await expect(page.getByLabel(zh.home.grade)).toHaveAccessibleDescription('請選擇列出的其中一項');
  await summary.getByRole('link', { name: form.languages }).click();
  await expectPath(page, '/me/case/new?step=4');
  await expect(page.getByRole('checkbox', { name: '廣東話' })).toBeFocused();
  await page.getByRole('checkbox', { name: '廣東話' }).check();
  await expect(page.getByRole('alert', { name: zh.ui.problems.replace('{{count}}', '1') })).toBeVisible();
});

const sample = {
  child_info: [{ nickname: '小明', gender: 'M', grade: 12, major_subject: [3] }],
  tutoring_type: 1,
  tutoring_region: 16,
  tutoring_days_per_week: 2,
  tutoring_time_per_class: 2,
  price: 250,
};

test('two concurrent edits of one case: the second parent sees the conflict, and nothing typed is lost', async ({
  page,
}) => {
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

test('HTML typed into a field is shown as text', async ({ page }) => {
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

  // The child can be chosen for the next case.
  await page.getByRole('link', { name: form.postAnother }).click();
  await expect(page.getByRole('checkbox', { name: hostile })).toBeChecked();
});
