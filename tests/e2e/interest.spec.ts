import { expect } from '@playwright/test';
import { addDays, today } from '#shared/hong-kong.ts';
import { complaintsOf, expectAccessible, open, words } from './helpers.ts';
import { call, confirmWith, inviteFromPage, matched, onPhone, onShowFor, sendOffer } from './pairs.ts';
import { newNumber, signUp, sql, test } from './people.ts';

const { ask, classes, contact, market, requests, rooms, trial } = words['zh-Hant'];
const day = (ahead: number) => addDays(today(), ahead);

test('a family invites a tutor with a fee and a line, the tutor accepts, and both share their numbers', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(60_000);
  const [family, tutor] = [await onPhone(browser, baseURL), await onPhone(browser, baseURL)];
  const mobile = newNumber();
  const parent = await signUp(family, { mobile: newNumber(), name: '陳太' });
  const teacher = await signUp(tutor, { mobile, name: '李老師', identity: 2 });
  const { listingId } = await onShowFor(parent.id, teacher.id);
  const complaints = [complaintsOf(family), complaintsOf(tutor)];

  await open(family, `/tutor/${listingId}`);
  await family.getByRole('button', { name: market.inviteShort, exact: true }).click();
  const fee = family.getByRole('dialog').getByLabel(ask.fee);
  const before = Number(await fee.inputValue());
  await family.getByRole('button', { name: ask.more }).click();
  await expect(fee).toHaveValue(String(before + 10));
  await fee.fill('40');
  await expect(family.getByText(ask.tooLow)).toBeVisible();
  await fee.fill(String(before + 10));
  await family.getByLabel(ask.line).fill('可以先談談嗎？我的電話 9123 4567');
  await expectAccessible(family, 'the sheet of an invitation');
  await sendOffer(family, ask.sendInvite);
  await expect(family.getByText(market.invitedShort)).toBeVisible();

  await open(tutor, '/my-tutoring');
  await expect(tutor.getByText(requests.fees)).toBeVisible();
  await expect(tutor.getByText('可以先談談嗎？')).toBeVisible();
  await expect(tutor.getByText('9123')).toHaveCount(0);
  await tutor.getByRole('button', { name: requests.accept, exact: true }).click();
  await expect(tutor.getByRole('alertdialog')).toContainText(`HK$${before + 10}`);
  await confirmWith(tutor, requests.notYet);
  await tutor.getByRole('button', { name: requests.accept, exact: true }).click();
  await confirmWith(tutor, requests.acceptConfirm);
  await expect(tutor.getByText(requests.status.trial, { exact: true }).first()).toBeVisible();
  await tutor.getByRole('button', { name: contact.offer, exact: true }).click();
  await confirmWith(tutor, contact.offer);
  await expect(tutor.getByText(contact.waiting)).toBeVisible();

  await open(family, '/my-tutoring');
  await expect(family.getByText(mobile)).toHaveCount(0);
  await family.getByRole('button', { name: contact.agree }).click();
  await confirmWith(family, contact.agree);
  await family.getByRole('button', { name: contact.show }).click();
  await expect(family.getByText(mobile.replace(/(\d{4})(\d{4})/, '$1\u00a0$2'))).toBeVisible();
  const whatsApp = family.getByRole('link', { name: new RegExp(contact.whatsapp) });
  await expect(whatsApp).toHaveAttribute('href', `https://wa.me/852${mobile}`);
  const dial = family.getByRole('link', { name: new RegExp(contact.call) });
  await expect(dial).toHaveAttribute('href', `tel:+852${mobile}`);
  await expect(family.getByRole('button', { name: trial.passed })).toHaveCount(0);
  await expectAccessible(family, 'my tutoring with a match');
  expect(complaints.flat()).toEqual([]);
});

test('a tutor applies and withdraws; a tutor without a listing is asked to make one', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(60_000);
  const [family, tutor] = [await onPhone(browser, baseURL), await onPhone(browser, baseURL)];
  const parent = await signUp(family, { mobile: newNumber(), name: '黃太' });
  const teacher = await signUp(tutor, { mobile: newNumber(), name: '何老師', identity: 2 });
  const { caseId } = await onShowFor(parent.id, teacher.id);

  await open(tutor, `/case/${caseId}`);
  await tutor.getByRole('button', { name: market.applyNow }).click();
  await sendOffer(tutor, ask.sendApply);
  await expect(tutor.getByText(market.applied).first()).toBeVisible();
  await tutor.getByRole('link', { name: market.toCard }).click();
  await tutor.getByRole('button', { name: requests.withdraw }).click();
  await confirmWith(tutor, requests.withdraw);
  await expect(tutor.getByRole('button', { name: requests.withdraw })).toHaveCount(0);

  await sql('update tutor_listings set is_listed = false where user_id = $1', [teacher.id]);
  await open(tutor, `/case/${caseId}`);
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

test('a trial is proposed, moved and held; the family is asked after it, and the class stands in both calendars', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(120_000);
  const slots = [{ weekday: 3, start: '17:00' }];
  const { family, tutor, matchId, classId } = await matched(browser, baseURL, {
    onTrial: true,
    offer: { slots },
    tutor: { width: 1280 },
  });
  const complaints = [complaintsOf(family), complaintsOf(tutor)];
  const choose = async (page: typeof family, button: string, day: number, time: string) => {
    await page.getByRole('button', { name: button }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('radio').nth(day).check({ force: true });
    await sheet.getByRole('radio', { name: time, exact: true }).check({ force: true });
    return sheet;
  };

  await open(family, '/my-tutoring');
  await open(tutor, '/my-tutoring');
  const sheet = await choose(family, trial.propose, 2, '18:00');
  await expectAccessible(family, 'the sheet of a proposal');
  await sheet.getByRole('button', { name: trial.send }).click();
  await expect(family.getByText(trial.mine)).toBeVisible();

  await tutor.getByRole('button', { name: trial.accept }).click();
  await expect(tutor.getByText(trial.agreedNote, { exact: true })).toBeVisible();
  await expect(family.getByText(trial.agreedNote, { exact: true })).toBeVisible();

  await (await choose(tutor, trial.move, 3, '10:00')).getByRole('button', { name: trial.send }).click();
  await expect(family.getByText(trial.movedTheirs)).toBeVisible();
  await family.getByRole('button', { name: trial.accept }).click();
  await expect(tutor.getByText(trial.agreedNote, { exact: true })).toBeVisible();
  for (const page of [family, tutor]) {
    const { list } = await call(page, 'GET', `/api/users/schedule?from=${day(0)}&to=${day(30)}`);
    expect(list).toHaveLength(1);
  }
  await expect(family.getByRole('button', { name: trial.passed })).toHaveCount(0);

  await sql(`update trial_proposals set starts_at = now() - interval '3 hours' where match_id = $1`, [
    matchId,
  ]);
  await sql(`update classes set trial_at = now() - interval '3 hours' where id = $1`, [classId]);
  await family.reload();
  await expect(family.getByText(trial.over)).toBeVisible();
  await expectAccessible(family, 'the question after a trial');
  await family.getByRole('button', { name: trial.passed }).click();
  await confirmWith(family, trial.passed);
  await expect(family.getByText(requests.status.going, { exact: true })).toBeVisible();
  for (const page of [family, tutor]) {
    await open(page, '/clock-in');
    await expect(page.getByText(new RegExp(classes.timesAfterTrial.slice(0, 4)))).toHaveCount(0);
    const { list } = await call(page, 'GET', `/api/users/schedule?from=${day(1)}&to=${day(30)}`);
    expect(list.length).toBeGreaterThan(2);
  }
  expect(complaints.flat()).toEqual([]);
});
