import { expect, type Page, type Route } from '@playwright/test';
import { complaintsOf, expectPath, open, startUpCalls, words } from './helpers.ts';
import { test } from './people.ts';

const zh = words['zh-Hant'];
const prefix = '應用層錯誤';

/** Every reference call of the page, as path and query. */
function callsOf(page: Page) {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/common_info/'))
      calls.push(pathname.slice('/api/common_info/'.length) + search);
  });
  return calls;
}

/** Expects that the page still responds to a click and navigates. */
async function expectWorking(page: Page, locale: 'zh-Hant' | 'en' = 'zh-Hant') {
  const { login, nav } = words[locale];
  await page.getByRole('banner').getByRole('button', { name: login.title }).click();
  await expect(page.getByRole('dialog', { name: login.title })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('link', { name: nav.faq }).click();
  await expectPath(page, locale === 'en' ? '/en/faq' : '/faq');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words[locale].pages.faq.title);
}

const ofPrefix = (complaints: string[], about: string) =>
  complaints.filter((text) => text.startsWith(prefix) && text.includes(about));

test('each reference list is requested once, all of them concurrently', async ({ page }) => {
  const calls = callsOf(page);
  const waiting: Route[] = [];
  // No request is answered before all have been sent.
  await page.route('**/api/common_info/**', async (route) => {
    waiting.push(route);
    if (waiting.length === startUpCalls) await Promise.all(waiting.map((one) => one.continue()));
  });
  await open(page, '/en/faq');
  expect(calls.toSorted()).toEqual(
    [
      ...['grade', 'region', 'identity', 'major_subject', 'other_subject', 'school', 'tutoring_type'],
      ...['tutoring_days_per_week', 'tutoring_time_per_class', 'weekday', 'education', 'channel'],
      ...['teaching_language', 'education_grade_view', 'rank', 'experience', 'gpa', 'subject_type'],
      ...['company_info', 'media-company?page_size=5', 'qr_code'],
      ...['teacher_case', 'parent_case', 'child_case'].map((list) => `${list}?page_size=12`),
    ].toSorted(),
  );
  expect(waiting.map((route) => route.request().headers()['accept-language'])).toEqual(
    Array(startUpCalls).fill('en'),
  );

  await page.getByRole('banner').getByRole('link', { name: words.en.nav.erase }).click();
  await expectPath(page, '/en/erase');
  await page.goBack();
  await expectPath(page, '/en/faq');
  expect(calls).toHaveLength(startUpCalls);
});

for (const [failure, requests, fail] of [
  ['a lost network', 2, (route: Route) => route.abort()],
  [
    'status 503',
    2,
    (route: Route) => route.fulfill({ status: 503, json: { code: 1, data: null, message: '' } }),
  ],
  [
    'status 400',
    1,
    (route: Route) => route.fulfill({ status: 400, json: { code: 1, data: null, message: '' } }),
  ],
  ['an answer without an envelope', 1, (route: Route) => route.fulfill({ status: 200, body: '<html>' })],
] as const) {
  test(`a list that fails with ${failure} is requested ${requests === 1 ? 'once' : 'twice'}, logged, and does not affect the others`, {
    tag: '@whole',
  }, async ({ page }) => {
    const calls = callsOf(page);
    const complaints = complaintsOf(page);
    await page.route('**/api/common_info/region', fail);
    await open(page, '/');
    await expect.poll(() => ofPrefix(complaints, 'common_info/region')).toHaveLength(1);
    expect(calls.filter((call) => call === 'region')).toHaveLength(requests);
    await expect.poll(() => calls).toHaveLength(startUpCalls + requests - 1);
    expect(complaints.filter((text) => text.startsWith(prefix))).toHaveLength(1);
    await expectWorking(page);
  });
}

test('a list that fails once is retried successfully, and nothing is logged', {
  tag: '@whole',
}, async ({ page }) => {
  const calls = callsOf(page);
  const complaints = complaintsOf(page);
  await page.route('**/api/common_info/qr_code', (route) => route.fulfill({ status: 502, body: '' }), {
    times: 1,
  });
  await open(page, '/faq');
  await expect.poll(() => calls.filter((call) => call === 'qr_code')).toHaveLength(2);
  await page.getByRole('button', { name: zh.affix.contact }).click();
  await expect(page.getByRole('dialog', { name: zh.affix.contact })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveCount(0);
  expect(ofPrefix(complaints, '')).toEqual([]);
});

test('a failed list is requested again where it is needed, and its retry button works', async ({ page }) => {
  await page.route('**/api/common_info/qr_code', (route) => route.abort());
  await open(page, '/faq');
  await page.getByRole('button', { name: zh.affix.contact }).click();
  const sheet = page.getByRole('dialog', { name: zh.affix.contact });
  await expect(sheet).toContainText(zh.ui.errorTitle);
  await page.unroute('**/api/common_info/qr_code');
  await sheet.getByRole('button', { name: zh.ui.retry }).click();
  await expect(sheet.getByText(zh.ui.errorTitle)).toHaveCount(0);
});

for (const [path, locale, chunk] of [
  ['/', 'zh-Hant', '**/assets/zh-Hant-*.js'],
  ['/en', 'en', '**/assets/en-*.js'],
] as const) {
  test(`translations of ${locale} that fail to load are logged, and the server-rendered page keeps its text and works`, {
    tag: '@whole',
  }, async ({ page }) => {
    const complaints = complaintsOf(page);
    let refused = 0;
    await page.route(chunk, (route) => {
      refused++;
      return route.abort();
    });
    const served = await (await page.request.get(path)).text();
    expect(served).toContain(words[locale].home.finderTitle);
    await page.goto(path);
    await expect.poll(() => ofPrefix(complaints, locale)).not.toHaveLength(0);
    expect(refused).toBeGreaterThan(0);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(words[locale].home.title1);
    await expect(page.getByRole('heading', { name: words[locale].home.finderTitle })).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: words[locale].nav.faq }).click();
    await expectPath(page, locale === 'en' ? '/en/faq' : '/faq');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words[locale].pages.faq.title);
  });
}

test('the pages that visitors see first load no icons of other pages', async ({ request }) => {
  const htmlOf = async (path: string) => (await request.get(path)).text();
  const [, tutor = ''] = /href="(\/tutor\/\d+)"/.exec(await htmlOf('/tutors')) ?? [];
  const [, studentCase = ''] = /href="(\/case\/\d+)"/.exec(await htmlOf('/cases')) ?? [];
  for (const path of ['/', '/faq', '/tutors', '/cases', tutor, studentCase]) {
    const html = await htmlOf(path);
    expect(html, path).toContain('/assets/libraries-');
    expect(html, path).not.toContain('/assets/icons-');
  }
});

test('the log-in sheet waits for its translations, which the page does without', { tag: '@whole' }, async ({
  page,
}) => {
  const asked: Route[] = [];
  await page.route('**/assets/en.login-*.js', (route) => {
    asked.push(route);
  });
  await open(page, '/en');
  await page.getByRole('banner').getByRole('button', { name: words.en.login.title }).click();
  await expect(page.getByRole('status').filter({ hasText: words.en.ui.loading })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const route of asked) await route.continue();
  await expect(page.getByRole('dialog', { name: words.en.login.sheetTitle })).toContainText(
    words.en.login.mobileHelp,
  );
});

test.describe('an animation', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  for (const [failure, fail] of [
    ['is missing', (route: Route) => route.fulfill({ status: 404, body: '' })],
    ['is not an animation', (route: Route) => route.fulfill({ status: 200, json: { hello: 'world' } })],
    ['fails to load', (route: Route) => route.abort()],
  ] as const) {
    test(`that ${failure} is logged and the page works`, { tag: '@whole' }, async ({ page }) => {
      const complaints = complaintsOf(page);
      await page.route('**/animations/*.json', fail);
      await open(page, '/');
      await page.getByRole('heading', { name: zh.home.panelTitle }).scrollIntoViewIfNeeded();
      await expect.poll(() => ofPrefix(complaints, 'animation')).toHaveLength(1);
      await expectWorking(page);
    });
  }

  test('whose player fails to load is logged and the page works', { tag: '@whole' }, async ({ page }) => {
    const complaints = complaintsOf(page);
    await open(page, '/');
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.getByRole('heading', { name: zh.home.panelTitle }).scrollIntoViewIfNeeded();
    await expect.poll(() => ofPrefix(complaints, '')).toHaveLength(1);
    await page.unroute('**/assets/*.js');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(zh.home.title1);
    await expectWorking(page);
  });

  test('plays, and can be paused with its button', async ({ page }) => {
    const complaints = complaintsOf(page);
    await open(page, '/');
    await page.getByRole('heading', { name: zh.home.panelTitle }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: zh.ui.pauseAnimation }).click();
    await expect(page.getByRole('button', { name: zh.ui.playAnimation })).toBeVisible();
    expect(complaints).toEqual([]);
  });
});
