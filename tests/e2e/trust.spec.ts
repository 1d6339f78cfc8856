import { type Browser, expect } from '@playwright/test';
import { openDatabase } from '#server/db.ts';
import { createLog } from '#server/log.ts';
import { runningPostgresUrl } from '#server/running-postgres.ts';
import { photoWithPlace } from '../documents.ts';
import { putOnShow } from '../on-show.ts';
import { dataDirOf } from './data-dir.ts';
import { newNumber as deskNumber, newOperator, newVisitor } from './desk-people.ts';
import { expectSound } from './forms-helpers.ts';
import { complaintsOf, open, words } from './helpers.ts';
import { newNetwork, newNumber, signUp, sql, test } from './people.ts';

const { market, policeCheck, operator, badges, tutorForm } = words['zh-Hant'];

/** What is on show, and belongs to these people. */
async function onShow({ tutor, family }: { tutor: number; family?: number }) {
  const url = await runningPostgresUrl(dataDirOf(process.env.E2E_PORT));
  const database = openDatabase(url, { log: createLog('warn'), poolSize: 2 });
  const shown = await putOnShow(database, { tutors: 1, cases: family ? 1 : 0 });
  await database.close();
  const [listingId, caseId] = [shown.tutors[0], shown.cases[0]];
  await sql('update tutor_listings set user_id = $1, is_sample = false where id = $2', [tutor, listingId]);
  if (caseId === undefined) return { listingId, caseId };
  await sql(
    'update children set user_id = $1 where id in (select child_id from case_children where case_id = $2)',
    [family, caseId],
  );
  await sql('update cases set user_id = $1, is_sample = false where id = $2', [family, caseId]);
  return { listingId, caseId };
}

async function matched(family: number, tutor: number) {
  const { listingId, caseId } = await onShow({ tutor, family });
  const [interest] = await sql(
    `insert into interests (case_id, listing_id, family_user_id, tutor_user_id, asked_by, status, price, slots, decided_at)
     values ($1, $2, $3, $4, 'family', 'accepted', 300, '{}', now()) returning id`,
    [caseId, listingId, family, tutor],
  );
  await sql(
    `insert into matches (interest_id, case_id, listing_id, family_user_id, tutor_user_id, price, slots)
     values ($1, $2, $3, $4, $5, 300, '{}')`,
    [interest.id, caseId, listingId, family, tutor],
  );
  await sql('update cases set status = 3 where id = $1', [caseId]);
  return { listingId };
}

async function onPhone(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 375, height: 800 },
    locale: 'zh-HK',
    serviceWorkers: 'block',
    extraHTTPHeaders: newNetwork(),
  });
  return context.newPage();
}

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Hong_Kong' }).format(new Date());

test("evidence that an operator verifies is a badge on the tutor's page, until an operator takes it back", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const tutor = await newVisitor(browser);
  await tutor.logIn(deskNumber(), '文老師');
  const tutorId = await tutor.id();
  const { listingId } = await onShow({ tutor: tutorId });
  const file = { name: 'scan.jpg', mimeType: 'image/jpeg', buffer: await photoWithPlace() };
  const evidenceId = await tutor.upload('exam_results', file);

  const visitor = await newVisitor(browser);
  await visitor.open(`/tutor/${listingId}`);
  await expect(visitor.page.getByText(market.noBadges)).toBeVisible();

  const desk = await newOperator(browser);
  const [item] = await sql(`select id from queue_items where kind = 'evidence' and subject_id = $1`, [
    String(evidenceId),
  ]);
  await desk.open(`/operator/queue/${item.id}`);
  await desk.page.getByRole('button', { name: operator.decisions.evidence.verify }).click();
  await desk.page
    .getByRole('alertdialog')
    .getByRole('button', { name: operator.decisions.evidence.verify })
    .click();
  await expect
    .poll(async () => (await sql('select from badges where user_id = $1', [tutorId])).length)
    .toBe(1);

  await expect(async () => {
    await visitor.open(`/tutor/${listingId}`);
    await expect(visitor.page.getByText(market.badge.exam_results).first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await expect(visitor.page.getByRole('heading', { name: market.badges })).toBeVisible();
  await expectSound(visitor.page, 'a tutor with a badge');

  await desk.open(`/operator/users/${tutorId}`);
  await desk.page.getByRole('button', { name: operator.badges.revoke }).click();
  await desk.page.getByLabel(operator.badges.why).selectOption({ label: operator.badges.reason.out_of_date });
  await expectSound(desk.page, "a user's badges on the desk");
  await desk.page.getByRole('button', { name: operator.badges.revoke }).click();
  await desk.page.getByRole('alertdialog').getByRole('button', { name: operator.badges.revoke }).click();
  await expect(desk.page.getByText(operator.badges.state.revoked)).toBeVisible();
  await expect(async () => {
    await visitor.open(`/tutor/${listingId}`);
    await expect(visitor.page.getByText(market.noBadges)).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });

  await tutor.open('/message');
  await expect(tutor.page.getByText(operator.badges.reason.out_of_date)).toBeVisible();
});

test('a family asks for a police check, the tutor shares the code, and the family confirms it', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const [family, tutor] = [await onPhone(browser, baseURL), await onPhone(browser, baseURL)];
  const parent = await signUp(family, { mobile: newNumber(), name: '陳太' });
  const teacher = await signUp(tutor, { mobile: newNumber(), name: '李老師', identity: 2 });
  const { listingId } = await matched(parent.id, teacher.id);
  const complaints = complaintsOf(family);

  await open(tutor, '/my-tutoring');
  await expect(tutor.getByText(policeCheck.title)).toHaveCount(0);
  await open(family, '/my-tutoring');
  await family.getByText(policeCheck.what).click();
  await expectSound(family, 'asking for a check');
  await family.getByRole('button', { name: policeCheck.ask }).click();
  await expect(family.getByRole('button', { name: policeCheck.cancel })).toBeVisible();

  await open(tutor, '/my-tutoring');
  await tutor.getByRole('button', { name: policeCheck.share }).click();
  await expect(tutor.getByText(policeCheck.codeWrong)).toBeVisible();
  await expect(tutor.getByLabel(policeCheck.code)).toBeFocused();
  await tutor.getByLabel(policeCheck.code).fill('1234 5678 9012 34');
  await tutor.getByLabel(policeCheck.issuedOn).fill('2019-01-01');
  await tutor.getByRole('button', { name: policeCheck.share }).click();
  await expect(tutor.getByText(/36 個月，這個日期已過期/)).toBeVisible();
  await tutor.getByLabel(policeCheck.issuedOn).fill(today());
  await expectSound(tutor, 'sharing a code');
  await tutor.getByRole('button', { name: policeCheck.share }).click();
  await expect(tutor.getByRole('button', { name: policeCheck.takeBack })).toBeVisible();
  await expect(tutor.getByText('1234 5678 9012 34')).toHaveCount(0);

  await open(family, '/my-tutoring');
  await expect(family.getByText('1234 5678 9012 34')).toHaveCount(0);
  await family.getByRole('button', { name: policeCheck.show }).click();
  await expect(family.getByText('1234 5678 9012 34')).toBeVisible();
  await expectSound(family, 'a code that was shared');
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
  await expectSound(tutor, 'badges of my own');
  expect(complaints).toEqual([]);
});

test('a check that ends says no more than that, to either side', async ({ browser, baseURL }) => {
  test.setTimeout(60_000);
  const [family, tutor] = [await onPhone(browser, baseURL), await onPhone(browser, baseURL)];
  const parent = await signUp(family, { mobile: newNumber(), name: '黃太' });
  const teacher = await signUp(tutor, { mobile: newNumber(), name: '何老師', identity: 2 });
  await matched(parent.id, teacher.id);
  await open(family, '/my-tutoring');
  await family.getByRole('button', { name: policeCheck.ask }).click();
  await expect(family.getByRole('button', { name: policeCheck.cancel })).toBeVisible();
  await open(tutor, '/my-tutoring');
  await tutor.getByRole('button', { name: policeCheck.decline }).click();
  await tutor.getByRole('alertdialog').getByRole('button', { name: policeCheck.decline }).click();
  await expect(tutor.getByText(policeCheck.ended)).toBeVisible();
  await open(family, '/my-tutoring');
  await expect(family.getByText(policeCheck.ended)).toBeVisible();
  await expect(family.getByRole('button', { name: policeCheck.ask })).toHaveCount(0);
});
