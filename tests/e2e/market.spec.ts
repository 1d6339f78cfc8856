import { expect, type Page } from '@playwright/test';
import { openDatabase } from '#server/ground/db/db.ts';
import { createLog } from '#server/ground/log/log.ts';
import { runningPostgresUrl } from '#server/ground/postgres/postgres.ts';
import { publishSamples } from '../on-show.ts';
import { dataDirOf } from './data-dir.ts';
import {
  complaintsOf,
  expectAccessible,
  expectFits,
  expectPath,
  open,
  pathOf,
  scrollTop,
  signIn,
  words,
} from './helpers.ts';
import { newNumber, test } from './people.ts';

const zh = words['zh-Hant'];
const { market } = zh;

// A district and subject that other tests do not use: Islands, abacus.
const [islands, abacus] = [18, 34];
const here = `region=${islands}&other_subject=${abacus}`;
let shown: { tutors: number[]; cases: number[] };

test.describe.configure({ mode: 'default' });
test.beforeAll(async ({ request }) => {
  test.setTimeout(60_000);
  const url = await runningPostgresUrl(dataDirOf(process.env.E2E_PORT));
  const database = openDatabase(url, { log: createLog('warn'), poolSize: 2 });
  const grade = [5];
  shown = await publishSamples(database, {
    tutors: 30,
    cases: 60,
    tutor: {
      display_name: '離島心算老師',
      tutoring_region: [islands],
      travel_region: [],
      subject_grades: [{ major_subject: null, other_subject: abacus, grade }],
      introduction: '可以 WhatsApp：6123 4567',
    },
    case: {
      tutoring_type: 1,
      tutoring_region: islands,
      child_info: [
        {
          nickname: '小秘密',
          gender: 'F',
          grade: 5,
          school: null,
          major_subject: [],
          other_subject: [abacus],
        },
      ],
      special_note: '請電 6123 4567',
    },
  });
  await database.close();
  // The lists follow the database a moment later, and in slices.
  const total = async (list: string) =>
    (await (await request.get(`/api/common_info/${list}?${here}`)).json()).data.total;
  await expect.poll(() => total('parent_case')).toBe(shown.cases.length);
  await expect.poll(() => total('teacher_case')).toBe(shown.tutors.length);
});

const cards = (page: Page) => page.getByRole('main').locator('li[id^=n]');
const found = (page: Page) => page.getByRole('heading', { level: 2 }).first();

test('the list is filtered by keyboard, and each filter can be removed', {
  tag: '@whole',
}, async ({ page }) => {
  const complaints = complaintsOf(page);
  await open(page, '/cases');
  const filters = page.getByRole('complementary', { name: market.filterTitle });
  const box = filters.getByRole('checkbox', { name: '離島區' });
  await box.focus();
  await page.keyboard.press('Space');
  await expectPath(page, `/cases?region=${islands}`);
  await expect(box).toBeFocused();

  const subject = filters.locator('summary', { hasText: market.group.subject });
  await subject.focus();
  await page.keyboard.press('Enter');
  await filters.getByRole('checkbox', { name: '珠心算' }).focus();
  await page.keyboard.press('Space');
  await expectPath(page, `/cases?${here}`);
  await expect(found(page)).toHaveText(market.foundCases.replace('{{count}}', '60'));
  await expect(cards(page).first()).toContainText('珠心算');

  await page.getByLabel(market.sort).selectOption('price_high');
  await expectPath(page, `/cases?${here}&sort=price_high`);
  await filters.getByLabel(market.priceTo).fill('1');
  await page.keyboard.press('Enter');
  await expectPath(page, `/cases?${here}&price_max=1&sort=price_high`);
  await expect(page.getByRole('heading', { name: market.noneTitle })).toBeVisible();
  const relax = market.relax.replace('{{group}}', market.group.price).replace('{{count}}', '60');
  await page.getByRole('link', { name: relax }).click();
  await expectPath(page, `/cases?${here}&sort=price_high`);
  await expect(filters.getByLabel(market.priceTo)).toHaveValue('');

  await page.getByRole('link', { name: market.remove.replace('{{name}}', '離島區') }).focus();
  await page.keyboard.press('Enter');
  await expectPath(page, `/cases?other_subject=${abacus}&sort=price_high`);
  await expect(box).not.toBeChecked();
  await expect(found(page)).toBeFocused();
  await page.getByRole('link', { name: market.tutors, exact: true }).click();
  await expectPath(page, `/tutors?other_subject=${abacus}&sort=price_high`);
  await expect(cards(page).first()).toContainText('離導師');
  await expectFits(page, 'tutors on a wide screen');
  expect(complaints).toEqual([]);
});

test('the list loads further pages on scroll, and restores its scroll position on return and after a reload', async ({
  page,
  context,
  baseURL,
}) => {
  const path = `/more-tutor-case?tab=cases&${here}`;
  await signIn(context, baseURL);
  await open(page, path);
  await expect(cards(page)).toHaveCount(24);
  for (const count of [48, 60]) {
    await cards(page).last().scrollIntoViewIfNeeded();
    await expect(cards(page)).toHaveCount(count);
  }
  await expectPath(page, `${path}&pages=3`);
  const ids = await cards(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => Number(link.getAttribute('href')?.split('/').pop())));
  expect(ids).toEqual(shown.cases.toReversed());

  const card = cards(page).nth(52);
  await card.scrollIntoViewIfNeeded();
  const place = await scrollTop(page);
  expect(place).toBeGreaterThan(2000);
  await card.getByRole('link').click();
  await expectPath(page, `/case/${ids[52]}`);
  await expect.poll(() => scrollTop(page)).toBe(0);
  await page.getByRole('link', { name: market.backToList }).click();
  await expectPath(page, `${path}&pages=3`);
  await expect(cards(page)).toHaveCount(60);
  await expect.poll(() => scrollTop(page)).toBe(place);

  await page.reload();
  await expect(cards(page)).toHaveCount(60);
  await expect.poll(() => scrollTop(page)).toBe(place);
});

test('a failure to load more of the list can be retried', { tag: '@whole' }, async ({
  page,
  context,
  baseURL,
}) => {
  await signIn(context, baseURL);
  await page.route('**/_payload.json*', (route) => route.abort());
  await open(page, `/more-tutor-case?tab=tutors&${here}`);
  await cards(page).last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('alert')).toContainText(zh.ui.notReached);
  await page.unroute('**/_payload.json*');
  await page.getByRole('button', { name: zh.ui.retry }).click();
  await expect(cards(page)).toHaveCount(30);
});

test('without JavaScript the list is filtered and paged by links', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false, locale: 'zh-HK' });
  const page = await context.newPage();
  await page.goto(`/cases?other_subject=${abacus}`);
  const districts = page.locator('summary', { hasText: market.group.region });
  await districts.click();
  await page.getByRole('checkbox', { name: '離島區' }).check();
  await page.getByRole('button', { name: market.apply }).click();
  await expect(found(page)).toHaveText(market.foundCases.replace('{{count}}', '60'));
  await districts.click();
  await expect(page.getByRole('checkbox', { name: '離島區' })).toBeChecked();
  await page.getByRole('link', { name: market.more }).click();
  await expect(cards(page)).toHaveCount(48);
  expect(new URL(page.url()).hash).toBe('#n25');
  await context.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true });

  test('filters are chosen in a sheet that shows the number of results', { tag: '@whole' }, async ({
    page,
  }) => {
    await open(page, '/tutors');
    await page.getByRole('link', { name: market.filters }).tap();
    const sheet = page.getByRole('dialog', { name: market.filterTitle });
    await sheet.getByText('離島區').tap();
    await sheet.locator('summary', { hasText: market.group.subject }).tap();
    await sheet.getByText('珠心算').tap();
    await sheet.getByRole('button', { name: market.showTutors.replace('{{count}}', '30') }).tap();
    await expectPath(page, `/tutors?${here}`);
    await expect(sheet).toBeHidden();
    await expect(found(page)).toHaveText(market.foundTutors.replace('{{count}}', '30'));
    await expectAccessible(page, 'tutors on a phone');
    await page.getByRole('link', { name: market.filtersInUse.replace('{{count}}', '2') }).tap();
    await sheet.locator('summary', { hasText: market.group.region }).tap();
    await expect(sheet.getByRole('checkbox', { name: '離島區' })).toBeChecked();
    await expectAccessible(page, 'the sheet');
    await sheet.getByRole('button', { name: market.clear }).tap();
    await expect(sheet.getByRole('checkbox', { name: '離島區' })).not.toBeChecked();
  });

  test('a visitor keeps a tutor, which is stored after log-in, and compares three', {
    tag: '@whole',
  }, async ({ page }) => {
    const { compare } = zh;
    await open(page, `/tutors?${here}`);
    await expect(cards(page).first()).toContainText('離導師');
    expect(await page.content()).not.toMatch(/離島心算老師|6123/);

    const heart = (place: number) => cards(page).nth(place).getByRole('button');
    await heart(0).tap();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText(zh.login.for.saveTutor);
    await sheet.getByRole('textbox').fill(newNumber());
    await sheet.getByRole('button', { name: zh.login.sendCode }).tap();
    await sheet.getByRole('button', { name: zh.login.fillIn }).tap();
    await sheet.getByLabel(zh.register.name).fill('心水清');
    await sheet.getByRole('radio', { name: zh.register.parent, exact: true }).check();
    await sheet.getByRole('checkbox', { name: zh.register.agree }).check();
    await sheet.getByRole('button', { name: zh.register.create }).tap();
    await expect(sheet).toBeHidden();
    await expect(heart(0)).toHaveAttribute('aria-pressed', 'true');
    await heart(1).tap();
    await expect(heart(1)).toHaveAttribute('aria-pressed', 'true');

    const tick = (place: number) => cards(page).nth(place).getByRole('checkbox');
    for (const place of [0, 1, 2]) await tick(place).tap();
    await tick(3).tap();
    await expect(page.getByText(compare.full.replace('{{most}}', '3'))).toBeVisible();
    await expect(tick(3)).not.toBeChecked();
    await expectAccessible(page, 'tutors with hearts');
    await page.getByRole('link', { name: compare.open.replace('{{count}}', '3') }).tap();
    const table = page.getByRole('table', { name: compare.title });
    await expect(table.getByRole('columnheader')).toHaveCount(3);
    await expect(table.getByRole('rowheader', { name: market.experience })).toBeVisible();
    await expectAccessible(page, 'three tutors side by side');
    await page.getByRole('link', { name: market.backToList }).tap();
    // A second page of the list may have been loaded below the first.
    await page.waitForURL((url) => (url.pathname + url.search).startsWith(`/tutors?${here}`));

    await page.getByRole('link', { name: market.savedTitle, exact: true }).tap();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh.me.kept.title);
    const kept = page.getByRole('main').getByRole('heading', { level: 3 });
    await expect(kept).toHaveCount(2);
    await expectAccessible(page, 'saved tutors');
    await page.getByRole('main').getByRole('button').first().tap();
    await page.reload();
    await expect(kept).toHaveCount(1);
  });

  test('case and tutor pages in English reveal no name and no phone number', { tag: '@whole' }, async ({
    page,
    context,
    baseURL,
  }) => {
    await signIn(context, baseURL);
    const t = words.en.market;
    const [caseId, tutorId] = [shown.cases.at(-1), shown.tutors.at(-1)];
    await open(page, `/en/case/${caseId}`);
    await expect(page).toHaveTitle(/Primary 2\s・ Abacus.*Islands/);
    await expect(page.getByRole('table', { name: t.times }).getByRole('row').nth(1)).toContainText(
      /\w+day.*\d\d:\d\d–\d\d:\d\d/,
    );
    await expect(page.getByText(t.noteBlotted)).toBeVisible();
    expect(await page.content()).not.toMatch(/小秘密|6123/);
    await expectAccessible(page, 'a case');

    await open(page, `/en/tutor/${tutorId}`);
    const invite = page.getByRole('button', { name: t.inviteShort, exact: true });
    await expect(invite).toBeInViewport();
    await expect(page.getByText(t.logInFirst)).toBeInViewport();
    await expect(page.getByText(t.unverified)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tutor 離');
    await expect(page.getByRole('row', { name: /Abacus/ })).toContainText('Primary 2');
    const jsonLd = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
    expect(jsonLd).toMatchObject({ '@type': 'Service', provider: { '@type': 'Person', name: 'Tutor 離' } });
    expect(await page.content()).not.toMatch(/離島心算老師|6123/);
    await expectAccessible(page, 'a tutor');
    await page.getByRole('link', { name: 'Abacus and mental arithmetic in Islands' }).tap();
    await expectPath(page, '/en/tutors/islands/abacus-and-mental-arithmetic');
  });
});

test('a landing page lists tutors and cases of its district and subject, and links to the full list', {
  tag: '@whole',
}, async ({ page }) => {
  await open(page, '/tutors/islands/abacus-and-mental-arithmetic');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('離島區珠心算補習導師');
  await expect(page.getByRole('link', { name: '離導師' })).toHaveCount(12);
  await expect(page.locator('link[hreflang=en]')).toHaveAttribute(
    'href',
    /\/en\/tutors\/islands\/abacus-and-mental-arithmetic$/,
  );
  await expectAccessible(page, 'a landing page');
  // The form begins with what the page is about.
  await expect(page.locator('main a[href^="/me/case/new"]')).toHaveAttribute('href', `/me/case/new?${here}`);
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  expect(sitemap).toContain('/tutors/islands/abacus-and-mental-arithmetic</loc>');
  expect(sitemap).not.toContain('/tutors/islands/toefl</loc>');
  await page.getByRole('link', { name: /^查看全部 \d+ 位導師/ }).click();
  await expectPath(page, `/tutors?${here}`);
  await expect(found(page)).toHaveText(market.foundTutors.replace('{{count}}', '30'));
});

test('the home page shows the newest cases and tutors', async ({ page }) => {
  await open(page, '/');
  const section = (name: string) => page.locator('section', { has: page.getByRole('heading', { name }) });
  await expect(section(zh.home.casesTitle).getByRole('listitem')).toHaveCount(3);
  await expect(section(zh.home.tutorsTitle).getByRole('listitem')).toHaveCount(3);
  await section(zh.home.tutorsTitle).getByRole('listitem').first().getByRole('link').click();
  await expect.poll(() => pathOf(page)).toMatch(/^\/tutor\/\d+$/);
});
