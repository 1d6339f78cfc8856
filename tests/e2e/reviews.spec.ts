import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { complaintsOf, expectAccessible, expectFits, open, words } from './helpers.ts';
import { call, matched } from './pairs.ts';
import { newNetwork, sql, test } from './people.ts';

const { review, reviews, safety, safetyTimer } = words['zh-Hant'];
const minute = 60_000;

const clockIn = (tutor: Page, classId: number, status: 1 | 2, minutesAgo: number) =>
  call(tutor, 'POST', '/api/users/clock_in', {
    ...{ class_id: classId, status, key: randomUUID() },
    at: new Date(Date.now() - minutesAgo * minute).toISOString(),
    sent_at: new Date().toISOString(),
  });

async function write(page: Page, stars: number, text: string) {
  await page.getByRole('radio', { name: review.starOf.replace('{{stars}}', String(stars)) }).check();
  await page.getByLabel(review.text).fill(text);
  await page.getByRole('button', { name: review.send }).click();
}

test('both sides write without seeing the other, both reviews are published together, and the tutor replies', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(90_000);
  const { family, tutor, classId, listingId } = await matched(browser, baseURL);
  const complaints = [complaintsOf(family), complaintsOf(tutor)];
  await open(family, `/me/review/${classId}`);
  await expect(family.getByText(review.noneTitle)).toBeVisible();
  for (const ago of [300, 200, 100]) {
    await clockIn(tutor, classId, 1, ago);
    const { lesson } = await clockIn(tutor, classId, 2, ago - 60);
    await call(family, 'PUT', `/api/users/clock_in/${lesson.id}/confirm`);
  }
  // The notice leads to the review page.
  await open(family, '/message?show=notices');
  await family.getByRole('link', { name: '歡迎寫下評價' }).click();
  await family.getByRole('button', { name: review.send }).click();
  await expect(family.getByText(review.starsNeeded)).toBeVisible();
  await expectAccessible(family, 'a review to be written');
  await write(family, 4, '很有耐性，電話 9123 4567');
  await expect(family.getByRole('button', { name: review.save })).toBeVisible();

  await open(tutor, `/me/review/${classId}`);
  await expect(tutor.getByText('很有耐性')).toHaveCount(0);
  await write(tutor, 5, '家長很準時');
  await expect(tutor.getByText(/很有耐性/)).toBeVisible();
  await expect(tutor.getByText(/9123/)).toHaveCount(0);
  // The family's page updates live.
  await expect(family.getByText('家長很準時')).toBeVisible();
  await tutor.getByLabel(review.replyOf).fill('多謝支持');
  await tutor.getByRole('button', { name: review.replySend }).click();
  await expectAccessible(tutor, 'reviews that are published');

  await expect(async () => {
    await open(family, `/tutor/${listingId}`);
    expect(await family.locator('script[type="application/ld+json"]').allTextContents()).toEqual([
      expect.stringContaining('"AggregateRating"'),
    ]);
  }).toPass({ timeout: 30_000 });
  await expect(
    family.getByText(reviews.ratingOne.replace('{{average}}', '4').replace('{{count}}', '1')),
  ).toBeVisible();
  await expect(family.getByText('多謝支持')).toBeVisible();
  await expect(family.getByText(/9123/)).toHaveCount(0);
  await expectAccessible(family, 'a tutor with reviews');
  await open(tutor, `/en/tutor/${listingId}`);
  await tutor.getByRole('button', { name: /^Report or block.*review/ }).click();
  const sheet = tutor.getByRole('dialog');
  await sheet.getByRole('radio', { name: words.en.report.kinds.false_details }).check();
  await sheet.getByLabel(words.en.report.words).fill('untrue');
  await sheet.getByRole('button', { name: words.en.report.send }).click();
  await expect(tutor.getByText(words.en.report.doneTitle)).toBeVisible();
  const waiting = await sql(`select from queue_items where kind = 'review_report' and state = 'open'`);
  expect(waiting.length).toBeGreaterThan(0);
  expect(complaints.flat()).toEqual([]);
});

test('a trusted person sees the lesson’s expected end, whether it is overdue, and its end, but no names', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(90_000);
  const { tutor, classId } = await matched(browser, baseURL);
  await open(tutor, '/me/safety');
  await expect(tutor.getByText(safetyTimer.noneTitle)).toBeVisible();
  await clockIn(tutor, classId, 1, 10);
  await open(tutor, '/me/safety');
  await tutor.getByRole('button', { name: safetyTimer.make }).click();
  const path = new URL(await tutor.getByLabel(safetyTimer.link).inputValue()).pathname;
  await tutor.getByRole('button', { name: safetyTimer.longer }).click();
  await expect(tutor.locator('[data-kind=success]')).toBeVisible();
  await expectAccessible(tutor, 'a safety timer');
  const { timer } = await call(tutor, 'GET', '/api/users/safety_timer');
  const ends: string = timer.ends_at;

  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    locale: 'zh-HK',
    viewport: { width: 375, height: 800 },
    extraHTTPHeaders: newNetwork(),
  });
  const friend = await context.newPage();
  const complaints = complaintsOf(friend);
  const response = await open(friend, path);
  expect(response?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  });
  const clock = new Date(Date.parse(ends) + 8 * 60 * minute).toISOString().slice(11, 16);
  const state = friend.locator('[data-state]');
  await expect(state).toContainText(safety.inClass.replace('{{time}}', clock));
  const html = await friend.content();
  for (const name of ['陳太', '李老師']) expect(html).not.toContain(name);
  await expectAccessible(friend, 'in class');

  await sql(
    'update safety_timers set ends_at = ends_at - $2::interval where lesson_id in (select id from lessons where class_id = $1)',
    [classId, '3 hours'],
  );
  const refresh = () => friend.evaluate(() => dispatchEvent(new Event('online')));
  await refresh();
  await expect(state).toHaveAttribute('role', 'alert');
  await expect(state).toContainText(safety.overdue);
  await expectFits(friend, 'overdue');
  // While offline, the page keeps showing the last known state and says so.
  await context.setOffline(true);
  await refresh();
  await expect(friend.getByText(/未能更新/)).toBeVisible();
  await context.setOffline(false);
  await clockIn(tutor, classId, 2, 0);
  await refresh();
  await expect(state).toContainText(safety.ended);
  await expect(friend.getByText(/未能更新/)).toHaveCount(0);
  await tutor.getByRole('button', { name: safetyTimer.revoke }).click();
  await expect(tutor.getByRole('button', { name: safetyTimer.revoke })).toHaveCount(0);
  await refresh();
  await expect(friend.getByText(safety.goneTitle)).toBeVisible();
  await open(friend, `/en${path}`);
  await expect(friend.getByText(words.en.safety.goneTitle)).toBeVisible();
  // The browser itself logs the read that failed while the network was cut.
  expect(
    complaints.filter(
      (one) => !/ERR_INTERNET_DISCONNECTED|Failed to load resource|應用層錯誤|Failed to fetch/.test(one),
    ),
  ).toEqual([]);
});
