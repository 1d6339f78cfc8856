import { type Browser, expect, type Page } from '@playwright/test';
import { callStudent, done, fitLine, line, postButton, priceField } from './case-form.ts';
import { complaintsOf, expectAccessible, expectFits, expectPath, open, words } from './helpers.ts';
import { confirmWith, giveCase, giveListing, onPhone, onShow, sendOffer } from './pairs.ts';
import { newNumber, signUp, sql, test } from './people.ts';

const zh = words['zh-Hant'];
const { ask, contact, matching, requests, caseForm: form, trial, tutoring } = zh;

// No other test has tutors of German for Primary 6 in the Islands.
const [islands, german, sixth] = [18, 25, 9];
const german6 = [{ major_subject: null, other_subject: german, grade: [sixth] }];
const everyDay = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
  ['16:00', '16:30', '17:00', '17:30', '18:00', '18:30', '19:00', '19:30'].map((start) => ({
    weekday,
    start,
  })),
);
const listingDefaults = {
  subject_grades: german6,
  tutoring_region: [islands],
  travel_region: [],
  match_time: everyDay,
  gender: 'F',
  teaching_language: [1],
} as const;
const tutor = (more: object) => ({ ...listingDefaults, ...more }) as object;

/** A tutor with a matching listing, in a separate browser. */
async function tutorWith(browser: Browser, baseURL: string | undefined, listing: object) {
  const page = await onPhone(browser, baseURL);
  const person = await signUp(page, { mobile: newNumber(), name: '歐陽老師', identity: 2 });
  const { tutors } = await onShow({ tutors: 1, tutor: tutor(listing), seed: person.id });
  const [listingId] = tutors;
  await giveListing(person.id, listingId);
  return { page, person, listingId };
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const countFrom = (text: string | null) => Number(/(\d+) [位個]/.exec(text ?? '')?.[1]);
test.describe.configure({ mode: 'default' });

test('a family posts a case, relaxes a condition, and invites; the tutor accepts; both pages update live', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(120_000);
  const teacher = await tutorWith(browser, baseURL, {
    display_name: '歐陽老師',
    tutoring_type: [1, 2],
    price_min: 200,
    price_max: 260,
  });
  await onShow({ tutors: 2, tutor: tutor({ tutoring_type: [2], price_min: 180, price_max: 240 }), seed: 7 });
  await onShow({
    tutors: 1,
    tutor: tutor({
      tutoring_type: [1],
      price_min: 200,
      price_max: 240,
      match_time: everyDay.filter(({ weekday }) => weekday === 6),
    }),
    seed: 8,
  });
  const family = await onPhone(browser, baseURL);
  const { id: parentId } = await signUp(family, { mobile: newNumber(), name: '陳太' });
  const complaints = [complaintsOf(family), complaintsOf(teacher.page)];
  await open(teacher.page, '/my-tutoring');
  await expect(teacher.page.getByRole('heading', { name: tutoring.casesTitle })).toBeVisible();

  // The family posts a case.
  await open(family, '/me/case/new');
  const edit = async (label: string, fill: () => Promise<unknown>) => {
    await line(family, label).click();
    await fill();
    await done(family);
  };
  await callStudent(family, '小明');
  await edit(zh.home.grade, () => family.getByRole('radio', { name: '小六', exact: true }).check());
  await edit(form.subjectsShort, async () => {
    await family.getByRole('button', { name: form.moreSubjects }).click();
    await family.getByRole('checkbox', { name: '德語' }).check();
  });
  await edit(form.place, () => family.getByLabel(zh.home.region).selectOption(String(islands)));
  await edit(form.times, () => family.getByRole('button', { name: zh.slots.afterSchool }).click());
  await edit(form.price, () => priceField(family).fill('220'));
  await expect(fitLine(family)).toContainText(matching.found.replace('{{count}}', '1'));
  await postButton(family).click();

  // The results are shown with reasons.
  await family.getByRole('link', { name: form.seeFits.replace('{{count}}', '1') }).click();
  await expect(family).toHaveURL(/\/me\/case\/\d+\/tutors$/);
  await expect(heading(family)).toHaveText(matching.found.replace('{{count}}', '1'));
  const card = family
    .getByRole('listitem')
    .filter({ has: family.getByRole('heading', { name: '歐陽導師' }) });
  const results = new URL(family.url()).pathname;
  await expect(card.getByText(/^(很合適|合適|可考慮)$/)).toBeVisible();
  // The figure is shown only on request, with what it is made of.
  await expect(card.getByText(matching.howBase)).toBeHidden();
  await card.getByText(matching.howTitle).click();
  await expect(card.getByText(matching.howBase)).toBeVisible();
  await expect(card.getByRole('list', { name: matching.reasons })).toContainText(/星期. 1[6-9]:\d0/);
  await expect(card.getByRole('list', { name: matching.reasons })).toContainText('在離島區任教');
  await expect(card).toContainText('要留意：');
  await expect(card).toContainText('學費 HK$220／小時，直接付給導師。平台收費：雙方 HK$0。');
  await expect(family.getByRole('table', { name: matching.bandCaption })).toContainText(/HK\$\d+/);
  await expect(family.getByText(matching.lowConfidence)).toBeVisible();
  await expect(family.getByText(/預計/)).toHaveCount(0);
  await expect(card.getByText(zh.card.notRated, { exact: true })).toBeVisible();
  await expect(
    card.getByRole('button', { name: zh.market.save.replace('{{name}}', '歐陽導師') }),
  ).toBeVisible();
  await expect(
    card.getByRole('checkbox', { name: zh.compare.choose.replace('{{name}}', '歐陽導師') }),
  ).toBeVisible();
  await expectAccessible(family, 'results on a phone');
  // The tutor's page keeps why they fit.
  await card.getByRole('link', { name: '歐陽導師' }).click();
  const why = family.locator('section').filter({
    has: family.getByRole('heading', { name: zh.market.fitFor.replace('{{title}}', '小六 德語') }),
  });
  await expect(why).toContainText('在離島區任教');
  await family.getByRole('link', { name: zh.market.back }).click();
  await expect(heading(family)).toHaveText(matching.found.replace('{{count}}', '1'));

  // One click relaxes a condition, another restores it.
  const online = family.getByRole('button', { name: matching.relax.online });
  await expect(online).toContainText('+2 位');
  await expect(online).toContainText('共 3 位');
  await online.click();
  await expect(heading(family)).toHaveText(matching.found.replace('{{count}}', '3'));
  await expect(heading(family)).toBeFocused();
  await expectFits(family, 'relaxed');
  await family.getByRole('button', { name: matching.undo }).click();
  await expect(heading(family)).toHaveText(matching.found.replace('{{count}}', '1'));

  // Every near miss leads to the number of tutors it announced.
  await expect(family.locator('section:has(h2) ul button').nth(1)).toBeVisible();
  const names = await family.locator('section:has(h2) ul button').allTextContents();
  expect(names.length).toBeGreaterThanOrEqual(2);
  for (const name of names) {
    const promised = Number(/之後共 (\d+) 位/.exec(name)?.[1]);
    await family.locator('section:has(h2) ul button').filter({ hasText: name }).click();
    await expect(heading(family), name).toHaveText(matching.found.replace('{{count}}', String(promised)));
    await family.getByRole('button', { name: matching.undo }).click();
    await expect(heading(family)).toHaveText(matching.found.replace('{{count}}', '1'));
  }

  // The family invites; the tutor's page shows the invitation live, and the family's page shows the
  // acceptance live.
  await card.getByRole('button', { name: /邀請/ }).click();
  await sendOffer(family, ask.sendInvite);
  await expect(card.getByText(matching.invited, { exact: true })).toBeVisible();
  const accept = teacher.page.getByRole('button', { name: requests.accept, exact: true });
  await expect(accept).toBeVisible();
  await expect(teacher.page.getByText(requests.perHour.replace('{{price}}', '220'))).toBeVisible();
  await expect(teacher.page.getByText(requests.fees)).toBeVisible();
  await expect(teacher.page.getByText(/^星期. 1\d:\d0–/)).toBeVisible();
  await accept.click();
  await confirmWith(teacher.page, requests.acceptConfirm);
  await expect(teacher.page.getByText(requests.status.trial, { exact: true }).first()).toBeVisible();
  await expect(card.getByText(matching.matched)).toBeVisible();
  await expect(family.getByText(matching.closedCase)).toBeVisible();
  await expectFits(family, 'matched');

  // My tutoring also updates live: the tutor offers the phone number, and the family's page shows it.
  await open(family, '/my-tutoring');
  await expect(family.getByText(requests.status.trial, { exact: true }).first()).toBeVisible();
  await teacher.page.getByRole('button', { name: contact.offer, exact: true }).click();
  await confirmWith(teacher.page, contact.offer);
  await expect(family.getByText(requests.changed)).toBeVisible();
  // Two weeks without an agreed day: the family is asked, and chooses what becomes of the case.
  await sql(`update matches set made_at = made_at - interval '15 days' where family_user_id = $1`, [
    parentId,
  ]);
  await family.reload();
  await family.getByRole('button', { name: trial.failed }).click();
  await confirmWith(family, trial.failRelist);
  await expect(teacher.page.getByText(requests.status.failed)).toBeVisible();
  await expect(family.getByText(form.status.online)).toBeVisible();
  await expectAccessible(teacher.page, "a tutor's side");

  // After the failed trial the tutor is neither matched nor counted, but named with the day.
  await open(family, results);
  await expect(family.getByText(/試堂後未有繼續$/)).toBeVisible();
  await expect(heading(family)).toHaveText(matching.noneFit);
  await expect(family.getByText(matching.matched, { exact: true })).toHaveCount(0);
  expect(complaints.flat()).toEqual([]);
});

const germanCase: NonNullable<Parameters<typeof onShow>[0]['case']> = {
  child_info: [
    { nickname: '大文', gender: 'U', grade: sixth, school: null, major_subject: [], other_subject: [german] },
  ],
  tutoring_type: 1,
  tutoring_region: 17,
  tutoring_days_per_week: 1,
  tutoring_time_per_class: 2,
  price: 230,
  weekday: [],
  match_time: [],
  teacher_gender: 'U',
  teacher_education: null,
  teaching_language: [],
};

test('a tutor finds matching cases, relaxes a condition and applies, and the family sees it live', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(90_000);
  const teacher = await tutorWith(browser, baseURL, {
    display_name: '司徒老師',
    tutoring_region: [17],
    tutoring_type: [1],
    price_min: 200,
    price_max: 260,
  });
  const family = await onPhone(browser, baseURL);
  const parent = await signUp(family, { mobile: newNumber(), name: '黃太' });
  const complaints = [complaintsOf(family), complaintsOf(teacher.page)];
  const [caseId] = (await onShow({ cases: 1, case: germanCase, seed: 31 })).cases;
  await onShow({ cases: 1, case: { ...germanCase, tutoring_type: 2, tutoring_region: null }, seed: 32 });
  await giveCase(parent.id, caseId);
  await open(family, '/my-tutoring');

  await open(teacher.page, '/my-tutoring');
  await teacher.page.getByRole('link', { name: tutoring.casesUnknown }).click();
  await expectPath(teacher.page, '/me/tutor/cases');
  await expect(heading(teacher.page)).toHaveText(matching.casesFound.replace('{{count}}', '1'));
  await expectAccessible(teacher.page, 'cases');
  await teacher.page
    .getByRole('button', { name: matching.applyNamed.replace('{{id}}', String(caseId)) })
    .click();
  await sendOffer(teacher.page, ask.sendApply);
  await expect(teacher.page.getByText(matching.applied, { exact: true })).toBeVisible();
  const online = teacher.page.getByRole('button', { name: matching.relax.online });
  const promised = countFrom(/之後共 \d+ 個/.exec((await online.textContent()) ?? '')?.[0] ?? '');
  await online.click();
  await expect(heading(teacher.page)).toHaveText(matching.casesFound.replace('{{count}}', String(promised)));

  await expect(family.getByRole('button', { name: requests.accept, exact: true })).toBeVisible();
  await expect(family.getByText(requests.changed)).toBeVisible();
  // Taking the case offline would close the pending application: the page warns first.
  await family.getByRole('button', { name: tutoring.offlineNamed.replace('{{id}}', String(caseId)) }).click();
  await family
    .getByRole('dialog')
    .or(family.getByRole('alertdialog'))
    .getByRole('button', { name: tutoring.keep })
    .click();
  await family.getByRole('button', { name: requests.decline, exact: true }).click();
  await confirmWith(family, requests.decline);
  await expect(family.getByRole('button', { name: requests.decline, exact: true })).toHaveCount(0);
  await expect(teacher.page.getByText(matching.over.declined)).toBeVisible();
  await family.getByRole('button', { name: tutoring.offlineNamed.replace('{{id}}', String(caseId)) }).click();
  await confirmWith(family, tutoring.offlineConfirm);
  await expect(family.getByText(form.status.offline, { exact: true })).toBeVisible();
  expect(complaints.flat()).toEqual([]);
});

test('without a matching tutor the near misses come first; an offline case says so; another user gets a 404', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(90_000);
  const family = await onPhone(browser, baseURL, { width: 1280 });
  const parent = await signUp(family, { mobile: newNumber(), name: '何太' });
  const [caseId] = (
    await onShow({ cases: 1, case: { ...germanCase, tutoring_region: 3, price: 60 }, seed: 41 })
  ).cases;
  await onShow({
    tutors: 1,
    tutor: tutor({ tutoring_type: [2], tutoring_region: [3], price_min: 60, price_max: 80 }),
    seed: 42,
  });
  await onShow({
    tutors: 1,
    tutor: tutor({ tutoring_type: [1], tutoring_region: [3], price_min: 200, price_max: 240 }),
    seed: 43,
  });
  const path = `/me/case/${caseId}/tutors`;
  await open(family, path);
  await expect(heading(family)).toHaveText(zh.error.notFound);
  await giveCase(parent.id, caseId);
  await open(family, path);
  await expect(heading(family)).toHaveText(matching.noneFit);
  await expect(family.getByText(matching.noneFitText)).toBeVisible();
  // Also before those who ask for more than the offer.
  await expect(family.getByRole('heading', { level: 2 }).first()).toHaveText(matching.relaxTitle);
  await expectAccessible(family, 'nobody fits');
  const online = family.getByRole('button', { name: matching.relax.online });
  await online.focus();
  await family.keyboard.press('Enter');
  await expect(heading(family)).toHaveText(/[1-9]\d* 位導師合適/);

  await sql('update cases set status = 2 where id = $1', [caseId]);
  await open(family, path);
  await expect(family.getByText(matching.offlineCase)).toBeVisible();
  await expect(family.getByRole('button', { name: /^邀請/ })).toHaveCount(0);
  await family.getByRole('button', { name: matching.putOnline }).click();
  await expect(family.getByRole('button', { name: /^邀請/ }).first()).toBeVisible();

  // A cached result is shown at once and recomputed; if that fails, the page shows the result's age.
  await family.route('**/api/algorithms/**', (route) => route.abort());
  await open(family, path);
  await expect(family.getByText(/未能重新計算，以下是 .* 的結果/)).toBeVisible();
  await expect(heading(family)).toHaveText(/[1-9]\d* 位導師合適/);
  await family.unroute('**/api/algorithms/**');
  await family.getByRole('button', { name: matching.retry }).click();
  await expect(family.getByText(matching.updated)).toBeVisible();
});

test('the matching pages in English, and a tutor without a listing', { tag: '@whole' }, async ({
  browser,
  baseURL,
}) => {
  const page = await onPhone(browser, baseURL);
  await signUp(page, { mobile: newNumber(), name: 'Chan', identity: 2 });
  const complaints = complaintsOf(page);
  await open(page, '/en/me/tutor/cases');
  await expect(page.getByText(words.en.matching.noListingTitle)).toBeVisible();
  await expectAccessible(page, 'no listing');
  const family = await onPhone(browser, baseURL, { width: 1280 });
  const parent = await signUp(family, { mobile: newNumber(), name: 'Wong' });
  const [caseId] = (await onShow({ cases: 1, case: { tutoring_region: 16 }, seed: 51 })).cases;
  await giveCase(parent.id, caseId);
  await open(family, `/en/me/case/${caseId}/tutors`);
  await expect(family.getByText(words.en.matching.updated)).toBeVisible();
  await expectFits(family, 'results in English');
  expect(complaints).toEqual([]);
});
