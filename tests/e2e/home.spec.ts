import { expect, type Page } from '@playwright/test';
import { wholeCase } from '../forms.ts';
import {
  complaintsOf,
  expectAccessible,
  expectFits,
  expectPath,
  open,
  untilHydrated,
  words,
} from './helpers.ts';
import { call, matched, onPhone } from './pairs.ts';
import { newNumber, sheet, signUp, sql, test } from './people.ts';

const zh = words['zh-Hant'];
const bar = (page: Page) =>
  page.getByRole('navigation', { name: zh.nav.main, exact: true }).filter({ visible: true });

test('a parent with a case finds it on a phone in one tap: from home, the bar, the account and a notice', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  const page = await onPhone(browser, baseURL);
  const complaints = complaintsOf(page);
  const { id } = await signUp(page, { mobile: newNumber(), name: '陳太' });
  await open(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('陳太，你好');
  await expect(page.getByRole('main').getByRole('link', { name: zh.waiting.post })).toBeVisible();
  const posted = await call(page, 'POST', '/api/common_info/student_detailed_registration', wholeCase);
  await open(page, '/');
  const card = page.getByRole('listitem').filter({ hasText: zh.waiting.caseOnline });
  await expect(card.getByRole('link')).toHaveAttribute('href', `/me/case/${posted.id}/tutors`);
  await expect(bar(page).getByRole('link')).toHaveText([
    zh.nav.home,
    zh.nav.tutors,
    zh.nav.tutoringShort,
    zh.nav.aiTutorShort,
    zh.nav.mine,
  ]);
  await expectAccessible(page, 'home of a family');
  await expectFits(page, 'home of a family');

  const ways: [string, (page: Page) => ReturnType<Page['getByRole']>][] = [
    ['/', () => bar(page).getByRole('link', { name: zh.nav.tutoringShort })],
    ['/', () => page.getByRole('main').getByRole('link', { name: zh.nav.tutoring, exact: true })],
    ['/me', () => page.getByRole('main').getByRole('link', { name: zh.nav.tutoring, exact: true })],
  ];
  for (const [from, way] of ways) {
    await open(page, from);
    await way(page).click();
    await expectPath(page, '/my-tutoring');
    await expect(bar(page).getByRole('link', { name: zh.nav.tutoringShort })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
  await sql(
    `insert into notices (user_id, kind, params) values ($1, 'police_check_asked', '{"match":1,"case":1}')`,
    [id],
  );
  await open(page, '/message?show=notices');
  await page.getByRole('main').getByRole('link', { name: '家長希望進行警方查核' }).click();
  await expectPath(page, '/my-tutoring');
  await open(page, '/me/case/new');
  await expect(bar(page)).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('what waits is told to both sides, and counted in the bar while the page is open', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  const { family, tutor, matchId } = await matched(browser, baseURL);
  await open(family, '/');
  await open(tutor, '/');
  await expect(bar(tutor).getByRole('link')).toContainText([
    zh.nav.home,
    zh.nav.findCases,
    zh.nav.tutoringShort,
    zh.nav.message,
    zh.nav.mine,
  ]);
  await call(family, 'POST', '/api/users/police_checks', { match_id: matchId });
  await expect(bar(tutor).getByRole('link', { name: zh.nav.tutoringShort })).toHaveAccessibleName(
    new RegExp(zh.nav.waiting.replace('{{count}}', '1')),
  );
  await tutor.getByRole('main').getByRole('link', { name: zh.waiting.checkAsked }).click();
  await expectPath(tutor, '/my-tutoring');
});

test('a visitor on a phone sees one red button first, and is led from the three choices to the tutors', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  const page = await onPhone(browser, baseURL, { viewport: { width: 375, height: 667 } });
  await open(page, '/');
  await expect(bar(page).getByRole('link')).toHaveText([
    zh.nav.home,
    zh.nav.tutors,
    zh.nav.aiTutorShort,
    zh.nav.eraseShort,
    zh.login.title,
  ]);
  const red = page.getByRole('main').locator('.bg-seal');
  await expect(red).toHaveCount(1);
  await expect(red).toBeInViewport({ ratio: 1 });
  for (const [label, option] of [
    [zh.home.grade, '中三'],
    [zh.home.subject, '數學'],
    [zh.home.region, '沙田區'],
  ] as const)
    await page.getByLabel(label).selectOption({ label: option });
  await expect(page.getByText(/合適導師的學費由每小時 HK\$\d+\s起，半數的起價不高於 HK\$\d+/)).toBeVisible();
  await red.click();
  await expect(page).toHaveURL(/\/tutors\?region=\d+&major_subject=\d+&grade=\d+$/);
});

test('a page that needs log-in says what for, in the page’s language, and is reached after it', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  const page = await onPhone(browser, baseURL);
  const { en } = words;
  for (const [path, reason] of [
    ['/message', zh.login.for.messages],
    ['/me', zh.login.for.account],
    ['/clock-in', zh.login.for.lessons],
    ['/more-tutor-case', zh.login.for.list],
    ['/en/my-tutoring', en.login.for.tutoring],
  ] as const) {
    await page.goto(path);
    await expectPath(page, path.startsWith('/en') ? '/en' : '/');
    await expect(sheet(page)).toContainText(reason);
  }
  // It is asked for once: the next visit to the home page is a visit to the home page.
  await open(page, '/');
  await expect(sheet(page)).toHaveCount(0);
});

test('what is chosen or typed before the script has come is kept: home, list and questions', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  const page = await onPhone(browser, baseURL, { viewport: { width: 1280, height: 900 } });
  /** Opens a page whose scripts come only after `act`. */
  const early = async (path: string, act: () => Promise<unknown>) => {
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await act();
    held.resolve();
    await untilHydrated(page);
    await page.unroute('**/assets/*.js');
  };
  const field = (label: string) => page.getByLabel(label);
  const chosen = (label: string) => field(label).locator('option:checked');
  await early('/', async () => {
    await field(zh.home.grade).selectOption({ label: '小五' });
    await field(zh.home.subject).selectOption({ label: '英文' });
    await field(zh.home.region).selectOption({ label: '沙田區' });
  });
  await expect(page.getByRole('link', { name: zh.home.postThis })).toBeVisible();
  for (const [label, value] of [
    [zh.home.grade, '小五'],
    [zh.home.subject, '英文'],
    [zh.home.region, '沙田區'],
  ] as const)
    await expect(chosen(label)).toHaveText(value);
  await page.reload();
  await expect(chosen(zh.home.grade)).toHaveText('小五');
  // A subject that the grade does not teach is told, not kept in silence.
  await page.evaluate(() => localStorage.clear());
  await early('/', async () => {
    await field(zh.home.subject).selectOption({ label: 'SAT' });
    await field(zh.home.grade).selectOption({ label: '小五' });
  });
  await expect(page.getByText(zh.home.subjectDropped.replace('{{subject}}', 'SAT'))).toBeVisible();
  await expect(chosen(zh.home.grade)).toHaveText('小五');

  await early('/tutors', () => page.getByRole('checkbox', { name: '沙田區' }).check());
  await expect(page).toHaveURL(/\/tutors\?region=\d+$/);
  await early('/tutors', () => field(zh.market.sort).selectOption('price_low'));
  await expect(page).toHaveURL(/\/tutors\?sort=price_low$/);
  await early('/faq', () => page.getByRole('searchbox').fill('試堂'));
  await expect(page.getByRole('searchbox')).toHaveValue('試堂');
});
