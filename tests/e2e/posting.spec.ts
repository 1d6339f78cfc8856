import { expect, type Locator, type Page } from '@playwright/test';
import { done, expectPosted, fitLine, line, postButton } from './case-form.ts';
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
      const foot = document.querySelector('[data-form-foot]')?.getBoundingClientRect().top ?? innerHeight;
      const isFoot = Boolean(element.closest('[data-form-foot], dialog'));
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

test('a parent posts a first case and sees matching tutors within an estimated 90 seconds', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const { call } = await register(page, { identity: 1 });
  await open(page, '/me/case/new');
  const thumb = countedActions(page);
  const finish = page.getByRole('button', { name: form.done, exact: true });
  await expect(fitLine(page)).toHaveText(liveFit.ask);
  const footHeight = () => fitLine(page).evaluate((shown) => shown.getBoundingClientRect().height);
  const room = await footHeight();

  await thumb.tap(line(page, form.stepWho));
  await thumb.type(page.getByRole('textbox', { name: form.nickname }), '小明');
  await thumb.tap(finish);
  await thumb.tap(line(page, zh.home.grade));
  await thumb.tap(page.locator('label').filter({ hasText: /^中三$/ }));
  await thumb.tap(finish);
  await thumb.tap(line(page, form.subjectsShort));
  await thumb.tap(page.locator('label').filter({ hasText: /^數學$/ }));
  await thumb.tap(finish);
  await expect(fitLine(page)).toContainText(/\d+ 位導師合適.*(HK\$\d+|收費高於出價)/);
  expect(await footHeight(), 'nothing moves when the count comes').toBe(room);
  await thumb.tap(line(page, form.place));
  await thumb.pick(page.getByLabel(zh.home.region), '沙田區');
  await thumb.tap(finish);
  await thumb.tap(line(page, form.times));
  await thumb.tap(page.getByRole('button', { name: zh.slots.afterSchool }));
  await thumb.tap(finish);
  // The usual price is filled in.
  await expect(line(page, form.price)).toContainText(/HK\$\d+／小時/);
  await thumb.tap(postButton(page));

  await expectPosted(page);
  await thumb.tap(page.getByRole('main').getByRole('link', { name: /合適導師|合適的導師/ }));
  await expect(page).toHaveURL(/\/me\/case\/\d+\/tutors$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\d+ 位導師合適|暫時沒有導師完全合適/);
  const [{ id, status }] = (await call('GET', '/api/users/info')).data.case_list as [
    { id: number; status: number },
  ];
  expect(page.url()).toContain(`/me/case/${id}/tutors`);
  expect(status).toBe(1);
  const { data } = await call('GET', `/api/common_info/student_detailed_registration/${id}`);
  expect(data.price).toBeGreaterThan(50);
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
  await expect(line(page, form.stepWho)).toContainText('小明');
  await thumb.tap(line(page, form.subjectsShort));
  await thumb.tap(page.locator('label').filter({ hasText: /^英文$/ }));
  await thumb.tap(page.getByRole('button', { name: form.done, exact: true }));
  await thumb.tap(postButton(page));
  await expectPosted(page);
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

const choose = async (page: Page, label: string, value: Locator) => {
  await line(page, label).click();
  await value.check();
  await done(page);
};

test('a failed tutor count is shown, does not prevent posting, and is retried when the network is back', {
  tag: '@whole',
}, async ({ page }) => {
  await register(page, { identity: 1 });
  const algorithms = '**/api/algorithms/**';
  await page.route(algorithms, (route) => route.abort());
  await open(page, '/me/case/new');
  await choose(page, zh.home.grade, page.getByRole('radio', { name: '中三' }));
  await choose(page, form.subjectsShort, page.getByRole('checkbox', { name: '數學', exact: true }));
  await expect(fitLine(page)).toHaveText(liveFit.failed);
  await page.unroute(algorithms);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(fitLine(page)).toContainText('位導師合適');

  await page.route(algorithms, (route) => route.abort());
  await line(page, form.place).click();
  await page.getByLabel(zh.home.region).selectOption({ label: '沙田區' });
  await done(page);
  await expect(fitLine(page)).toHaveText(liveFit.failed);
  await postButton(page).click();
  await page.getByRole('main').getByRole('link', { name: zh.tutoring.fitsUnknown }).click();
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
  await choose(page, zh.home.grade, page.getByRole('radio', { name: '中三' }));
  await line(page, form.subjectsShort).click();
  await page.getByRole('checkbox', { name: '數學', exact: true }).check();
  await expect.poll(() => calls).toBe(1);
  await page.getByRole('checkbox', { name: '英文', exact: true }).check();
  await done(page);
  await expect(fitLine(page)).toContainText('導師合適');
  const shown = await fitLine(page).textContent();
  firstReleased.resolve();
  await firstAnswered.promise;
  // Let the page process the response.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(fitLine(page)).toHaveText(shown ?? '');
  await expect(fitLine(page)).not.toContainText('987');
});
