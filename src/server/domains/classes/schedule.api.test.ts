import { expect, test } from 'vitest';
import { ban, lift } from '#server/domains/accounts/bans.ts';
import type { Person } from '#tests/callers.ts';
import { signedIn } from '#tests/callers.ts';
import { classroom, minutesOn, nextSlot, slotOf, slotStart } from '#tests/classes.ts';
import { marketOf } from '#tests/market.ts';
import { addPerson, samplePerson, testPhoneEncryption } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { judgeLessons } from './outcomes.ts';
import { classData } from './personal-data.ts';

const market = marketOf(await serve());
const { pair, clockIn: tap, taught, age } = classroom(market);
const day = (time: Date) => new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
const hours = (count: number) => minutesOn(count * 60);
const schedule = async (person: Person, from: Date, to: Date) =>
  (await market.call(person, `GET /api/users/schedule?from=${day(from)}&to=${day(to)}`)).data.list;
const change = (
  person: Person,
  classId: number,
  what: 'cancel' | 'reschedule',
  plannedAt: Date,
  more: object = {},
) =>
  market.call(person, `POST /api/users/classes/${classId}/${what}`, {
    planned_at: plannedAt.toISOString(),
    ...more,
  });
const outcomes = (classId: number) =>
  market.query('select outcome from lesson_outcomes where class_id = $1 order by planned_at', [classId]);
const judge = (classId: number) => market.database.transaction((tx) => judgeLessons(tx, classId));

test('planned lessons come from the weekly half hours; moved and cancelled lessons are marked', async () => {
  const [soon, later] = [slotOf(hours(5)), slotOf(hours(50))];
  const { family, tutor, classId } = await pair([soon, nextSlot(soon), later]);
  const [first, second] = [slotStart(hours(5)), slotStart(hours(50))];
  const plan = await schedule(family, hours(0), hours(6 * 24));
  expect(plan).toMatchObject([
    { planned_at: first.toISOString(), state: 'planned', my_side: 'family' },
    { planned_at: second.toISOString(), state: 'planned' },
  ]);
  expect(Date.parse(plan[0].ends_at) - Date.parse(plan[0].starts_at)).toBe(3_600_000);

  // A move is proposed, and holds once the other side has accepted it.
  const noon = new Date(`${day(hours(80))}T12:00:00+08:00`);
  const to = { moved_to: noon.toISOString() };
  expect(await change(family, classId, 'reschedule', hours(51), to)).toMatchObject({ code: 2511 });
  const asked = await change(family, classId, 'reschedule', second, to);
  expect(asked.data).toMatchObject({ state: 'planned', starts_at: second.toISOString() });
  expect((await market.noticeKindsOf(tutor)).at(-1)).toBe('plan_proposed');
  const accepted = await market.call(tutor, `PUT /api/users/plan_proposals/${asked.data.proposal_id}/accept`);
  expect(accepted).toMatchObject({ code: 0, data: { kind: 'move', state: 'accepted' } });
  const moved = (await schedule(family, noon, noon))[0];
  expect(moved).toMatchObject({ state: 'moved', starts_at: noon.toISOString(), proposal_id: null });
  const [regular] = await schedule(tutor, hours(0), hours(24));
  expect(regular).toMatchObject({ class_id: classId, my_side: 'tutor' });

  const cancelled = await change(family, classId, 'cancel', first, { reason: '生病' });
  expect(cancelled.data).toMatchObject({ state: 'cancelled', cancelled_by: 'family' });
  expect((await market.noticeKindsOf(tutor)).at(-1)).toBe('lesson_cancelled');
  expect(await change(tutor, classId, 'cancel', first)).toMatchObject({ code: 0 });
  expect(await outcomes(classId)).toEqual([]);
  const stranger = { ...(await addPerson(market.database)), identity: 1 as const };
  expect(await change(stranger, classId, 'cancel', second)).toMatchObject({ code: 1005 });
  const many = await market.call(family, 'GET /api/users/schedule?from=2026-01-01&to=2026-12-31');
  expect(many).toMatchObject({ code: 1001, data: { fields: { to: expect.any(String) } } });
});

test('late, absent and late-cancelled lessons count against the tutor, unless an operator excuses them', async () => {
  const ago = [hours(-80), hours(-56), hours(-32)] as const;
  const soon = hours(3);
  const couple = await pair([...ago, soon].map(slotOf));
  const { tutor, classId } = couple;
  await age(classId, 4);
  const start = slotStart(ago[0]);
  // Up to 15 minutes counts as on time, 16 minutes as late.
  const onTime = await tap(tutor, classId, 1, 0, { exact: minutesOn(15, start.getTime()) });
  expect(onTime.data.lesson.planned_at).toBe(start.toISOString());
  await tap(tutor, classId, 2, 0, { exact: minutesOn(29, start.getTime()) });
  const second = slotStart(ago[1]);
  await tap(tutor, classId, 1, 0, { exact: minutesOn(16, second.getTime()) });
  await tap(tutor, classId, 2, 0, { exact: minutesOn(29, second.getTime()) });
  expect(await change(tutor, classId, 'cancel', slotStart(soon))).toMatchObject({ code: 0 });
  await judge(classId);
  expect(await outcomes(classId)).toEqual([
    { outcome: 'kept' },
    { outcome: 'late' },
    { outcome: 'absent' },
    { outcome: 'cancelled_late' },
  ]);
  // A second run changes nothing, and the next run is queued.
  await judge(classId);
  const jobs = await market.query('select from graphile_worker.jobs where key = $1', [
    `class-outcomes:${classId}`,
  ]);
  expect(jobs).toHaveLength(1);

  const reliability = { lessons_due: 4, kept: 1, late: 1, absent: 1, cancelled_late: 1 };
  const mine = (await market.call(tutor, 'GET /api/users/reliability')).data;
  expect(mine).toMatchObject({ total: 4, reliability });
  const shown = () => market.call(undefined, `GET /api/common_info/teacher_case/${tutor.listingId}`);
  expect((await shown()).data.reliability).toEqual(reliability);

  // A clock-in that arrives later, within a week, corrects the outcome.
  const third = slotStart(ago[2]);
  await tap(tutor, classId, 1, 0, { exact: third });
  await tap(tutor, classId, 2, 0, { exact: minutesOn(29, third.getTime()) });
  expect((await outcomes(classId))[2]).toEqual({ outcome: 'kept' });

  const late = mine.list.find((one: { outcome: string }) => one.outcome === 'late').id;
  const note = { note: '港鐵故障' };
  const appeal = (person: object, id: number) =>
    market.call(person as never, `PUT /api/users/reliability/${id}/appeal`, note);
  expect(await appeal(couple.family, late)).toMatchObject({ code: 1005 });
  expect((await appeal(tutor, late)).data).toMatchObject({ appeal: 'open' });
  const kept = mine.list.find((one: { outcome: string }) => one.outcome === 'kept').id;
  expect(await appeal(tutor, kept)).toMatchObject({ code: 2512 });
  const operator = {
    ...(await addPerson(market.database, { operator: true })),
    identity: 1 as const,
    operator: true,
  };
  const { list } = (await market.call(operator, 'GET /api/operator/queue?kind=reliability_appeal')).data;
  const details = await market.call(operator, `GET /api/operator/queue/${list[0].id}`);
  expect(details.data.details).toMatchObject({ outcome: 'late', tutor_note: '港鐵故障' });
  await market.call(operator, `POST /api/operator/queue/${list[0].id}/decide`, { decision: 'excuse' });
  expect((await market.noticeKindsOf(tutor)).at(-1)).toBe('reliability_decided');
  expect((await shown()).data.reliability).toMatchObject({ lessons_due: 3, kept: 2, late: 0 });
  expect(await appeal(tutor, late)).toMatchObject({ code: 2512 });
});

test('a monthly statement adds up, with months in Hong Kong time', async () => {
  const couple = await pair();
  const { family, classId } = couple;
  const ids = [
    await taught(couple, -300, -250),
    await taught(couple, -200, -119),
    await taught(couple, -60, -20),
  ];
  await market.query('alter table lessons disable trigger hold_lesson');
  // Up to the last minute of a month, and from the first minute of the next.
  const edges = ['2026-10-31 23:10+08', '2026-11-01 00:00+08', '2026-11-30 23:30+08'];
  for (const [at, id] of ids.entries())
    await market.query(
      `update lessons set started_at = $2::timestamptz, ended_at = $2::timestamptz + make_interval(mins => $3),
         taken = tstzrange($2::timestamptz, $2::timestamptz + make_interval(mins => $3)) where id = $1`,
      [id, edges[at], [50, 81, 40][at]],
    );
  await market.query('alter table lessons enable trigger hold_lesson');
  await market.call(family, `PUT /api/users/clock_in/${ids[2]}/dispute`, { note: '=1+1' });
  const statement = (month: string) =>
    market.call(family, `GET /api/users/classes/${classId}/statement?month=${month}`);
  expect((await statement('2026-10')).data.totals).toEqual({
    lessons: 1,
    minutes: 50,
    charged_minutes: 45,
    amount: 210,
  });
  const { data } = await statement('2026-11');
  expect(data.lessons).toMatchObject([{ id: ids[1] }, { id: ids[2], state: 'disputed' }]);
  expect(data.totals).toEqual({ lessons: 1, minutes: 81, charged_minutes: 90, amount: 420 });
  expect(await statement('2026-13')).toMatchObject({ code: 1001 });

  const csv = await market.app.inject({
    url: `/api/users/classes/${classId}/statement.csv?month=2026-11`,
    headers: signedIn(family),
  });
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(csv.body).toBe(
    '\uFEFFDate,Start,End,Minutes,Charged minutes,HK$ per hour,HK$,State\r\n' +
      '2026-11-01,00:00,01:21,81,90,280,420,awaiting\r\n' +
      '2026-11-30,23:30,00:10,0,0,280,0,disputed\r\n' +
      'Total,,,81,90,,420,\r\n',
  );
});

test('deleting an account removes the user’s notes and reasons but keeps the lessons', async () => {
  const couple = await pair([slotOf(hours(50))]);
  const { family, tutor, classId } = couple;
  const id = await taught(couple, -60, -10);
  await market.call(family, `PUT /api/users/clock_in/${id}/dispute`, { note: '家長的話' });
  await market.call(tutor, `PUT /api/users/clock_in/${id}/account`, { note: '導師的話' });
  await change(tutor, classId, 'cancel', slotStart(hours(50)), { reason: '導師的原因' });
  await tap(tutor, classId, 3, 0, { reason: '導師的道別' });
  const exported = await classData.exportRows(market.database.db, samplePerson(tutor.id));
  expect(JSON.stringify(exported)).toMatch(/導師的話.*導師的原因|導師的道別/);
  expect(JSON.stringify(exported)).not.toContain('家長的話');
  const rest = async () =>
    JSON.stringify([
      await market.query('select * from classes where id = $1', [classId]),
      await market.query('select * from lesson_disputes'),
      await market.query('select * from lesson_changes where class_id = $1', [classId]),
      await market.query('select * from class_history where class_id = $1', [classId]),
    ]);
  await market.database.transaction((tx) => classData.forget(tx, samplePerson(tutor.id)));
  expect(await rest()).not.toContain('導師');
  expect(await rest()).toContain('家長的話');
  await market.database.transaction((tx) => classData.forget(tx, samplePerson(family.id)));
  expect(await rest()).not.toContain('家長');
  expect(await market.query('select from lessons where id = $1', [id])).toHaveLength(1);
});

test('a calendar feed shows the plan under a secret link that can be revoked', async () => {
  const couple = await pair([slotOf(hours(50)), slotOf(hours(70))]);
  const { family, tutor, classId } = couple;
  const feed = (path: string) => market.app.inject({ url: path });
  const made = (await market.call(family, 'PUT /api/users/calendar', {})).data.path;
  const [kept] = await market.query('select * from calendar_feeds where user_id = $1', [family.id]);
  expect(JSON.stringify(kept)).not.toContain(made.split('=')[1]);
  await change(tutor, classId, 'cancel', slotStart(hours(70)));
  const read = await feed(made);
  expect(read.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'no-store',
  });
  const stamp = `${slotStart(hours(50)).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
  expect(read.body).toContain(`DTSTART:${stamp}\r\n`);
  expect(read.body.match(/STATUS:CANCELLED/g)).toHaveLength(1);
  expect(read.body).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2.0\r\n.*END:VCALENDAR\r\n$/s);

  const again = (await market.call(family, 'PUT /api/users/calendar', {})).data.path;
  expect((await feed(made)).json()).toMatchObject({ code: 1005 });
  expect((await feed(again)).statusCode).toBe(200);
  expect((await market.call(family, 'GET /api/users/calendar')).data.made_at).toEqual(expect.any(String));
  const banned = { e164: family.mobile, reason: '試', operatorId: tutor.id };
  const { ban: kickedOut } = await market.database.transaction((tx) => ban(tx, testPhoneEncryption, banned));
  expect((await feed(again)).statusCode).toBe(404);
  await market.database.transaction((tx) => lift(tx, { banId: kickedOut.id, operatorId: tutor.id }));
  expect((await feed(again)).statusCode).toBe(200);
  expect((await market.call(family, 'DELETE /api/users/calendar')).data).toEqual({
    made_at: null,
    is_busy_only: false,
  });
  expect((await feed(again)).statusCode).toBe(404);
  expect((await feed('/api/calendar.ics')).json()).toMatchObject({ code: 1001 });
});
