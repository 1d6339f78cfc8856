import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { classroom, minutesOn } from '#tests/classes.ts';
import { marketOf } from '#tests/market.ts';
import { addPerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';

const market = marketOf(await serve());
const { pair, clockIn: tap, taught } = classroom(market);
const lessonsOf = (classId: number) =>
  market.query('select * from lessons where class_id = $1 order by started_at', [classId]);

test('a match creates a class with its price, times and place, visible only to both sides', async () => {
  const { family, tutor, classId, matchId } = await pair([
    { weekday: 3, start: '17:00' },
    { weekday: 3, start: '17:30' },
  ]);
  const seen = await market.call(family, `GET /api/users/classes/${classId}`);
  expect(seen.data).toMatchObject({
    match_id: matchId,
    case_id: family.caseId,
    my_side: 'family',
    finish_status: 1,
    price: 280,
    slots: [
      { weekday: 3, start: '17:00' },
      { weekday: 3, start: '17:30' },
    ],
    lesson_minutes: 90,
    tutoring_type: 1,
    tutoring_region: 16,
    open_lesson_id: null,
    totals: { lessons: 0, minutes: 0, amount: 0 },
  });
  const listed = await market.call(tutor, 'GET /api/users/classes?side=tutor&finish_status=1');
  expect(listed.data).toMatchObject({ total: 1, list: [{ id: classId, my_side: 'tutor' }] });
  const stranger = { ...(await addPerson(market.database)), identity: 1 as const };
  expect(await market.call(stranger, `GET /api/users/classes/${classId}`)).toMatchObject({ code: 1005 });
  expect(await tap(stranger, classId, 1, 0)).toMatchObject({ code: 1005 });
  expect(await tap(family, classId, 1, 0)).toMatchObject({ code: 3006 });
});

test('start, end and confirm: times, hours, amount, history and notifications', async () => {
  const { family, tutor, classId } = await pair();
  const events: unknown[] = [];
  const close = await market.database.listen(
    'people',
    (payload) => events.push(JSON.parse(payload)),
    () => {},
  );
  const begun = await tap(tutor, classId, 1, -95);
  // The open pages of both sides receive the event at once.
  for (const { id: userId } of [family, tutor])
    await vi.waitFor(() =>
      expect(events).toContainEqual({ userId, event: { kind: 'lesson', lesson: begun.data.lesson.id } }),
    );
  await close();
  expect(begun.data.lesson).toMatchObject({ state: 'open', is_trial: true, minutes: null, my_side: 'tutor' });
  expect(begun.data.lesson.start_gap_seconds).toBeGreaterThanOrEqual(95 * 60);
  const { id } = begun.data.lesson;
  const ended = await tap(tutor, classId, 2, -5.5);
  expect(ended.data.lesson).toMatchObject({
    id,
    state: 'awaiting',
    minutes: 89,
    amount: 420,
    settled_how: null,
  });

  expect(await market.call(tutor, `PUT /api/users/clock_in/${id}/confirm`)).toMatchObject({ code: 3006 });
  const confirmed = await market.call(family, `PUT /api/users/clock_in/${id}/confirm`);
  expect(confirmed.data).toMatchObject({ state: 'confirmed', settled_how: 'family', dispute: null });
  expect(confirmed.data.history).toMatchObject([
    { what: 'started', actor: 'tutor' },
    { what: 'ended', actor: 'tutor' },
    { what: 'confirmed', actor: 'family' },
  ]);
  expect(await market.call(family, `PUT /api/users/clock_in/${id}/confirm`)).toMatchObject({ code: 0 });
  expect((await market.noticeKindsOf(family)).slice(-2)).toEqual(['lesson_started', 'lesson_ended']);
  expect((await market.noticeKindsOf(tutor)).slice(-1)).toEqual(['lesson_confirmed']);

  await taught({ family, tutor, classId, matchId: 0, talkId: 0 }, -5, -1);
  const list = await market.call(family, 'GET /api/users/clock_in?page_size=1');
  expect(list.data).toMatchObject({ total: 2, minutes: 93, amount: 420, list: [{ is_trial: false }] });
  const settled = await market.call(family, 'GET /api/users/clock_in?state=confirmed');
  expect(settled.data).toMatchObject({ total: 1, list: [{ id }] });
});

describe('exactly one lesson is recorded', () => {
  test('for a double tap, a retry and two phones at the same time', async () => {
    const { tutor, classId } = await pair();
    const key = randomUUID();
    const starts = await Promise.all([
      tap(tutor, classId, 1, -60, { key }),
      tap(tutor, classId, 1, -60, { key }),
      tap(tutor, classId, 1, -59),
      tap(tutor, classId, 1, -61),
    ]);
    expect(new Set(starts.map(({ code, data }) => `${code} ${data?.lesson.id}`)).size).toBe(1);
    const ends = await Promise.all([tap(tutor, classId, 2, -10), tap(tutor, classId, 2, -9)]);
    expect(ends).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(await lessonsOf(classId)).toHaveLength(1);
    // The retry of a start whose lesson has ended since is answered with the lesson’s current state.
    expect((await tap(tutor, classId, 1, -60, { key })).data.lesson).toMatchObject({ state: 'awaiting' });
    expect(await tap(tutor, classId, 2, -1, { key })).toMatchObject({ code: 2203 });
    // Also from a phone that gets a connection only weeks later.
    const weeksAgo = -21 * 24 * 60;
    expect((await tap(tutor, classId, 1, weeksAgo, { key })).data.lesson).toMatchObject({
      state: 'awaiting',
    });
  });

  test('with the time at which the class lock was obtained, while the tutor’s row is locked', async () => {
    const { tutor, classId } = await pair();
    const other = await market.database.pool.connect();
    await other.query('begin');
    await other.query('select from classes where id = $1 for update', [classId]);
    const tapped = tap(tutor, classId, 1, -1);
    const isHeld = 'select from users where id = $1 for no key update skip locked';
    await vi.waitFor(async () => expect(await market.query(isHeld, [tutor.id])).toHaveLength(0));
    const { rows } = await other.query<{ turn: Date }>(
      "select date_trunc('milliseconds', clock_timestamp() + interval '20 ms') as turn, pg_sleep(0.02)",
    );
    await other.query('commit');
    other.release();
    const { start_received_at } = (await tapped).data.lesson;
    expect(new Date(start_received_at).getTime()).toBeGreaterThanOrEqual(rows[0]?.turn.getTime() ?? Infinity);
  });

  test('but a second lesson soon after the first is recorded separately', async () => {
    const { tutor, classId, ...rest } = await pair();
    await taught({ tutor, classId, ...rest }, -30, -28);
    expect(await tap(tutor, classId, 1, -27)).toMatchObject({ code: 0, data: { lesson: { state: 'open' } } });
    expect(await lessonsOf(classId)).toHaveLength(2);
  });
});

test('a clock-in out of order is refused with a specific error code', async () => {
  const first = await pair();
  const { tutor, classId } = first;
  const second = await pair([], tutor);
  const refused = async (answer: ReturnType<typeof tap>, code: number) =>
    expect(await answer).toMatchObject({ status: 409, code });

  await refused(tap(tutor, classId, 2, -1), 2503);
  await refused(tap(tutor, classId, 2, -1, { start_key: randomUUID() }), 2503);
  await refused(tap(tutor, classId, 1, -7 * 24 * 60 - 1), 2507);
  await refused(tap(tutor, classId, 1, 1), 2506);
  await refused(tap(tutor, classId, 1, 61, { sent: 61 }), 2506);
  await refused(tap(tutor, classId, 1, -62, { sent: -61 }), 2506);

  const start = await tap(tutor, classId, 1, -600);
  await refused(tap(tutor, second.classId, 1, -60), 2502);
  expect((await tap(tutor, classId, 1, -300)).data).toMatchObject({ lesson_id: start.data.lesson.id });
  await refused(tap(tutor, classId, 2, -600, { exact: new Date(start.data.lesson.started_at) }), 2504);
  await refused(tap(tutor, classId, 2, -700), 2504);
  await refused(tap(tutor, classId, 2, -100), 2508);
  expect(await tap(tutor, classId, 2, -500)).toMatchObject({ code: 0 });
  await refused(tap(tutor, classId, 2, -400), 2503);
  await refused(tap(tutor, second.classId, 1, -550), 2505);
  await refused(tap(tutor, classId, 1, -550), 2505);
});

test('an older lesson may arrive after a newer one, and cannot end after the newer one began', async () => {
  const first = await pair();
  const second = await pair([], first.tutor);
  await taught(second, -120, -60);
  const key = randomUUID();
  expect(await tap(first.tutor, first.classId, 1, -200, { key })).toMatchObject({ code: 0 });
  expect(await tap(first.tutor, first.classId, 2, -100, { start_key: key })).toMatchObject({ code: 2505 });
  expect(await tap(first.tutor, first.classId, 2, -130, { start_key: key })).toMatchObject({ code: 0 });
});

test('the time of a phone whose clock is off is corrected, and both times are stored', async () => {
  const { tutor, classId } = await pair();
  const { data } = await tap(tutor, classId, 1, -70, { sent: -40 });
  const started = Date.parse(data.lesson.started_at);
  expect(Math.abs(started - minutesOn(-30).getTime())).toBeLessThan(20_000);
  expect(Date.parse(data.lesson.start_device_at)).toBeLessThan(minutesOn(-69).getTime());
  expect(Date.parse(data.lesson.start_received_at)).toBeGreaterThan(minutesOn(-1).getTime());
});

describe('a class that stops', () => {
  test('ends its match and the running lesson; only clock-ins from before the stop are still accepted', async () => {
    const { family, tutor, classId, matchId } = await pair();
    await tap(tutor, classId, 1, -30);
    const reason = { reason: '' };
    expect(await tap(tutor, classId, 3, 0, reason)).toMatchObject({ code: 1001 });
    const key = randomUUID();
    const stopped = await tap(tutor, classId, 3, 0, { key });
    expect(stopped.data).toMatchObject({ finish_status: 2, lesson: null });
    expect(await tap(tutor, classId, 3, 0, { key })).toMatchObject({ code: 0 });
    const seen = await market.call(family, `GET /api/users/classes/${classId}`);
    expect(seen.data).toMatchObject({ finish_status: 2, stopped_by: 'tutor', stop_reason: '搬家' });
    expect(await lessonsOf(classId)).toMatchObject([{ state: 'awaiting', ended_how: 'stopped' }]);
    expect((await market.call(family, `GET /api/users/matches/${matchId}`)).data.status).toBe('ended');

    expect(await tap(tutor, classId, 1, 0)).toMatchObject({ code: 2501 });
    await taught({ family, tutor, classId, matchId, talkId: 0 }, -120, -60);
    // The tutor’s own end time replaces the automatic one, but cannot be after the stop.
    expect(await tap(tutor, classId, 2, 0)).toMatchObject({ code: 2501 });
    expect((await tap(tutor, classId, 2, -5)).data.lesson).toMatchObject({ ended_how: 'tutor', minutes: 25 });
  });

  test('by the family’s request accepts no more clock-ins', async () => {
    const { family, tutor, matchId, classId } = await pair();
    await market.call(family, `PUT /api/users/matches/${matchId}/end`, { relist: false });
    const seen = await market.call(tutor, `GET /api/users/classes/${classId}`);
    expect(seen.data).toMatchObject({ finish_status: 2, stopped_by: 'family' });
    expect(await tap(tutor, classId, 1, 0)).toMatchObject({ code: 2501 });
  });
});

describe('database constraints', () => {
  const insert = (classId: number, tutorId: number, from: string, to: string | null) =>
    market.query(
      `insert into lessons (class_id, tutor_user_id, started_at, ended_at, ended_how, start_device_at,
         start_received_at, end_received_at, state, confirm_by)
       values ($1, $2, now() + $3::interval, now() + $4::interval, case when $4::text is not null then 'tutor' end,
         now(), now(), case when $4::text is not null then now() end,
         case when $4::text is null then 'open' else 'awaiting' end, case when $4::text is not null then now() end)`,
      [classId, tutorId, from, to],
    );

  test('refuse overlapping lessons of a tutor, lessons that end before they start, and lessons in a stopped class', async () => {
    const { tutor, classId, family, matchId } = await pair();
    const { classId: other } = await pair([], tutor);
    await insert(classId, tutor.id, '-3 hours', '-2 hours');
    await expect(insert(other, tutor.id, '-150 minutes', '-1 hours')).rejects.toThrow(
      /lessons_never_overlap/,
    );
    await expect(insert(other, tutor.id, '-1 hours', '-1 hours')).rejects.toThrow(/lesson_ends_after_start/);
    await expect(insert(other, tutor.id, '-20 hours', '-11 hours')).rejects.toThrow(/lesson_not_too_long/);
    await expect(insert(other, family.id, '-1 hours', null)).rejects.toThrow(/foreign key/);
    await insert(other, tutor.id, '-1 hours', null);
    await expect(insert(classId, tutor.id, '-20 hours', null)).rejects.toThrow(/one_open_lesson_per_tutor/);
    await market.call(family, `PUT /api/users/matches/${matchId}/end`, { relist: false });
    await expect(insert(classId, tutor.id, '1 hours', '2 hours')).rejects.toThrow(/class has stopped/);
  });

  test('refuse to rewrite lessons and their history', async () => {
    const couple = await pair();
    const id = await taught(couple, -60, -10);
    const never = (statement: string) => expect(market.query(statement)).rejects;
    await never(`update class_history set what = 'x' where lesson_id = ${id}`).toThrow(/append only/);
    await never(`delete from class_history where lesson_id = ${id}`).toThrow(/append only/);
    await never('truncate class_history cascade').toThrow(/append only/);
    await never(`delete from lessons where id = ${id}`).toThrow(/stays/);
    await never('truncate lessons cascade').toThrow(/stays|append only/);
    await never(`update lessons set started_at = started_at - interval '1 minute' where id = ${id}`).toThrow(
      /began/,
    );
    await never(`update lessons set ended_at = ended_at + interval '1 minute' where id = ${id}`).toThrow(
      /given once/,
    );
    await never(
      `update lessons set state = 'void', settled_how = 'family', settled_at = now() where id = ${id}`,
    ).toThrow(/may not go/);
    await never(`update classes set price = 300 where id = ${couple.classId}`).toThrow(/does not change/);
    // A trigger records every change in the history, also changes made directly by SQL.
    await market.query(`update lessons set confirm_by = confirm_by + interval '1 hour' where id = ${id}`);
    const [last] = await market.query(
      `select what, actor from class_history where lesson_id = ${id} order by id desc limit 1`,
    );
    expect(last).toEqual({ what: 'corrected', actor: 'system' });
  });
});
