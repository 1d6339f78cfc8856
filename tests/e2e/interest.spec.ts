import { expect } from '@playwright/test';
import { complaintsOf, expectAccessible, open, words } from './helpers.ts';
import { inviteFromPage, onPhone, onShowFor } from './pairs.ts';
import { newNumber, signUp, sql, test } from './people.ts';

const { market, requests, rooms } = words['zh-Hant'];

test('a family invites a tutor, the tutor accepts, both share their numbers, and the trial lesson passes', {
  tag: '@ci',
}, async ({ browser, baseURL }) => {
  test.setTimeout(60_000);
  const [family, tutor] = [await onPhone(browser, baseURL), await onPhone(browser, baseURL)];
  const mobile = newNumber();
  const parent = await signUp(family, { mobile: newNumber(), name: '陳太' });
  const teacher = await signUp(tutor, { mobile, name: '李老師', identity: 2 });
  const { listingId } = await onShowFor(parent.id, teacher.id);
  const complaints = [complaintsOf(family), complaintsOf(tutor)];

  await open(family, `/tutor/${listingId}`);
  await inviteFromPage(family);

  await open(tutor, '/my-tutoring');
  await expect(tutor.getByText(requests.fees)).toBeVisible();
  await tutor.getByRole('button', { name: requests.accept }).click();
  await expect(tutor.getByText(requests.status.trial)).toBeVisible();
  await tutor.getByRole('button', { name: requests.agree }).click();
  await expect(tutor.getByText(requests.iAgreed)).toBeVisible();

  await open(family, '/my-tutoring');
  await expect(family.getByText(mobile)).toHaveCount(0);
  await family.getByRole('button', { name: requests.agree }).click();
  await family.getByRole('button', { name: requests.showNumber }).click();
  await expect(family.getByText(new RegExp(mobile.replace(/(\d{4})(\d{4})/, '$1 ?$2')))).toBeVisible();
  await family.getByRole('button', { name: requests.trialPassed }).click();
  await expect(family.getByText(requests.status.going)).toBeVisible();
  await expectAccessible(family, 'my tutoring with a match');
  expect(complaints.flat()).toEqual([]);
});

test('a tutor applies and withdraws; a tutor without a listing is asked to make one', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(60_000);
  const [family, tutor] = [await onPhone(browser, baseURL), await onPhone(browser, baseURL)];
  const parent = await signUp(family, { mobile: newNumber(), name: '黃太' });
  const teacher = await signUp(tutor, { mobile: newNumber(), name: '何老師', identity: 2 });
  const { caseId } = await onShowFor(parent.id, teacher.id);

  await open(tutor, `/case/${caseId}`);
  await tutor.getByRole('button', { name: market.applyNow }).click();
  await expect(tutor.getByText(market.applied)).toBeVisible();
  await tutor.getByRole('link', { name: market.toTutoring }).click();
  await tutor.getByRole('button', { name: requests.withdraw }).click();
  await expect(tutor.getByRole('button', { name: requests.withdraw })).toHaveCount(0);

  await sql('update tutor_listings set is_listed = false where user_id = $1', [teacher.id]);
  await open(tutor, `/case/${caseId}`);
  await tutor.getByRole('button', { name: market.applyNow }).click();
  await expect(tutor.getByRole('link', { name: market.listingFirst })).toBeVisible();
});

test('the other side’s action appears without a reload; if the refresh fails, the page stays as it is', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  const [family, tutor] = [await onPhone(browser, baseURL), await onPhone(browser, baseURL)];
  const parent = await signUp(family, { mobile: newNumber(), name: '周太' });
  const teacher = await signUp(tutor, { mobile: newNumber(), name: '馬老師', identity: 2 });
  const { listingId } = await onShowFor(parent.id, teacher.id);

  await open(tutor, '/my-tutoring');
  const refreshUrls = /\/builds\/latest\.json|\.data/;
  await tutor.route(refreshUrls, (route) => route.abort());
  const refreshFailed = tutor.waitForEvent('requestfailed', (request) => refreshUrls.test(request.url()));
  await open(family, `/tutor/${listingId}`);
  await inviteFromPage(family);
  await refreshFailed;
  await expect(tutor.getByRole('heading', { level: 1 })).toHaveText(rooms.myTutoring.title);
  await expect(tutor.getByText(requests.fees)).toHaveCount(0);

  await tutor.unroute(refreshUrls);
  await tutor.evaluate(() => dispatchEvent(new Event('online')));
  await expect(tutor.getByText(requests.fees)).toBeVisible();
  await expect(tutor.getByText(requests.changed)).toBeVisible();
});
