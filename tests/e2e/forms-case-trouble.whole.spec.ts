import { expect } from '@playwright/test';
import {
  callStudent,
  done,
  expectPosted,
  leaveFinderDraft,
  line,
  postButton,
  posts,
  priceField,
} from './case-form.ts';
import { register } from './forms-helpers.ts';
import { expectPath, open, words } from './helpers.ts';
import { test } from './people.ts';

const zh = words['zh-Hant'];
const { caseForm: form } = zh;

test('a draft survives a reload and is on the account’s other devices, until it is discarded', async ({
  page,
  browser,
  baseURL,
}) => {
  const { token, call } = await register(page, { identity: 1 });
  await open(page, '/me/case/new');
  await callStudent(page, '大文');
  await line(page, form.place).click();
  const kept = page.waitForResponse('**/api/users/case_draft');
  await page.getByLabel(zh.home.region).selectOption({ label: '沙田區' });
  await done(page);
  await kept;
  await page.reload();
  await expect(page.getByText(zh.form.draftRestored)).toBeVisible();
  await expect(line(page, form.stepWho)).toContainText('大文');
  await expect(line(page, form.place)).toContainText('沙田區');

  const other = await browser.newContext({ baseURL });
  await other.addCookies(await page.context().cookies());
  const elsewhere = await other.newPage();
  await elsewhere.addInitScript((given) => localStorage.setItem('token', given), token);
  await open(elsewhere, '/me/case/new');
  await expect(line(elsewhere, form.stepWho)).toContainText('大文');
  await other.close();

  const dropped = page.waitForResponse('**/api/users/case_draft');
  await page.getByRole('button', { name: zh.form.draftDiscard }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: zh.form.discardSure }).click();
  await dropped;
  await expect(line(page, form.stepWho)).not.toContainText('大文');
  await page.reload();
  await expect(line(page, form.stepWho)).toContainText(form.student);
  await expect(page.getByText(zh.form.draftRestored)).toBeHidden();
  expect((await call('GET', '/api/users/case_draft')).data).toEqual({ draft: null });
});

test('a parent can fill in the summary offline, and a failed post loses nothing', async ({
  page,
  context,
}) => {
  await register(page, { identity: 1 });
  await leaveFinderDraft(page);
  await open(page, '/me/case/new');
  await callStudent(page, '小明');
  await context.setOffline(true);
  await line(page, form.daysPerWeek).click();
  await page.getByRole('radio', { name: '2', exact: true }).check();
  await done(page);
  await postButton(page).click();
  await expect(page.getByText(zh.ui.notReached)).toBeVisible();
  await context.setOffline(false);
  await postButton(page).click();
  await expectPosted(page);
});

test('a double click and a lost response still create a single case', async ({ page }) => {
  const { call } = await register(page, { identity: 1 });
  await leaveFinderDraft(page);
  await open(page, '/me/case/new');
  // The price is decided, so that the content is the same at the second try.
  await line(page, form.price).click();
  await priceField(page).fill('250');
  await done(page);
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
  await postButton(page).dblclick();
  await expectPosted(page);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect((await call('GET', '/api/users/info')).data.case_list).toHaveLength(1);
});

test('changes made after a lost response are continued as an edit of the posted case', async ({ page }) => {
  const { call } = await register(page, { identity: 1 });
  await leaveFinderDraft(page);
  await open(page, '/me/case/new');
  await callStudent(page, '小明');
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
  await line(page, form.note).click();
  await page.getByLabel(form.note).fill('要準時');
  await done(page);
  await postButton(page).click();
  const info = await call('GET', '/api/users/info');
  const [{ id } = { id: 0 }] = info.data.case_list as { id: number }[];
  await expectPath(page, `/me/case/${id}`);
  await expect(page.getByText(zh.form.changesRestored)).toBeVisible();
  await page.getByRole('button', { name: form.save }).click();
  await expectPath(page, '/my-tutoring');
  const { data } = await call('GET', `/api/common_info/student_detailed_registration/${id}`);
  expect(data).toMatchObject({ special_note: '要準時', version: 2 });
  expect((await call('GET', '/api/users/children')).data.total).toBe(1);
});

test('server-side validation errors appear at their line, and open their editor', async ({ page }) => {
  await register(page, { identity: 1 });
  await leaveFinderDraft(page);
  await open(page, '/me/case/new');
  // A grade and a language that do not exist, as if removed from the lists meanwhile.
  await page.route(posts, async (route) => {
    const body = route.request().postDataJSON();
    body.child_info[0].grade = 9999;
    body.teaching_language = [9999];
    await route.continue({ postData: JSON.stringify(body) });
  });
  await postButton(page).click();
  const summary = page.getByRole('alert', { name: zh.ui.problems.replace('{{count}}', '2') });
  await expect(summary).toBeFocused();
  await expect(line(page, zh.home.grade)).toHaveAccessibleDescription('請選擇列出的其中一項');
  await summary.getByRole('link', { name: form.languages }).click();
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
  await line(page, form.price).click();
  await priceField(page).fill('300');
  await done(page);
  await line(page, form.note).click();
  await page.getByLabel(form.note).fill('有耐性');
  await done(page);

  const elsewhere = { ...made.data, price: 400, version: 1 };
  expect((await call('PUT', `/api/common_info/student_detailed_registration/${id}`, elsewhere)).code).toBe(0);
  await page.getByRole('button', { name: form.save }).click();
  const alert = page.getByRole('alert').filter({ hasText: zh.form.conflictTitle });
  await expect(alert).toContainText('HK$300');
  await expect(alert).toContainText('HK$400');

  await alert.getByRole('button', { name: zh.form.conflictLoad }).click();
  await expect(line(page, form.price)).toContainText('HK$400');
  await page.reload();
  await page.getByRole('button', { name: zh.form.asideTakeBack }).click();
  await expect(line(page, form.price)).toContainText('HK$300');
  await expect(line(page, form.note)).toContainText('有耐性');
  await page.getByRole('button', { name: form.save }).click();
  await expectPath(page, '/my-tutoring');
  const { data } = await call('GET', `/api/common_info/student_detailed_registration/${id}`);
  expect(data).toMatchObject({ price: 300, special_note: '有耐性', version: 3 });
});

test('HTML typed into a field is shown as text', async ({ page }) => {
  const { call } = await register(page, { identity: 1 });
  await leaveFinderDraft(page);
  await open(page, '/me/case/new');
  const hostile = `<img src=x onerror=alert()>`;
  let alerted = false;
  page.on('dialog', (dialog) => {
    alerted = true;
    return dialog.dismiss();
  });
  await callStudent(page, hostile);
  await expect(line(page, form.stepWho)).toContainText(hostile);
  await postButton(page).click();
  await expectPosted(page);
  await expect(page.getByText(hostile)).toBeVisible();
  await open(page, '/my-tutoring');
  await expect(page.getByRole('heading', { level: 3, name: hostile })).toBeVisible();
  expect(alerted).toBe(false);
  expect((await call('GET', '/api/users/children')).data.list).toMatchObject([{ nickname: hostile }]);

  // The child can be chosen for the next case.
  await page.getByRole('link', { name: form.postAnother }).click();
  await expect(line(page, form.stepWho)).toContainText(hostile);
  await line(page, form.stepWho).click();
  await expect(page.getByRole('radio', { name: hostile })).toBeChecked();
});
