import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { addToMonth, dayOf, isoTimeAt, monthOf, today } from '#shared/hong-kong.ts';
import { chargedMinutes, type FeeRule } from '#shared/money/fee-rules.ts';
import { type Person, signedIn } from '#tests/callers.ts';
import { classroom, type Pair } from '#tests/classes.ts';
import { wholeCase } from '#tests/forms.ts';
import { marketOf, match } from '#tests/market.ts';
import { addPerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { classData } from '../personal-data.ts';
import { remindFees, tellStatement } from './notice.ts';
import { markPaid } from './payments.ts';

const market = marketOf(await serve());
const { call, query, database } = market;
const room = classroom(market);
const last = addToMonth(monthOf(today()), -1);

type Taught = Pick<Pair, 'classId' | 'tutor'>;

/** A lesson of the month before, as it would have been stored. */
async function lesson({ classId, tutor }: Taught, day: number, minutes: number, more: { at?: string } = {}) {
  const from = more.at ?? isoTimeAt(`${last}-${String(day).padStart(2, '0')}`, '17:00');
  const [row] = await query(
    `insert into lessons (class_id, tutor_user_id, started_at, ended_at, ended_how, start_device_at, start_received_at,
       end_device_at, end_received_at, state, confirm_by, settled_how, settled_at)
     select $1, $2, at, at + make_interval(mins => $4), 'tutor', at, at, at, at, 'confirmed', at, 'family', at
     from (select $3::timestamptz as at) as given returning id::int`,
    [classId, tutor.id, from, minutes],
  );
  return row.id as number;
}
const fees = async (person: Person, side: 'family' | 'tutor', month = last) =>
  (await call(person, `GET /api/users/fees?month=${month}&side=${side}`)).data;
const pay = (person: Person, classId: number, amount: number, key: string = randomUUID()) =>
  call(person, `POST /api/users/classes/${classId}/payments`, { month: last, amount, key });
const exchange = async ({ family, tutor, matchId }: Pair) => {
  for (const person of [family, tutor])
    await call(person, `PUT /api/users/matches/${matchId}/contact`, { agree: true });
};
const block = ({ family, tutor, matchId }: Pair) =>
  query(
    `insert into user_blocks (blocker_user_id, blocked_user_id, place, place_id) values ($1, $2, 'match', $3)`,
    [tutor.id, family.id, matchId],
  );
async function file(person: Person, path: string) {
  const { rawPayload, body, statusCode } = await market.app.inject({
    url: `/api/users/${path}`,
    headers: signedIn(person, 'zh-Hant'),
  });
  expect(statusCode).toBe(200);
  return { bytes: rawPayload, lines: body.replace('\uFEFF', '').trim().split('\r\n') };
}
/** Adds up the columns of figures above the last line, and gives that line. */
function columnsOf(lines: readonly string[]) {
  const rows = lines.slice(1).map((line) => line.split(','));
  const total = rows.pop() ?? [];
  const sums = total.map((_, at) => rows.reduce((sum, row) => sum + Number(row[at]), 0));
  return { total, sums };
}

test('the database charges as the program does: by the agreed lesson, the quarter of an hour, the minute', async () => {
  expect(chargedMinutes('lesson', 95, 90)).toBe(90);
  expect([75, 105, 74, 106, 60].map((minutes) => chargedMinutes('lesson', minutes, 90))).toEqual([
    90, 90, 75, 105, 60,
  ]);
  expect([0, 7, 8, 22, 23].map((minutes) => chargedMinutes('quarter', minutes, 90))).toEqual([
    0, 0, 15, 15, 30,
  ]);
  const rows = await query(`
    select rule, minutes, agreed, charged_minutes(rule, minutes, agreed) as charged
    from unnest(array['lesson', 'quarter', 'minute']) rule, generate_series(0, 200) minutes,
      unnest(array[null, 30, 60, 90]) agreed`);
  expect(rows).toHaveLength(3 * 201 * 4);
  expect(rows.every((row) => chargedMinutes(row.rule, row.minutes, row.agreed) === row.charged)).toBe(true);
});

test('a class is charged by the agreed lesson; another rule holds once the other accepts, and not for lessons before', async () => {
  const couple = await room.pair();
  const { family, tutor, classId } = couple;
  await query('alter table classes disable trigger hold_class');
  await query('update classes set price = 320 where id = $1', [classId]);
  await query('alter table classes enable trigger hold_class');
  await lesson(couple, 3, 95);
  const statement = async () =>
    (await call(tutor, `GET /api/users/classes/${classId}/statement?month=${last}`)).data;
  expect((await statement()).lessons).toMatchObject([
    { minutes: 95, agreed_minutes: 90, charged_minutes: 90, fee_rule: 'lesson', amount: 480 },
  ]);
  const before = await statement();

  const propose = (person: Person, fee_rule: FeeRule) =>
    call(person, `POST /api/users/classes/${classId}/proposals`, {
      kind: 'fee_rule',
      key: randomUUID(),
      fee_rule,
    });
  expect(await propose(tutor, 'lesson')).toMatchObject({ code: 2514 });
  const asked = await propose(tutor, 'minute');
  expect(asked.data).toMatchObject({
    kind: 'fee_rule',
    fee_rule: 'minute',
    was_fee_rule: 'lesson',
    state: 'open',
  });
  expect((await call(family, `GET /api/users/classes/${classId}`)).data).toMatchObject({
    fee_rule: 'lesson',
  });
  // Nobody sets it alone, whatever the program above does.
  await expect(query(`update classes set fee_rule = 'minute' where id = $1`, [classId])).rejects.toThrow(
    /agree/,
  );
  const accept = (person: Person) => call(person, `PUT /api/users/plan_proposals/${asked.data.id}/accept`);
  expect(await accept(tutor)).toMatchObject({ code: 3006 });
  expect(await accept(family)).toMatchObject({ code: 0, data: { state: 'accepted' } });
  expect((await call(tutor, `GET /api/users/classes/${classId}`)).data).toMatchObject({ fee_rule: 'minute' });

  expect(await statement()).toEqual(before);
  // Written down afterwards, it has the rule of its day.
  await lesson(couple, 10, 95);
  expect((await statement()).lessons[1]).toMatchObject({ fee_rule: 'lesson', amount: 480 });
  await lesson(couple, 0, 95, { at: new Date(Date.now() + 60_000).toISOString() });
  const now = (await call(family, 'GET /api/users/clock_in?page_size=1')).data.list[0];
  expect(now).toMatchObject({ fee_rule: 'minute', charged_minutes: 95, amount: 507 });
  await expect(
    query(`update lessons set fee_rule = 'minute' where class_id = $1 and fee_rule = 'lesson'`, [classId]),
  ).rejects.toThrow(/does not change/);
  expect(await market.noticeKindsOf(family)).toContain('plan_proposed');
});

test('the family marks a month as paid, the tutor as received: once, with who and when, and a correction is a difference', async () => {
  const couple = await room.pair();
  const { family, tutor, classId } = couple;
  const stranger = { ...(await addPerson(database)), identity: 1 as const };
  const [first] = [await lesson(couple, 3, 90), await lesson(couple, 10, 90)];
  expect((await fees(family, 'family')).accounts).toMatchObject([
    { class_id: classId, amount: 840, received: 0, marked: 0, open: 840, payments: [] },
  ]);
  expect(await pay(stranger, classId, 840)).toMatchObject({ code: 1005 });
  expect(await pay(family, classId, 839)).toMatchObject({ code: 2519 });

  // Two taps, two tabs and both sides at once: one payment.
  const key = randomUUID();
  const taps = await Promise.all([
    pay(family, classId, 840, key),
    pay(family, classId, 840, key),
    pay(family, classId, 840),
    pay(family, classId, 840),
  ]);
  expect(taps.filter(({ code }) => code === 0).length).toBeGreaterThan(0);
  const [account] = (await fees(tutor, 'tutor')).accounts;
  expect(account).toMatchObject({
    amount: 840,
    received: 0,
    marked: 840,
    open: 0,
    payments: [{ amount: 840 }],
  });
  const { id } = account.payments[0];
  const receive = (person: Person) => call(person, `PUT /api/users/payments/${id}/receive`);
  const undo = (person: Person) => call(person, `PUT /api/users/payments/${id}/undo`);
  expect(await receive(family)).toMatchObject({ code: 3006 });
  expect(await receive(stranger)).toMatchObject({ code: 1005 });

  // The family's word can be taken back until the tutor has received it.
  expect(await undo(family)).toMatchObject({ code: 0, data: { payment: null } });
  expect(await undo(family)).toMatchObject({ code: 0, data: { payment: null } });
  expect(await receive(tutor)).toMatchObject({ code: 2519 });
  const again = (await pay(family, classId, 840)).data;
  const received = () => call(tutor, `PUT /api/users/payments/${again.id}/receive`);
  const all = await Promise.all([received(), received(), received()]);
  expect(new Set(all.map(({ data }) => data.received_at)).size).toBe(1);
  expect(await call(family, `PUT /api/users/payments/${again.id}/undo`)).toMatchObject({ code: 2520 });
  expect(await call(tutor, `PUT /api/users/payments/${again.id}/undo`)).toMatchObject({
    code: 0,
    data: { payment: { received_at: null } },
  });
  await received();
  const history = await query(
    `select actor, what, facts ->> 'amount' as amount from class_history where class_id = $1 and what like 'fee_%' order by id`,
    [classId],
  );
  expect(history.map(({ actor, what }) => `${actor} ${what}`)).toEqual([
    'family fee_paid',
    'family fee_paid_undone',
    'family fee_paid',
    'tutor fee_received',
    'tutor fee_received_undone',
    'tutor fee_received',
  ]);
  await query('alter table fee_payments disable trigger hold_payment');
  await query(`update fee_payments set received_at = received_at - interval '11 minutes' where id = $1`, [
    again.id,
  ]);
  await query('alter table fee_payments enable trigger hold_payment');
  expect(await call(tutor, `PUT /api/users/payments/${again.id}/undo`)).toMatchObject({ code: 2520 });
  for (const change of ['received_at = null', 'amount = 1', 'undone_at = now()'])
    await expect(query(`update fee_payments set ${change} where id = $1`, [again.id])).rejects.toThrow();

  const told = async (person: { id: number }) =>
    (await market.noticeKindsOf(person)).filter((kind) => kind.startsWith('fee_'));
  expect(await told(tutor)).toEqual(['fee_paid', 'fee_paid']);
  expect(await told(family)).toEqual(['fee_received', 'fee_received']);
  // Both agree afterwards that a lesson was shorter: what was paid stays, and the rest shows.
  await query('alter table lessons disable trigger hold_lesson');
  await query(`update lessons set ended_at = started_at + interval '60 minutes' where id = $1`, [first]);
  await query('alter table lessons enable trigger hold_lesson');
  expect((await fees(family, 'family')).accounts[0]).toMatchObject({
    amount: 700,
    received: 840,
    open: -140,
  });
  await lesson(couple, 17, 90);
  expect((await fees(family, 'family')).accounts[0]).toMatchObject({
    amount: 1120,
    received: 840,
    open: 280,
  });
  // The tutor marks it while the family's mark is under way: one of them counts.
  const late = await database.transaction(async (tx) => {
    await markPaid(tx, family.id, classId, { month: last, amount: 280, key: randomUUID() });
    const asked = pay(tutor, classId, 280);
    await Promise.race([asked, sleep(300)]);
    return { asked };
  });
  expect(await late.asked).toMatchObject({ code: 2519 });
  expect(await fees(family, 'family')).toMatchObject({ amount: 1120, received: 840, marked: 280, open: 0 });
});

test('page, CSV, PDF and year agree to the dollar, over all children of a family and all families of a tutor', async () => {
  const one = await room.pair();
  const { family, tutor } = one;
  const second = await call(family, 'POST /api/common_info/student_detailed_registration', {
    ...wholeCase,
    start_tutoring_date: null,
  });
  await match(market, { ...family, caseId: second.data.id }, tutor, { slots: [] });
  const [{ id: secondClass }] = await query(
    'select max(id)::int as id from classes where tutor_user_id = $1',
    [tutor.id],
  );
  await room.age(secondClass, 400);
  const other = await room.pair([], tutor);
  await exchange(one);
  await query(`update users set name = '=陳太, Mary' where id = $1`, [family.id]);
  await lesson(one, 3, 95);
  await lesson(one, 10, 40);
  await lesson({ classId: secondClass, tutor }, 4, 90);
  await lesson(other, 5, 61);
  const disputed = await lesson(other, 12, 90);
  await query('alter table lessons disable trigger hold_lesson');
  await query(`update lessons set state = 'disputed', settled_how = null, settled_at = null where id = $1`, [
    disputed,
  ]);
  await query('alter table lessons enable trigger hold_lesson');
  await pay(family, one.classId, 420 + 210 + 420);

  const page = await fees(tutor, 'tutor');
  expect(page).toMatchObject({
    lessons: 4,
    minutes: 286,
    charged_minutes: 285,
    amount: 1330,
    marked: 1050,
    open: 280,
  });
  expect(page.accounts).toMatchObject([
    {
      class_id: one.classId,
      name: '=陳太, Mary',
      amount: 1050,
      classes: [{ id: one.classId }, { id: secondClass }],
    },
    { class_id: other.classId, name: '', amount: 280 },
  ]);
  const csv = columnsOf(
    (await file(tutor, `fees.csv?month=${last}&side=tutor`)).lines.map((line) =>
      line.replaceAll(/"[^"]*"/g, ''),
    ),
  );
  const figures = [6, 7, 9];
  expect(figures.map((at) => csv.sums[at])).toEqual([286, 285, 1330]);
  expect(figures.map((at) => Number(csv.total[at]))).toEqual([286, 285, 1330]);
  const { lines } = await file(tutor, `fees.csv?month=${last}&side=tutor`);
  // One family alone; somebody else's class is not found.
  const alone = columnsOf(
    (await file(tutor, `fees.csv?month=${last}&side=tutor&class_id=${other.classId}`)).lines,
  );
  expect(alone.total[9]).toBe('280');
  expect(
    await call(family, `GET /api/users/fees.csv?month=${last}&side=family&class_id=${other.classId}`),
  ).toMatchObject({ code: 1005 });
  // No cell is a formula.
  expect(lines[1]).toContain(`"'=陳太, Mary"`);
  expect(lines.some((line) => /(^|,)[=+@-]/.test(line))).toBe(false);

  const printed = async (person: Person, path: string) => {
    const { bytes } = await file(person, path);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
    return text.replace(/\s+/g, ' ');
  };
  const pdf = await printed(tutor, `fees.pdf?month=${last}&side=tutor`);
  for (const words of [
    '總計 4 節課 286 285 1330',
    '家長已付，待導師確認 HK$ 1050',
    '未付 HK$ 280',
    '=陳太, Mary',
    '按議定課時',
  ])
    expect(pdf).toContain(words);
  // The family's name only after the exchange, and the tutor's surname until then.
  const ofOne = await printed(family, `classes/${one.classId}/statement.pdf?month=${last}`);
  expect(ofOne).toContain('家長 =陳太, Mary');
  const ofOther = await printed(other.family, `fees.pdf?month=${last}&side=family`);
  expect(ofOther).toContain('陳導師');
  expect(ofOther).not.toContain('家長 ');
  expect(ofOther).toContain('合計 1 節課 61 60 280');
  expect(await fees(family, 'family')).toMatchObject({ lessons: 3, amount: 1050, marked: 1050, open: 0 });

  const first = Number(last.slice(0, 4)) - (Number(last.slice(5)) < 4 ? 1 : 0);
  const year = (await call(tutor, `GET /api/users/fee_year?year=${first}&side=tutor`)).data;
  expect(year).toMatchObject({ amount: 1330, marked: 1050, received: 0, open: 280 });
  expect(year.months).toHaveLength(12);
  expect(year.months[0].month).toBe(`${first}-04`);
  expect(year.months.find(({ month }: { month: string }) => month === last)).toMatchObject({ amount: 1330 });
  expect(year.accounts).toMatchObject([{ amount: 1050 }, { amount: 280 }]);
  const yearCsv = columnsOf(
    (await file(tutor, `fee_year.csv?year=${first}&side=tutor`)).lines.map((line) =>
      line.replaceAll(/"[^"]*"/g, ''),
    ),
  );
  expect(yearCsv.total.slice(2).map(Number)).toEqual([4, 286, 285, 1330, 0, 1050, 280]);
  expect(yearCsv.sums.slice(2)).toEqual([4, 286, 285, 1330, 0, 1050, 280]);
  expect((await call(tutor, `GET /api/users/fee_year?year=${first - 1}&side=tutor`)).data.amount).toBe(0);
});

test('an FPS identifier is stored encrypted and reaches only families that have exchanged contacts and owe something', async () => {
  const couple = await room.pair();
  const { family, tutor, classId } = couple;
  const another = await room.pair([], tutor);
  for (const pair of [couple, another]) await lesson(pair, pair === couple ? 3 : 4, 90);
  const save = (value: string) => call(tutor, 'PUT /api/users/fps', { value });
  expect(await save('12345678')).toMatchObject({
    code: 1001,
    data: { fields: { value: expect.any(String) } },
  });
  expect((await save('9123 4567')).data.fps).toMatchObject({ kind: 'phone', value: '+852-91234567' });
  const [row] = await query('select fps_ids::text as row from fps_ids where user_id = $1', [tutor.id]);
  expect(row.row).not.toMatch(/91234567/);

  const fpsFor = async (person: Person) => (await fees(person, 'family')).accounts[0].fps;
  expect(await fpsFor(family)).toBeNull();
  await exchange(couple);
  expect(await fpsFor(family)).toMatchObject({ kind: 'phone', value: '+852-91234567' });
  expect((await fpsFor(family)).payload).toContain('5403420');
  expect(await fpsFor(another.family)).toBeNull();
  expect((await fees(tutor, 'tutor')).accounts[0].fps).toBeNull();
  expect((await call(family, 'GET /api/users/fps')).data.fps).toBeNull();

  await block(couple);
  expect(await fpsFor(family)).toBeNull();
  await query('delete from user_blocks where blocked_user_id = $1 or blocker_user_id = $1', [family.id]);
  expect(await fpsFor(family)).not.toBeNull();
  await pay(family, classId, 420);
  expect(await fpsFor(family)).toBeNull();

  const person = { userId: tutor.id, phone: {} as never, phoneHashes: [], decrypt: () => 'opened' };
  expect((await classData.exportRows(database.db, person)).fps_ids).toMatchObject([{ value: 'opened' }]);
  await database.transaction((tx) => classData.forget(tx, person));
  expect(await query('select 1 from fps_ids where user_id = $1', [tutor.id])).toEqual([]);
});

test('a family is reminded once and kindly of a month of which nothing is marked', async () => {
  const couple = await room.pair();
  const { family, tutor, classId } = couple;
  await lesson(couple, 3, 90);
  const remind = () => database.transaction((tx) => remindFees(tx, classId, last));
  const told = async () =>
    (await market.noticeKindsOf(family)).filter((kind) => kind === 'fee_unpaid').length;
  await database.transaction((tx) => tellStatement(tx, classId, last));
  const [job] = await query('select run_at from graphile_worker.jobs where key = $1', [
    `fees:${classId}:${last}`,
  ]);
  expect(dayOf(job.run_at) > dayOf(new Date(Date.now() + 6 * 86_400_000))).toBe(true);

  // Not while the two are blocked, and not once something of it is marked as paid.
  await block(couple);
  await remind();
  await query('delete from user_blocks where blocked_user_id = $1', [family.id]);
  const paid = await pay(family, classId, 420);
  await lesson(couple, 10, 90);
  await remind();
  expect(await told()).toBe(0);
  await call(family, `PUT /api/users/payments/${paid.data.id}/undo`);
  await Promise.all([remind(), remind(), remind()]);
  expect(await told()).toBe(1);
  expect(await market.noticeKindsOf(tutor)).not.toContain('fee_unpaid');
  // What it asks for is done.
  const unread = async () =>
    (
      await query(`select 1 from notices where user_id = $1 and kind = 'fee_unpaid' and read_at is null`, [
        family.id,
      ])
    ).length;
  expect(await unread()).toBe(1);
  await pay(family, classId, 840);
  expect(await unread()).toBe(0);
});
