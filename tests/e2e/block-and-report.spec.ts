import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { complaintsOf, expectAccessible, expectFits, open, words } from './helpers.ts';
import { sharedOperator } from './operator-people.ts';
import { call, confirmWith, giveCase, matched, onPhone, onShow, onShowFor, type Pair } from './pairs.ts';
import { newNumber, signUp, sql, test } from './people.ts';

const { report, personMenu, me, requests, operator: desk } = words['zh-Hant'];
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const sheet = (page: Page) => page.getByRole('dialog');
const trigger = (page: Page) => page.getByRole('button', { name: new RegExp(`^${personMenu.open}`) }).first();

async function openSheet(page: Page) {
  await trigger(page).click();
  await expect(sheet(page).getByRole('heading', { name: report.title })).toBeVisible();
}

async function fileReport(page: Page, kind: keyof typeof report.kinds, text: string) {
  await openSheet(page);
  await sheet(page).getByRole('radio', { name: report.kinds[kind] }).check();
  await sheet(page).getByLabel(report.words).fill(text);
}

async function sendReport(page: Page) {
  await sheet(page).getByRole('button', { name: report.send }).click();
  await expect(page.getByRole('heading', { name: report.doneTitle })).toBeVisible();
  await page.getByRole('button', { name: report.close, exact: true }).click();
}

async function twoPeople(browser: Browser, baseURL: string | undefined) {
  const [family, tutor] = [await onPhone(browser, baseURL), await onPhone(browser, baseURL, { width: 1280 })];
  const parent = await signUp(family, { mobile: newNumber(), name: '陳太' });
  const teacher = await signUp(tutor, { mobile: newNumber(), name: '李老師', identity: 2 });
  const shown = await onShowFor(parent.id, teacher.id, {
    case: { match_time: [], start_tutoring_date: null },
    tutor: { match_time: [] },
  });
  return { family, tutor, parent, teacher, ...shown };
}

const tutorCard = (page: Page, id: number | undefined) => page.locator(`a[href$="/tutor/${id}"]`);
const caseCard = (page: Page, id: number | undefined) => page.locator(`a[href$="/case/${id}"]`);

/** The lists follow a change slightly later. */
async function untilListed(page: Page, path: string, card: (page: Page) => ReturnType<typeof tutorCard>) {
  await expect(async () => {
    await open(page, path);
    await expect(card(page).first()).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
}

test('a block hides two people from each other at every place, tells the other nothing, and can be undone', {
  tag: '@ci',
}, async ({ browser, baseURL }) => {
  test.setTimeout(120_000);
  const { family, tutor, caseId, listingId } = await twoPeople(browser, baseURL);
  const complaints = complaintsOf(family);
  await untilListed(family, '/more-tutor-case?tab=tutors', (page) => tutorCard(page, listingId));
  await untilListed(tutor, '/more-tutor-case', (page) => caseCard(page, caseId));
  await call(tutor, 'POST', '/api/users/interest', { action: 'apply', case_id: caseId });

  // The family meets the application and blocks the tutor there.
  await open(family, '/my-tutoring');
  await expect(family.getByRole('button', { name: requests.accept })).toBeVisible();
  await openSheet(family);
  await expectAccessible(family, 'the report sheet');
  await expectFits(family, 'the report sheet');
  await expect(sheet(family).getByText(report.classGoesOn)).toBeVisible();
  await sheet(family).getByRole('button', { name: report.blockOnly }).click();
  await confirmWith(family, report.block);
  await expect(family.getByRole('heading', { name: report.blockedTitle })).toBeVisible();
  await family.getByRole('button', { name: report.close, exact: true }).click();
  await expect(family.getByRole('button', { name: requests.accept })).toHaveCount(0);

  // From both sides the other is gone.
  await open(family, '/more-tutor-case?tab=tutors');
  await expect(tutorCard(family, listingId)).toHaveCount(0);
  expect((await open(family, `/tutor/${listingId}`))?.status()).toBe(404);
  await open(tutor, '/more-tutor-case');
  await expect(caseCard(tutor, caseId)).toHaveCount(0);
  expect((await open(tutor, `/case/${caseId}`))?.status()).toBe(404);
  await open(tutor, '/my-tutoring');
  await expect(tutor.getByRole('button', { name: requests.withdraw })).toHaveCount(0);
  await open(tutor, '/message?show=notices');
  await expect(tutor.getByText('這次未能配對').first()).toBeVisible();
  const told = JSON.stringify(await call(tutor, 'GET', '/api/users/notices'));
  expect(told).not.toMatch(/封鎖|block/i);
  await open(tutor, '/me/blocked');
  await expect(tutor.getByText(me.blocked.none)).toBeVisible();

  await open(family, '/me/blocked');
  await expectAccessible(family, 'blocked people');
  await expectFits(family, 'blocked people');
  await family.getByRole('button', { name: new RegExp(`^${me.blocked.unblock}`) }).click();
  await family.getByRole('alertdialog').getByRole('button', { name: me.blocked.unblock }).click();
  await expect(family.getByText(me.blocked.none)).toBeVisible();
  expect((await open(family, `/tutor/${listingId}`))?.status()).toBe(200);
  expect((await open(tutor, `/case/${caseId}`))?.status()).toBe(200);
  expect(complaints.filter((line) => !line.includes('404'))).toEqual([]);
});

test('a visitor is asked to log in before they report or block', { tag: '@whole' }, async ({
  browser,
  baseURL,
}) => {
  const { listingId } = await twoPeople(browser, baseURL);
  const visitor = await onPhone(browser, baseURL);
  await open(visitor, `/tutor/${listingId}`);
  await trigger(visitor).click();
  await expect(
    visitor.getByRole('dialog').getByText(words['zh-Hant'].login.sheetTitle).first(),
  ).toBeVisible();
  await expect(visitor.getByRole('heading', { name: report.title })).toHaveCount(0);
});

const minute = 60_000;
async function reviewed({ family, tutor, classId, listingId }: Pair) {
  const clockIn = (status: 1 | 2, ago: number) =>
    call(tutor, 'POST', '/api/users/clock_in', {
      ...{ class_id: classId, status, key: randomUUID() },
      at: new Date(Date.now() - ago * minute).toISOString(),
      sent_at: new Date().toISOString(),
    });
  for (const ago of [300, 200, 100]) {
    await clockIn(1, ago);
    const { lesson } = await clockIn(2, ago - 60);
    await call(family, 'PUT', `/api/users/clock_in/${lesson.id}/confirm`);
  }
  for (const page of [family, tutor])
    await call(page, 'PUT', `/api/users/classes/${classId}/reviews/third`, { stars: 3, text: '尚可' });
  const { list } = await call(tutor, 'GET', `/api/common_info/teacher_case/${listingId}/reviews`);
  return list[0].id as number;
}

/** A paper and a thread that the tutor shared; the thread is taken by the family in the page. */
async function sharedThings(tutorId: number) {
  const [paper] = await sql(
    `insert into eraser_records (user_id, title, shared_at) values ($1, '共享示範', now()) returning id::int`,
    [tutorId],
  );
  const [thread] = await sql(
    `insert into chat_threads (user_id, assistant_id, title)
     select $1, min(id), '分享的題目' from chat_assistants where is_shown returning id::int`,
    [tutorId],
  );
  const [leaf] = await sql(
    `insert into chat_messages (thread_id, role, text, state) values ($1, 'user', '分享的問題', 'done') returning id::int`,
    [thread?.id],
  );
  const code = Array.from({ length: 12 }, () => 'ABCDEFGHJK'[Math.floor(Math.random() * 10)]).join('');
  await sql(
    `insert into chat_share_codes (code, user_id, assistant_id, thread_id, leaf_id, expires_at)
     select $1, $2, assistant_id, id, $4, now() + interval '1 day' from chat_threads where id = $3`,
    [code, tutorId, thread?.id, leaf?.id],
  );
  return { paper: paper?.id, code };
}

test('a report from each of the seven places reaches an operator, and the answers reach the reporter', {
  tag: '@ci',
}, async ({ browser, baseURL }) => {
  test.setTimeout(240_000);
  const pair = await matched(browser, baseURL);
  const { family, tutor, talkId, ids } = pair;
  const reader = await onPhone(browser, baseURL);
  const { id: readerId } = await signUp(reader, { mobile: newNumber(), name: '何太' });
  const { cases } = await onShow({
    tutors: 0,
    cases: 1,
    case: { match_time: [], start_tutoring_date: null },
  });
  const second = { caseId: cases[0] };
  await giveCase(readerId, second.caseId);
  const reviewId = await reviewed(pair);
  const { paper, code } = await sharedThings(ids.tutor);

  await test.step('profile, with a picture', async () => {
    await open(family, `/tutor/${pair.listingId}`);
    await trigger(family).scrollIntoViewIfNeeded();
    await family.locator('aside').getByRole('button', { name: personMenu.open }).click();
    await sheet(family).getByRole('button', { name: report.send }).click();
    await expect(sheet(family).getByText(report.kindNeeded)).toBeVisible();
    await expect(sheet(family).getByText(report.wordsNeeded)).toBeVisible();
    await sheet(family).getByRole('radio', { name: report.kinds.false_details }).check();
    await sheet(family).getByLabel(report.words).fill('學歷不實');
    await sheet(family)
      .locator('input[type=file]')
      .setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: png });
    await expectAccessible(family, 'a report with a picture');
    await sendReport(family);
  });
  await test.step('case', async () => {
    await open(tutor, `/case/${second.caseId}`);
    await fileReport(tutor, 'contact_details', '個案有電話');
    await sendReport(tutor);
  });
  await test.step('application', async () => {
    await call(tutor, 'POST', '/api/users/interest', { action: 'apply', case_id: second.caseId });
    await open(reader, '/my-tutoring');
    await fileReport(reader, 'spam', '重複應徵');
    await sendReport(reader);
  });
  await test.step('conversation, the messages that matter', async () => {
    for (let at = 1; at <= 14; at++)
      await call(tutor, 'POST', `/api/users/conversations/${talkId}/messages`, {
        text: `第${at}句`,
        client_key: randomUUID(),
      });
    await open(family, `/message/${talkId}`);
    await fileReport(family, 'child_safety', '叫孩子單獨見面');
    await expect(sheet(family).getByText(report.danger)).toBeVisible();
    await sheet(family).getByRole('checkbox', { name: '第14句' }).check();
    await sendReport(family);
  });
  await test.step('review', async () => {
    await open(reader, `/tutor/${pair.listingId}`);
    await reader.getByRole('button', { name: new RegExp(`^${personMenu.open}.*評價`) }).click();
    await sheet(reader).getByRole('radio', { name: report.kinds.harassment }).check();
    await sheet(reader).getByLabel(report.words).fill('評價攻擊人');
    await sendReport(reader);
  });
  await test.step('shared paper', async () => {
    await open(family, `/test-paper/${paper}`);
    await fileReport(family, 'copyright', '書商的卷');
    await sendReport(family);
  });
  await test.step('shared thread', async () => {
    await open(family, `/aitutor?share=${code}`);
    await family.getByRole('button', { name: words['zh-Hant'].chat.share.take }).click();
    await expect(family).toHaveURL(/\/aitutor\/\d+$/);
    await fileReport(family, 'other', '內容不當');
    await sendReport(family);
  });

  const { page: operator } = await sharedOperator(browser);
  const filed = await sql(`select place, id::int, words from reports where reporter_user_id = any($1)`, [
    [ids.family, ids.tutor, readerId],
  ]);
  expect(filed.map(({ place }) => place).sort()).toEqual(
    ['tutor', 'case', 'interest', 'conversation', 'review', 'shared_paper', 'shared_thread'].sort(),
  );
  const itemsOf = () =>
    sql(
      `select id::int, kind, subject_id, about_user::int from queue_items where state = 'open' and opened_by = any($1) order by urgency, id`,
      [[ids.family, ids.tutor, readerId]],
    );
  const items = (await itemsOf()).filter(({ kind }) => /report$/.test(kind));
  expect(items).toHaveLength(7);
  expect(items[0]?.subject_id).toMatch(/^conversation:/);
  await operator.goto('/operator');
  await expect(operator.getByText(desk.queue.urgent).first()).toBeVisible();
  await expectAccessible(operator, 'the queue with urgency');

  for (const { id, kind, subject_id, about_user } of items) {
    await operator.goto(`/operator/queue/${id}`);
    await expect(operator.getByText(desk.reports.title.replace('{{count}}', '1'))).toBeVisible();
    await expect(operator.locator(`a[href$="/operator/users/${about_user}"]`).first()).toBeVisible();
    if (subject_id.startsWith('conversation:')) {
      await expect(operator.getByText('第14句')).toHaveCount(0);
      await operator.getByRole('button', { name: desk.reports.read }).click();
      await expect(operator.getByText(desk.reports.reasonNeeded)).toBeVisible();
      await operator.getByLabel(desk.reports.reason).fill('兒童安全，要看清楚');
      await operator.getByRole('button', { name: desk.reports.read }).click();
      await expect(operator.getByText('第14句', { exact: true })).toBeVisible();
      await expect(operator.getByText('第9句', { exact: true })).toBeVisible();
      await expect(operator.getByText('第8句', { exact: true })).toHaveCount(0);
      await expectAccessible(operator, 'the reported part');
      const [logged] = await sql(
        `select params->>'reason' as reason from audit_log where action = 'reports.messages_read' and about_user = $1`,
        [ids.tutor],
      );
      expect(logged?.reason).toBe('兒童安全，要看清楚');
    }
    if (subject_id.startsWith('tutor:')) {
      await operator
        .getByRole('button', { name: desk.reports.openPicture.replace('{{number}}', '1') })
        .click();
      await expect(
        operator.getByRole('img', { name: desk.reports.picture.replace('{{number}}', '1') }),
      ).toBeVisible();
    }
    await operator.getByLabel(desk.queue.answer).fill(`回覆 ${subject_id}`);
    const decision =
      kind === 'review_report' || kind === 'shared_record_report'
        ? kind === 'review_report'
          ? '維持公開'
          : '維持共享'
        : desk.decisions.person_report.acted;
    await operator.getByRole('button', { name: decision, exact: true }).click();
    await operator.getByRole('alertdialog').getByRole('button', { name: decision, exact: true }).click();
    await expect(operator.getByRole('alertdialog')).toHaveCount(0);
    await expect(operator.getByText(desk.queue.decidedAt).first()).toBeVisible();
  }
  expect(await itemsOf()).toEqual([]);

  await open(family, '/me/reports');
  for (const start of ['tutor:', 'conversation:', 'shared_thread:'])
    await expect(family.getByText(new RegExp(`^回覆 ${start}`))).toBeVisible();
  await expect(family.getByText(`回覆 ${paper}`, { exact: true })).toBeVisible();
  await expectAccessible(family, 'my reports');
  await expectFits(family, 'my reports');
  await open(tutor, '/me/reports');
  await expect(tutor.getByText(/^回覆 case:/)).toBeVisible();
  await open(reader, '/me/reports');
  await expect(reader.getByText(/^回覆 interest:/)).toBeVisible();
  await expect(reader.getByText(`回覆 ${reviewId}`, { exact: true })).toBeVisible();
  await open(family, '/message?show=notices');
  await family
    .getByRole('link', { name: /你的舉報已有回覆/ })
    .first()
    .click();
  await expect(family).toHaveURL(/\/me\/reports$/);
  // The person who was reported is told of none of it.
  const told = await sql(
    `select kind from notices where user_id = $1 and kind = 'report_decided' and params->>'report' <> $2`,
    [ids.tutor, String(filed.find(({ place }) => place === 'case')?.id)],
  );
  expect(told).toEqual([]);
});
