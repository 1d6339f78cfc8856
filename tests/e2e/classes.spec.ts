import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import { addToMonth, formatMonth, monthOf, today } from '#shared/hong-kong.ts';
import { readQr } from '../qr/read-qr.ts';
import { chooseDay, complaintsOf, expectAccessible, expectFits, expectPath, open, words } from './helpers.ts';
import { call, matched } from './pairs.ts';
import { logInByApi, newNumber, signUp, sql, test } from './people.ts';

const zh = words['zh-Hant'];
const { classes } = zh;
const minute = 60_000;
const dayMs = 24 * 60 * minute;
const inHongKong = (ms: number) => new Date(ms + 8 * 60 * minute);
const dayAt = (ms: number) => inHongKong(ms).toISOString().slice(0, 10);

/** The weekly half hours around a time and for an hour after it. */
function slotsAt(ms: number) {
  return [0, 1, 2].map((half) => {
    const local = inHongKong(ms + half * 30 * minute);
    const start = `${String(local.getUTCHours()).padStart(2, '0')}:${local.getUTCMinutes() < 30 ? '00' : '30'}`;
    return { weekday: local.getUTCDay() || 7, start };
  });
}

/** Dates the class back by a week. The trigger forbids changes to agreed terms, so it is disabled meanwhile. */
const backdateClass = (classId: number) =>
  sql(`
    alter table classes disable trigger hold_class;
    update classes set made_at = made_at - interval '7 days', begins_on = begins_on - 7,
      weekly_from = weekly_from - interval '7 days' where id = ${classId};
    alter table classes enable trigger hold_class`);

/** A clock-in from another phone of the tutor. */
const clockIn = (tutor: Page, classId: number, status: 1 | 2, minutesAgo: number) =>
  call(tutor, 'POST', '/api/users/clock_in', {
    ...{ class_id: classId, status, key: randomUUID() },
    at: new Date(Date.now() - minutesAgo * minute).toISOString(),
    sent_at: new Date().toISOString(),
  });

const startButton = (page: Page) => page.getByRole('button', { name: classes.start, exact: true });
const endButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: classes.end, exact: true });
const confirmation = (page: Page) => page.getByRole('alertdialog');
/** A lesson that is not planned is asked about first. */
async function startExtra(page: Page) {
  await startButton(page).click();
  await confirmation(page).getByRole('button', { name: classes.early.startExtra }).click();
}
/** Chooses a day and an hour in the sheet and sends the proposal. */
async function proposeTime(page: Page, day: string, time: string) {
  const sheet = page.getByRole('dialog');
  const date = `${Number(day.slice(5, 7))} 月 ${Number(day.slice(8))} 日`;
  await sheet.getByRole('radio', { name: new RegExp(`^${date}`) }).check({ force: true });
  await sheet.getByRole('radio', { name: new RegExp(`^${time}`) }).check({ force: true });
  await sheet.getByRole('button', { name: zh.plan.send }).click();
  await expect(page.locator('[data-kind=success]').filter({ hasText: zh.plan.sent })).toBeVisible();
}

test('a lesson begins, ends and is confirmed, and each side sees the other’s actions live', {
  tag: '@ci',
}, async ({ browser, baseURL }) => {
  test.setTimeout(90_000);
  const { family, tutor, classId } = await matched(browser, baseURL, {
    offer: { slots: slotsAt(Date.now()), price: 240 },
  });
  await backdateClass(classId);
  const complaints = [complaintsOf(family), complaintsOf(tutor)];
  await open(family, '/clock-in');
  await expect(family.getByText(classes.nothingToday)).toHaveCount(0);
  await open(tutor, '/my-tutoring');
  await tutor.getByRole('link', { name: new RegExp(zh.tutoring.toClockIn) }).click();
  await expectPath(tutor, `/clock-in?class=${classId}`);
  await expect(tutor.getByText(classes.nextToday)).toBeVisible();
  await expectAccessible(tutor, "a tutor's day");

  await startButton(tutor).click();
  await expect(endButton(tutor)).toBeVisible();
  await expect(family.getByText(/\d\d:\d\d 開始，已上課 0 分鐘/)).toBeVisible();
  await expectAccessible(family, 'a lesson that goes on');
  await expect(tutor.getByRole('link', { name: classes.safety.title })).toHaveAttribute('href', '/me/safety');
  await call(tutor, 'POST', '/api/users/safety_timer', {});
  await endButton(tutor).click();
  await expect(confirmation(tutor)).toContainText(classes.hastyTitle);
  await confirmation(tutor).getByRole('button', { name: classes.hastyKeep }).click();
  await endButton(tutor).click();
  await confirmation(tutor).getByRole('button', { name: classes.end }).click();
  await expect(startButton(tutor)).toBeVisible();

  // The tutor has the record open; the family confirms, told first what it confirms.
  const [lesson] = (await call(tutor, 'GET', '/api/users/clock_in')).list;
  await open(tutor, `/clock-in/${lesson.id}`);
  await expect(tutor.getByText(classes.state.awaiting)).toBeVisible();
  await expect(
    family.getByRole('heading', { name: classes.awaiting.replace('{{count}}', '1') }),
  ).toBeVisible();
  await expectFits(family, 'what waits for the family');
  await family.getByRole('button', { name: /^確認 .* 的課堂$/ }).click();
  await expect(confirmation(family)).toContainText('HK$');
  await confirmation(family).getByRole('button', { name: classes.confirm, exact: true }).click();
  await expect(family.locator('[data-kind=success]').filter({ hasText: classes.confirmed })).toBeVisible();
  await expect(tutor.getByText(classes.state.confirmed, { exact: true })).toBeVisible();
  await expect(tutor.getByRole('listitem').filter({ hasText: classes.history.confirmed })).toContainText(
    classes.actor.family,
  );
  await expectAccessible(tutor, 'a record');

  // The notice links to the record.
  await open(family, '/message?show=notices');
  await family.getByRole('link', { name: '請確認課堂紀錄' }).click();
  await expectPath(family, `/clock-in/${lesson.id}`);

  const month = dayAt(Date.now()).slice(0, 7);
  const downloaded = family.waitForEvent('download');
  await family.getByRole('button', { name: /^下載 CSV/ }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe(`mingshi-${classId}-${month}.csv`);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv).toContain('日期,開始,結束,分鐘');
  expect(csv).toContain(`${dayAt(Date.parse(lesson.started_at))},`);
  expect(csv).toContain('已確認');
  const printed = family.waitForEvent('download');
  await family.getByRole('button', { name: /^下載 PDF/ }).click();
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await (await printed).path())));
  const { text } = await extractText(pdf, { mergePages: true });
  expect(text).toContain('HK$ 240');
  expect(text.replaceAll(/\s/g, '')).toContain('已確認');

  // A calendar program can use the secret link until it is revoked.
  await family.getByRole('link', { name: classes.toList }).click();
  await family.getByRole('button', { name: classes.feed.make }).click();
  const link = await family.getByLabel(classes.feed.link).inputValue();
  expect(await (await family.request.get(link)).text()).toContain('BEGIN:VCALENDAR');
  await family.getByRole('button', { name: classes.feed.revoke }).click();
  await confirmation(family).getByRole('button', { name: classes.feed.revoke }).click();
  await expect(family.getByRole('button', { name: classes.feed.make })).toBeVisible();
  expect((await family.request.get(link)).status()).toBe(404);
  expect(complaints.flat()).toEqual([]);
});

test('a lesson moves when both agree, a start is undone, and an added lesson is confirmed', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(120_000);
  const soon = Date.now() + 2 * dayMs;
  const planned = dayAt(soon);
  const later = dayAt(soon + dayMs);
  const { family, tutor } = await matched(browser, baseURL, {
    offer: { slots: slotsAt(soon), price: 240 },
  });
  const complaints = [complaintsOf(family), complaintsOf(tutor)];
  const said = (page: Page, text: string) => page.locator('[data-kind=success]').filter({ hasText: text });

  // The tutor proposes; what waits leads the family to the very proposal, and it answers with another time.
  await open(tutor, `/clock-in?day=${planned}`);
  await tutor.getByRole('button', { name: /改期$/ }).click();
  await proposeTime(tutor, later, '12:00');
  await expect(tutor.getByRole('button', { name: /^收回：/ })).toBeVisible();
  await expectFits(tutor, 'an own proposal');
  await open(family, '/my-tutoring');
  await family.getByRole('link', { name: zh.tutoring.seeProposal }).click();
  await expect(family).toHaveURL(/#proposal-\d+$/);
  await expect(family.getByRole('button', { name: /^接受：.*改到 .* 12:00/ })).toBeInViewport();
  await expectAccessible(family, 'a proposal');
  await family.getByRole('button', { name: /^另提時間：/ }).click();
  await proposeTime(family, later, '15:00');

  await tutor.getByRole('button', { name: /^接受：.*改到 .* 15:00/ }).click();
  await expect(said(tutor, classes.proposal.accepted)).toBeVisible();
  for (const page of [family, tutor]) {
    await open(page, `/clock-in?day=${later}`);
    const agenda = page.getByRole('region', { name: /星期/ });
    await expect(agenda.getByText(/^15:00–16:30/)).toBeVisible();
    await expect(agenda.getByText(classes.state.moved)).toBeVisible();
    await expect(page.getByRole('button', { name: /^(接受|收回)：/ })).toHaveCount(0);
  }

  // A lesson that is not due is asked about; its start is undone.
  await startExtra(tutor);
  await expect(family.getByText(/\d\d:\d\d 開始，已上課 0 分鐘/)).toBeVisible();
  await tutor.getByRole('button', { name: classes.undo.start }).click();
  await confirmation(tutor).getByRole('button', { name: classes.undo.start }).click();
  await expect(said(tutor, classes.undo.doneStart)).toBeVisible();
  await expect(startButton(tutor)).toBeVisible();
  await expect(family.getByText(/開始，已上課/)).toHaveCount(0);

  // A forgotten lesson is added, marked, and counts once the family has confirmed it.
  await tutor.getByRole('button', { name: new RegExp(`^${classes.plan.add}：`) }).click();
  await chooseDay(tutor.getByLabel(zh.plan.add.day), dayAt(Date.now() - dayMs));
  await tutor.getByLabel(zh.plan.add.start).selectOption('10:15');
  await tutor.getByLabel(zh.plan.add.length).fill('75');
  await expectAccessible(tutor, 'adding a lesson');
  await tutor.getByRole('button', { name: zh.plan.add.send }).click();
  await expect(said(tutor, zh.plan.add.sent)).toBeVisible();
  await expect(family.getByText(classes.is.added.family)).toBeVisible();
  await family.getByRole('button', { name: /^確認 .* 的課堂$/ }).click();
  await confirmation(family).getByRole('button', { name: classes.confirm, exact: true }).click();
  await expect(said(family, classes.confirmed)).toBeVisible();
  await open(tutor, '/clock-in?view=list');
  const record = tutor.getByRole('list', { name: classes.records }).getByRole('listitem');
  await expect(record.filter({ hasText: '10:15–11:30' })).toContainText(classes.state.confirmed);
  await expect(record.filter({ hasText: '10:15–11:30' })).toContainText(classes.added);
  await expectFits(tutor, 'the records');

  // On a wide screen the moved lesson is dragged to the day beside it, and the sheet asks before anything is proposed.
  await tutor.setViewportSize({ width: 1280, height: 900 });
  await open(tutor, `/clock-in?view=month&day=${later}`);
  const cell = (day: string) => tutor.locator(`[data-day="${day}"]`);
  const beside = (await cell(planned).count()) > 0 ? planned : dayAt(soon + 2 * dayMs);
  await cell(later).locator('[draggable=true]').dragTo(cell(beside));
  const sheet = tutor.getByRole('dialog', { name: zh.plan.move.title });
  await expect(sheet.getByRole('radio', { name: /^15:00/ })).toBeChecked();
  await sheet.getByRole('button', { name: zh.plan.send }).click();
  await expect(tutor.getByRole('button', { name: /^收回：.*改到 .* 15:00/ })).toBeVisible();
  expect(complaints.flat()).toEqual([]);
});

/** The clock-ins stored on this device. */
const storedClockIns = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ key: string; at: string; owner: number }[]>((resolve) => {
        indexedDB.open('mingshi-clock-in').onsuccess = ({ target }) => {
          const database = (target as IDBOpenDBRequest).result;
          const all = database.transaction('taps').objectStore('taps').getAll();
          all.onsuccess = () => {
            database.close();
            resolve(all.result);
          };
        };
      }),
  );

/** Moves the stored clock-ins the given minutes into the past. */
const backdateClockIns = (page: Page, minutes: number) =>
  page.evaluate(
    (ms) =>
      new Promise<void>((resolve) => {
        indexedDB.open('mingshi-clock-in').onsuccess = ({ target }) => {
          const database = (target as IDBOpenDBRequest).result;
          const store = database.transaction('taps', 'readwrite').objectStore('taps');
          const all = store.getAll();
          all.onsuccess = () => {
            for (const one of all.result)
              store.put({ ...one, at: new Date(Date.parse(one.at) - ms).toISOString() });
          };
          store.transaction.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
    minutes * minute,
  );

test('offline clock-ins are stored on the phone, survive a reload, and are sent once when the network is back', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(120_000);
  const { family, tutor, mobiles } = await matched(browser, baseURL, {
    tutor: { serviceWorkers: 'allow' },
  });
  await open(tutor, '/clock-in');
  await tutor.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect(startButton(tutor)).toBeEnabled();
  await tutor.waitForLoadState('networkidle');
  let posts = 0;
  tutor.context().on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/users/clock_in')) posts += 1;
  });

  await tutor.context().setOffline(true);
  await startExtra(tutor);
  await expect(tutor.getByText(classes.queue.waiting.replace('{{count}}', '1'))).toBeVisible();
  await expect(tutor.getByText(classes.queue.offline)).toBeVisible();
  await expect(endButton(tutor)).toBeVisible();
  await expectAccessible(tutor, 'a tap that waits');
  await backdateClockIns(tutor, 45);

  // After a reload without a network, the queue and the button are still there.
  tutor.on('dialog', (dialog) => dialog.accept());
  await tutor.reload();
  await expect(tutor.getByRole('heading', { level: 1 })).toHaveText(zh.rooms.clockIn.title);
  await expect(tutor.getByText(new RegExp(`${classes.start} ・ .* \\d\\d:\\d\\d$`))).toBeVisible();
  await expectAccessible(tutor, 'the page without a network');
  await endButton(tutor).click();
  await expect(startButton(tutor)).toBeVisible();
  expect((await storedClockIns(tutor)).length).toBe(2);
  expect(posts).toBe(0);

  await tutor.context().setOffline(false);
  const sent = async () => (await call(family, 'GET', '/api/users/clock_in')).list;
  await expect.poll(async () => (await sent())[0]?.state, { timeout: 15_000 }).toBe('awaiting');
  await expect(tutor.getByText(/個打卡等待送出/)).toHaveCount(0);
  expect(await storedClockIns(tutor)).toEqual([]);
  const [lesson] = await sent();
  expect(lesson.minutes).toBe(45);
  expect(posts).toBe(2);
  await open(family, `/clock-in/${lesson.id}`);
  await expect(family.getByText(classes.gapStart.replace('{{gap}}', '45 分鐘'))).toBeVisible();

  // What the tutor notes about the lesson stands on the family's page at once.
  await open(tutor, `/clock-in/${lesson.id}`);
  await tutor.getByRole('button', { name: classes.note.write }).click();
  await tutor.getByLabel(new RegExp(`^${classes.note.done}`)).fill('二次方程：配方法');
  await tutor.getByLabel(new RegExp(`^${classes.note.homework}`)).fill('練習 5，第 1 至 8 題');
  await expectAccessible(tutor, 'writing a note');
  await tutor.getByRole('button', { name: classes.note.save, exact: true }).click();
  await expect(family.getByText('練習 5，第 1 至 8 題')).toBeVisible();

  // Two tabs of one phone send a clock-in once; one that is too old is refused and shown with the reason.
  const second = await tutor.context().newPage();
  await open(second, '/clock-in');
  await open(tutor, '/clock-in');
  await tutor.waitForLoadState('networkidle');
  await tutor.context().setOffline(true);
  await startExtra(tutor);
  await expect(endButton(tutor)).toBeVisible();
  await expect(endButton(second)).toBeVisible();
  await backdateClockIns(tutor, 8 * 24 * 60);
  await tutor.context().setOffline(false);
  for (const page of [tutor, second])
    await expect(
      page.getByText(classes.queue.refused.replace('{{reason}}', '這個打卡紀錄太舊')),
    ).toBeVisible();
  expect(posts).toBe(3);
  await second.close();
  await expect(startButton(tutor)).toBeVisible();

  // The next user of the device neither sees nor sends it; its owner finds it again.
  await open(tutor, '/me');
  await tutor.getByRole('button', { name: zh.me.logOutHere }).click();
  await expect(confirmation(tutor)).toContainText(classes.leaving.text);
  await confirmation(tutor).getByRole('button', { name: classes.leaving.keep }).click();
  await expectPath(tutor, '/');
  expect(await tutor.evaluate(() => localStorage.getItem('mingshi:clock-in-for'))).toBeNull();
  const other = await signUp(tutor, { mobile: newNumber(), name: '何老師', identity: 2 });
  await open(tutor, '/clock-in');
  await expect(tutor.getByText(zh.rooms.clockIn.emptyTitle)).toBeVisible();
  await expect(tutor.getByText(/未被接受/)).toHaveCount(0);
  expect((await storedClockIns(tutor)).every(({ owner }) => owner !== other.id)).toBe(true);
  await tutor.context().clearCookies();
  await logInByApi(tutor, mobiles.tutor);
  await open(tutor, '/clock-in');
  await tutor.getByRole('button', { name: classes.queue.dismiss }).click();
  await expect(tutor.getByText(/未被接受/)).toHaveCount(0);
  expect((await sent()).length).toBe(1);
});

test('a dispute with both accounts; the calendar by keyboard; a lesson is moved and cancelled, and the class stopped', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(120_000);
  const soon = Date.now() + 3 * dayMs;
  const { family, tutor, classId } = await matched(browser, baseURL, {
    family: { width: 1280 },
    tutor: { width: 1280 },
    offer: { slots: slotsAt(soon), price: 300 },
  });
  await clockIn(tutor, classId, 1, 200);
  const { lesson } = await clockIn(tutor, classId, 2, 110);
  const complaints = [complaintsOf(family), complaintsOf(tutor)];
  await open(tutor, `/clock-in/${lesson.id}`);
  await open(family, `/clock-in/${lesson.id}`);
  await expect(family.getByText('HK$450')).toBeVisible();

  await family.getByRole('button', { name: /^有異議：/ }).click();
  const note = family.getByRole('dialog').getByLabel(classes.disputeLabel);
  await expect(note).toBeFocused();
  await family.getByRole('button', { name: classes.disputeSend }).click();
  await expect(family.getByText(classes.noteMissing)).toBeVisible();
  await note.fill('當日只上了一小時。');
  await family.getByRole('button', { name: classes.disputeSend }).click();
  await expect(family.getByText(classes.is.disputed.family)).toBeVisible();
  await expect(tutor.getByText('當日只上了一小時。')).toBeVisible();
  await tutor.getByRole('button', { name: classes.account.button }).click();
  await tutor.getByLabel(classes.account.label).fill('學生遲到，補回了半小時。');
  await tutor.getByRole('button', { name: classes.account.send }).click();
  await expect(family.getByText('學生遲到，補回了半小時。')).toBeVisible();
  await expectFits(family, 'a dispute');

  // The calendar grid is a single tab stop with arrow key navigation; the address keeps the day.
  await family.getByRole('link', { name: classes.toList }).click();
  await family.getByRole('button', { name: classes.view.month, exact: true }).click();
  const grid = family.getByRole('grid');
  await expect(grid).toBeVisible();
  await expect(family.getByRole('gridcell', { selected: true })).toHaveCount(1);
  await expectAccessible(family, 'a month');
  const today = dayAt(Date.now());
  await grid.locator('[tabindex="0"]').focus();
  const isAt = async (day: string) => {
    await expect(grid.locator(`[data-day="${day}"]`)).toBeFocused();
    await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
  };
  const on = (day: string, days: number) => dayAt(Date.parse(`${day}T00:00:00Z`) + days * dayMs);
  await isAt(today);
  const monthName = `${Number(today.slice(0, 4))} 年 ${Number(today.slice(5, 7))} 月`;
  await expect(grid).toHaveAccessibleName(monthName);
  await family.keyboard.press('ArrowRight');
  await isAt(on(today, 1));
  await family.keyboard.press('ArrowDown');
  await isAt(on(today, 8));
  await family.keyboard.press('ArrowUp');
  await family.keyboard.press('ArrowLeft');
  await isAt(today);
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || 7;
  await family.keyboard.press('Home');
  await isAt(on(today, 1 - weekday));
  await family.keyboard.press('End');
  await isAt(on(today, 7 - weekday));
  await family.keyboard.press('PageDown');
  await expect(grid).not.toHaveAccessibleName(monthName);
  await family.keyboard.press('PageUp');
  await expect(grid).toHaveAccessibleName(monthName);
  await grid.locator(`[data-day="${today}"]`).click();
  const planned = dayAt(soon);
  for (let day = today; day < planned; day = on(day, 1)) {
    await isAt(day);
    await family.keyboard.press('ArrowRight');
  }
  await isAt(planned);
  await expect(grid.locator(`[data-day="${planned}"]`)).toHaveAccessibleName(
    new RegExp(`\\d\\d:\\d\\d .*${classes.state.planned}`),
  );
  await expect.poll(() => new URL(family.url()).searchParams.get('day')).toBe(planned);
  await family.reload();
  await expect(grid.locator(`[data-day="${planned}"]`)).toHaveAttribute('tabindex', '0');

  // A lesson moves once the other side has agreed.
  await open(tutor, `/clock-in?view=month&day=${on(planned, 1)}`);
  await family.getByRole('button', { name: /改期$/ }).click();
  await expect(family.getByRole('dialog')).toContainText(zh.plan.holds);
  await expectAccessible(family, 'moving a lesson');
  await proposeTime(family, on(planned, 1), '12:00');
  const [asked] = (await call(tutor, 'GET', `/api/users/classes/${classId}/proposals`)).list;
  await call(tutor, 'PUT', `/api/users/plan_proposals/${asked.id}/accept`);
  await expect(tutor.getByRole('region', { name: /星期/ }).getByText(classes.state.moved)).toBeVisible();
  await tutor.getByRole('button', { name: /^不能來：.* 的課堂$/ }).click();
  await tutor.getByRole('dialog').getByLabel(zh.plan.absent.reason).fill('考試');
  await tutor.getByRole('button', { name: zh.plan.absent.send }).click();
  // A cancelled lesson stays at its planned time.
  await tutor.getByRole('grid').locator(`[data-day="${planned}"]`).click();
  await expect(tutor.getByText(classes.cancelledBy.tutor)).toBeVisible();

  // The list filters by state, and the address keeps the filter.
  await open(family, '/clock-in?view=list');
  await family.getByLabel(classes.stateLabel).selectOption({ label: classes.state.confirmed });
  await expect(family.getByText(classes.noRecords)).toBeVisible();
  await family.getByLabel(classes.stateLabel).selectOption({ label: classes.state.disputed });
  await expect(family.getByRole('list', { name: classes.records }).getByRole('link')).toHaveCount(1);
  await expect.poll(() => new URL(family.url()).search).toBe('?view=list&state=disputed');
  await expectAccessible(family, 'a list of records');

  // The tutor stops the class, with a reason.
  await tutor.getByRole('button', { name: new RegExp(`^${classes.stop.button}`) }).click();
  await expect(tutor.getByRole('dialog')).toContainText('不能復原');
  await tutor.getByLabel(classes.stop.reason).fill('學期結束');
  await tutor.getByRole('button', { name: classes.stop.send, exact: true }).click();
  await expect(tutor.getByText(classes.finish[2], { exact: true })).toBeVisible();
  await expect(startButton(tutor)).toHaveCount(0);
  await expect(family.getByText(/由導師停止。原因：學期結束/)).toBeVisible();
  expect(complaints.flat()).toEqual([]);

  // A late lesson counts against the tutor, who appeals, on a phone and in English.
  await sql(
    `insert into lesson_outcomes (class_id, tutor_user_id, planned_at, outcome)
     select id, tutor_user_id, now() - interval '3 days', 'late' from classes where id = $1`,
    [classId],
  );
  const { classes: en } = words.en;
  await tutor.setViewportSize({ width: 375, height: 800 });
  await open(tutor, '/en/clock-in');
  await tutor.getByText(en.reliability.against.replace('{{count}}', '1')).click();
  await tutor.getByRole('button', { name: /^Appeal about/ }).click();
  await tutor.getByLabel(en.appeal.label).fill('The train stood still.');
  await tutor.getByRole('button', { name: en.appeal.send }).click();
  await expect(tutor.getByText(en.appeal.open)).toBeVisible();
  await expectFits(tutor, 'in English');
});

test('at the end of a month the family scans a code, pays and says so, the tutor receives it, and the files add up', {
  tag: '@whole',
}, async ({ browser, baseURL }) => {
  test.setTimeout(90_000);
  const { family, tutor, classId, matchId } = await matched(browser, baseURL, { offer: { price: 320 } });
  const complaints = [complaintsOf(family), complaintsOf(tutor)];
  for (const page of [family, tutor])
    await call(page, 'PUT', `/api/users/matches/${matchId}/contact`, { agree: true });
  const month = addToMonth(monthOf(today()), -1);
  // Two lessons of the month before, each five minutes longer than agreed.
  await sql(`
    alter table classes disable trigger hold_class;
    update classes set made_at = made_at - interval '70 days' where id = ${classId};
    alter table classes enable trigger hold_class;
    insert into lessons (class_id, tutor_user_id, started_at, ended_at, ended_how, start_device_at, start_received_at,
      end_device_at, end_received_at, state, confirm_by, settled_how, settled_at)
    select id, tutor_user_id, at, at + make_interval(mins => lesson_minutes + 5), 'tutor', at, at, at, at, 'confirmed',
      at, 'family', at
    from classes, unnest(array['${month}-05 18:00+08', '${month}-12 18:00+08']::timestamptz[]) as at
    where id = ${classId}`);
  const { lesson_minutes } = await call(tutor, 'GET', `/api/users/classes/${classId}`);
  const amount = (2 * 320 * lesson_minutes) / 60;
  const sum = `HK$${String(amount).replace(/\B(?=(\d{3})+$)/, ',')}`;
  const { fees } = zh;
  const said = (page: Page, text: string) => page.locator('[data-kind=success]').filter({ hasText: text });
  const toFees = async (page: Page) => {
    await open(page, '/me');
    await page.getByRole('link', { name: zh.me.fees, exact: true }).click();
    await expect(page.getByRole('heading', { name: formatMonth(month, 'zh-Hant') })).toBeVisible();
  };

  await toFees(tutor);
  await tutor.getByLabel(fees.fps.label).fill('12345678');
  await tutor.getByRole('button', { name: fees.fps.save, exact: true }).click();
  await expect(tutor.getByText(fees.fps.wrong)).toBeVisible();
  await tutor.getByLabel(fees.fps.label).fill('9123 4567');
  await tutor.getByRole('button', { name: fees.fps.save, exact: true }).click();
  await expect(said(tutor, fees.fps.saved)).toBeVisible();

  // The family reads the code, pays, says so, takes it back and says so again.
  await toFees(family);
  const code = family.getByRole('img', { name: new RegExp(fees.pay.alt.split('，')[0] ?? '') });
  const drawn = decodeURIComponent(((await code.getAttribute('src')) ?? '').replace(/^[^,]*,/, ''));
  const payload = await readQr(drawn);
  expect(payload).toContain('hk.com.hkicl0313+852-91234567');
  expect(payload).toContain(`54${String(String(amount).length).padStart(2, '0')}${amount}5802HK`);
  await expectAccessible(family, "the family's month");
  await expectFits(family, "the family's month");
  const paid = family.getByRole('button', { name: new RegExp(`^${fees.paid.split(' ')[0]} `) });
  await paid.click();
  await expect(said(family, fees.paidDone)).toBeVisible();
  await expect(code).toHaveCount(0);
  // The tutor sees each of it without a reload.
  const receive = tutor.getByRole('button', { name: new RegExp(`^${fees.receive.split(' ')[0]} `) });
  await expect(receive).toBeVisible();
  await family.getByRole('button', { name: new RegExp(`^${fees.undo}`) }).click();
  await expect(receive).toHaveCount(0);
  await paid.click();
  await receive.click();
  await expect(said(tutor, fees.receiveDone)).toBeVisible();
  await expect(family.getByText(`確認收到 ${sum}`)).toBeVisible();
  await expect(family.getByRole('button', { name: new RegExp(`^${fees.undo}`) })).toHaveCount(0);
  await expectAccessible(tutor, "the tutor's month and year");
  await expectFits(tutor, "the tutor's month and year");
  const year = tutor.getByRole('table', { name: fees.year.byMonth });
  await expect(year.getByRole('row').last()).toContainText(sum.replace('HK$', ''));

  const downloaded = tutor.waitForEvent('download');
  await tutor.getByRole('button', { name: /^CSV/ }).click();
  const csv = await readFile(await (await downloaded).path(), 'utf8');
  const rows = csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const at = rows[0]?.indexOf('HK$') ?? -1;
  const amounts = rows.slice(1, -1).map((row) => Number(row[at]));
  expect(amounts).toEqual([amount / 2, amount / 2]);
  expect(Number(rows.at(-1)?.[at])).toBe(amount);
  expect(complaints.flat()).toEqual([]);
});
