import { expect, type Locator, type Page } from '@playwright/test';
import { register } from './forms-helpers.ts';
import { complaintsOf, open, words } from './helpers.ts';
import { test } from './people.ts';

const zh = words['zh-Hant'];
const { caseForm: form, liveFit, matching } = zh;

/** Keystroke-level model: seconds per key and per tap. */
const [perKey, perTap] = [0.28, 1.1];
/** A Chinese character takes several keys of a phone's input method, including the selection. */
const keysPerCharacter = 4;
const limitSeconds = 90;

test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

/** Performs and counts the actions of a thumb. Each screenful scrolled to reach a target counts as a tap. */
function countedActions(page: Page) {
  const done = { taps: 0, keys: 0 };
  const swipeTo = async (target: Locator) => {
    const screens = await target.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      const foot = document.querySelector('form > .sticky')?.getBoundingClientRect().top ?? innerHeight;
      const isFoot = Boolean(element.closest('.sticky'));
      const away = isFoot ? 0 : Math.max(0, bottom - foot, 60 - top);
      return Math.ceil(away / (innerHeight * 0.6));
    });
    done.taps += screens;
    await target.scrollIntoViewIfNeeded();
  };
  const tap = async (target: Locator) => {
    await swipeTo(target);
    done.taps += 1;
    await target.tap();
  };
  return {
    done,
    tap,
    async type(target: Locator, text: string) {
      await tap(target);
      for (const sign of text) done.keys += /\p{Script=Han}/u.test(sign) ? keysPerCharacter : 1;
      await page.keyboard.insertText(text);
    },
    /** The phone's native picker: open, swipe, choose. */
    async pick(target: Locator, label: string) {
      await swipeTo(target);
      done.taps += 3;
      await target.selectOption({ label });
    },
    seconds: () => done.taps * perTap + done.keys * perKey,
  };
}

const next = (page: Page) => page.getByRole('button', { name: zh.form.next, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const fitLine = (page: Page) => page.locator('form > .sticky').getByRole('status');

test('a parent posts a first case and sees matching tutors within an estimated 90 seconds', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const { call } = await register(page, { identity: 1 });
  await open(page, '/me/case/new');
  const thumb = countedActions(page);
  await expect(fitLine(page)).toHaveText(liveFit.ask);
  const footHeight = () => fitLine(page).evaluate((line) => line.getBoundingClientRect().height);
  const room = await footHeight();

  await thumb.type(page.getByLabel(form.nickname), '小明');
  await thumb.pick(page.getByLabel(zh.home.grade), '中三');
  await thumb.tap(page.locator('label').filter({ hasText: /^數學$/ }));
  await expect(fitLine(page)).toContainText(/\d+ 位導師合適.*HK\$\d+–\d+/);
  expect(await footHeight(), 'nothing moves when the count comes').toBe(room);
  await thumb.tap(next(page));
  await thumb.pick(page.getByLabel(zh.home.region), '沙田區');
  await thumb.tap(next(page));
  await expect(heading(page, form.stepTimes)).toBeFocused();
  await thumb.tap(page.getByRole('button', { name: zh.slots.afterSchool }));
  await thumb.tap(next(page));
  await expect(heading(page, form.stepWishes)).toBeFocused();
  const median = page.getByRole('button', { name: liveFit.middle });
  await expect(median).toBeEnabled();
  await thumb.tap(median);
  await expect(page.getByLabel(form.price)).not.toHaveValue('');
  await thumb.tap(next(page));
  await expect(heading(page, form.stepConfirm)).toBeFocused();
  await thumb.tap(page.getByRole('button', { name: form.post, exact: true }));

  await expect(page).toHaveURL(/\/me\/case\/\d+\/tutors$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\d+ 位導師合適|暫時沒有導師完全合適/);
  const [{ id, status }] = (await call('GET', '/api/users/info')).data.case_list as [
    { id: number; status: number },
  ];
  expect(page.url()).toContain(`/me/case/${id}/tutors`);
  expect(status).toBe(1);
  const seconds = thumb.seconds();
  test.info().annotations.push({
    type: 'keystroke-level estimate',
    description: `${thumb.done.taps} taps, ${thumb.done.keys} keys: ${seconds.toFixed(1)} s`,
  });
  console.log(`posting: ${thumb.done.taps} taps, ${thumb.done.keys} keys: ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThanOrEqual(limitSeconds);
  expect(complaints).toEqual([]);
});

test('a second case is prefilled with child and district, and takes half the time', async ({ page }) => {
  const { call } = await register(page, { identity: 1 });
  await call('POST', '/api/common_info/student_detailed_registration', {
    child_info: [{ nickname: '小明', gender: 'U', grade: 12, major_subject: [3] }],
    tutoring_type: 5,
    tutoring_region: 16,
    tutoring_days_per_week: 2,
    tutoring_time_per_class: 3,
  });
  await open(page, '/me/case/new');
  const thumb = countedActions(page);
  await expect(page.getByRole('checkbox', { name: '小明' })).toBeChecked();
  await thumb.tap(page.locator('label').filter({ hasText: /^英文$/ }));
  for (let step = 2; step <= 5; step++) {
    await thumb.tap(next(page));
    await expect(page).toHaveURL(new RegExp(`step=${step}$`));
  }
  await thumb.tap(page.getByRole('button', { name: form.post, exact: true }));
  await expect(page).toHaveURL(/\/me\/case\/\d+\/tutors$/);
  expect(thumb.seconds()).toBeLessThanOrEqual(limitSeconds / 2);
  const id = Number(/case\/(\d+)\//.exec(page.url())?.[1]);
  const { data } = await call('GET', `/api/common_info/student_detailed_registration/${id}`);
  expect(data).toMatchObject({
    tutoring_type: 5,
    tutoring_region: 16,
    tutoring_days_per_week: 2,
    tutoring_time_per_class: 3,
  });
});

test('a failed tutor count is shown, does not prevent posting, and is retried when the network is back', {
  tag: '@whole',
}, async ({ page }) => {
  await register(page, { identity: 1 });
  const algorithms = '**/api/algorithms/**';
  await page.route(algorithms, (route) => route.abort());
  await open(page, '/me/case/new');
  await page.getByLabel(form.nickname).fill('小明');
  await page.getByLabel(zh.home.grade).selectOption({ label: '中三' });
  await page.getByRole('checkbox', { name: '數學', exact: true }).check();
  await expect(fitLine(page)).toHaveText(liveFit.failed);
  await page.unroute(algorithms);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(fitLine(page)).toContainText('位導師合適');

  await page.route(algorithms, (route) => route.abort());
  await next(page).click();
  await page.getByLabel(zh.home.region).selectOption({ label: '沙田區' });
  await expect(fitLine(page)).toHaveText(liveFit.failed);
  for (let step = 3; step <= 5; step++) {
    await next(page).click();
    await expect(page).toHaveURL(new RegExp(`step=${step}$`));
  }
  await page.getByRole('button', { name: form.post, exact: true }).click();
  await expect(page.getByText(matching.failedTitle)).toBeVisible();
  await page.unroute(algorithms);
  await page.getByRole('button', { name: zh.ui.retry }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('位導師合適');
});

test('a late response does not replace a newer one', { tag: '@whole' }, async ({ page }) => {
  await register(page, { identity: 1 });
  let calls = 0;
  const firstReleased = Promise.withResolvers<void>();
  const firstAnswered = Promise.withResolvers<void>();
  await page.route('**/api/algorithms/tutor_matcher', async (route) => {
    calls += 1;
    if (calls > 1) return route.continue();
    const answer = await route.fetch();
    await firstReleased.promise;
    const { data, ...rest } = await answer.json();
    await route.fulfill({ json: { ...rest, data: { ...data, total: 987 } } });
    firstAnswered.resolve();
  });
  await open(page, '/me/case/new');
  await page.getByLabel(zh.home.grade).selectOption({ label: '中三' });
  await page.getByRole('checkbox', { name: '數學', exact: true }).check();
  await expect.poll(() => calls).toBe(1);
  await page.getByRole('checkbox', { name: '英文', exact: true }).check();
  await expect(fitLine(page)).toContainText('導師合適');
  const shown = await fitLine(page).textContent();
  firstReleased.resolve();
  await firstAnswered.promise;
  // Let the page process the response.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(fitLine(page)).toHaveText(shown ?? '');
  await expect(fitLine(page)).not.toContainText('987');
});
