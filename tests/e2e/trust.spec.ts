import { expect } from '@playwright/test';
import { photoWithPlace } from '../documents.ts';
import { chooseDay, complaintsOf, expectAccessible, expectFits, open, words } from './helpers.ts';
import { newNumber as deskNumber, newOperator, newVisitor } from './operator-people.ts';
import { giveListing, matched, onShow } from './pairs.ts';
import { sql, test } from './people.ts';

const { market, policeCheck, operator, badges, requests, tutorForm } = words['zh-Hant'];

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Hong_Kong' }).format(new Date());

test("evidence verified by an operator is a badge on the tutor's page until an operator revokes it", {
  tag: '@whole',
}, async ({ browser }) => {
  test.setTimeout(120_000);
  const tutor = await newVisitor(browser);
  await tutor.logIn(deskNumber(), '文老師');
  const tutorId = await tutor.id();
  const [listingId] = (await onShow({ tutors: 1 })).tutors;
  await giveListing(tutorId, listingId);
  const file = { name: 'scan.jpg', mimeType: 'image/jpeg', buffer: await photoWithPlace() };
  const evidenceId = await tutor.upload('exam_results', file);

  const visitor = await newVisitor(browser);
  await visitor.open(`/tutor/${listingId}`);
  await expect(visitor.page.getByText(market.noBadges)).toBeVisible();

  const operatorConsole = await newOperator(browser);
  const [item] = await sql(`select id from queue_items where kind = 'evidence' and subject_id = $1`, [
    String(evidenceId),
  ]);
  await operatorConsole.open(`/operator/queue/${item.id}`);
  await operatorConsole.page.getByRole('button', { name: operator.decisions.evidence.verify }).click();
  await operatorConsole.page
    .getByRole('alertdialog')
    .getByRole('button', { name: operator.decisions.evidence.verify })
    .click();
  await expect
    .poll(async () => (await sql('select from badges where user_id = $1', [tutorId])).length)
    .toBe(1);

  const tutorPage = async () => (await visitor.context.request.get(`/tutor/${listingId}`)).text();
  await expect.poll(tutorPage, { timeout: 30_000 }).not.toContain(market.noBadges);
  await visitor.open(`/tutor/${listingId}`);
  await expect(visitor.page.getByText(market.badge.exam_results).first()).toBeVisible();
  await expect(visitor.page.getByRole('heading', { name: market.badges })).toBeVisible();
  await expectAccessible(visitor.page, 'a tutor with a badge');

  await operatorConsole.open(`/operator/users/${tutorId}`);
  await operatorConsole.page.getByRole('button', { name: operator.badges.revoke }).click();
  await operatorConsole.page
    .getByLabel(operator.badges.why)
    .selectOption({ label: operator.badges.reason.out_of_date });
  await expectAccessible(operatorConsole.page, "a user's badges on the operator console");
  await operatorConsole.page.getByRole('button', { name: operator.badges.revoke }).click();
  await operatorConsole.page
    .getByRole('alertdialog')
    .getByRole('button', { name: operator.badges.revoke })
    .click();
  await expect(operatorConsole.page.getByText(operator.badges.state.revoked, { exact: true })).toBeVisible();
  await expect.poll(tutorPage, { timeout: 30_000 }).toContain(market.noBadges);
  await visitor.open(`/tutor/${listingId}`);
  await expect(visitor.page.getByText(market.noBadges)).toBeVisible();

  await tutor.open('/message');
  await expect(tutor.page.getByText(operator.badges.reason.out_of_date)).toBeVisible();
});

test('a family requests a police check, the tutor shares the code, and the family confirms it', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(120_000);
  const { family, tutor, listingId } = await matched(browser, baseURL);
  const complaints = complaintsOf(family);

  await open(tutor, '/my-tutoring');
  await expect(tutor.getByText(policeCheck.title)).toHaveCount(0);
  await open(family, '/my-tutoring');
  await family.getByText(requests.more, { exact: true }).click();
  await family.getByText(policeCheck.what).click();
  await expectAccessible(family, 'asking for a check');
  await family.getByRole('button', { name: policeCheck.ask }).click();
  await expect(family.getByRole('button', { name: policeCheck.cancel })).toBeVisible();

  await open(tutor, '/my-tutoring');
  await tutor.getByRole('button', { name: policeCheck.share }).click();
  await expect(tutor.getByText(policeCheck.codeWrong)).toBeVisible();
  await expect(tutor.getByLabel(policeCheck.code)).toBeFocused();
  await tutor.getByLabel(policeCheck.code).fill('1234 5678 9012 34');
  await chooseDay(tutor.getByLabel(policeCheck.issuedOn), '2019-01-01');
  await tutor.getByRole('button', { name: policeCheck.share }).click();
  await expect(tutor.getByText(/36 個月，這個日期已過期/)).toBeVisible();
  await chooseDay(tutor.getByLabel(policeCheck.issuedOn), today());
  await expectAccessible(tutor, 'sharing a code');
  await tutor.getByRole('button', { name: policeCheck.share }).click();
  await expect(tutor.getByRole('button', { name: policeCheck.takeBack })).toBeVisible();
  await expect(tutor.getByText('1234 5678 9012 34')).toHaveCount(0);

  await open(family, '/my-tutoring');
  await expect(family.getByText('1234 5678 9012 34')).toHaveCount(0);
  await family.getByRole('button', { name: policeCheck.show }).click();
  await expect(family.getByText('1234 5678 9012 34')).toBeVisible();
  await expectFits(family, 'a code that was shared');
  await family.getByRole('button', { name: policeCheck.heard }).click();
  await family.getByRole('alertdialog').getByRole('button', { name: policeCheck.confirmYes }).click();
  await expect(family.getByText(policeCheck.familyConfirmed)).toBeVisible();
  await expect(family.getByText('1234 5678 9012 34')).toHaveCount(0);

  await open(tutor, '/my-tutoring');
  await expect(tutor.getByText(policeCheck.tutorConfirmed)).toBeVisible();
  await open(tutor, `/tutor/${listingId}`);
  await expect(tutor.getByText(/由一位家長確認/)).toBeVisible();
  await open(tutor, '/me/tutor');
  await tutor.getByRole('button', { name: tutorForm.stepEvidence }).click();
  await expect(tutor.getByRole('heading', { name: badges.mine })).toBeVisible();
  await expect(tutor.getByText(badges.kind.police_check, { exact: true })).toBeVisible();
  await expectAccessible(tutor, 'badges of my own');
  expect(complaints).toEqual([]);
});

test('an ended check shows both sides only that it has ended', { tag: '@whole' }, async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(60_000);
  const { family, tutor } = await matched(browser, baseURL);
  await open(family, '/my-tutoring');
  await family.getByText(requests.more, { exact: true }).click();
  await family.getByRole('button', { name: policeCheck.ask }).click();
  await expect(family.getByRole('button', { name: policeCheck.cancel })).toBeVisible();
  await open(tutor, '/my-tutoring');
  await tutor.getByRole('button', { name: policeCheck.decline }).click();
  await tutor.getByRole('alertdialog').getByRole('button', { name: policeCheck.decline }).click();
  await expect(tutor.getByText(policeCheck.ended)).toBeVisible();
  await open(family, '/my-tutoring');
  await family.getByText(requests.more, { exact: true }).click();
  await expect(family.getByText(policeCheck.ended)).toBeVisible();
  await expect(family.getByRole('button', { name: policeCheck.ask })).toHaveCount(0);
});
