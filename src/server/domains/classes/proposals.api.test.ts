import { randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { expect, test } from 'vitest';
import { addDays, isoTimeAt, today, weekdayOf } from '#shared/hong-kong.ts';
import type { Person } from '#tests/callers.ts';
import { classroom, type Pair } from '#tests/classes.ts';
import { marketOf } from '#tests/market.ts';
import { serve } from '#tests/serve.ts';
import { beginWeekly, lockClassOf } from './class-of-match.ts';
import { judgeLessons } from './outcomes.ts';
import { freeTimes } from './proposals.ts';

const market = marketOf(await serve());
const room = classroom(market);
const { call, query } = market;

/** A time in Hong Kong so many days ahead. */
const at = (days: number, time: string) => new Date(isoTimeAt(addDays(today(), days), time)).toISOString();
/** The half hours of an hour that begins then, every week. */
const weekly = (days: number, time: string) => {
  const weekday = weekdayOf(addDays(today(), days));
  return [time, time.replace(':00', ':30')].map((start) => ({ weekday, start }));
};
const propose = (person: Person, classId: number, body: object) =>
  call(person, `POST /api/users/classes/${classId}/proposals`, { key: randomUUID(), ...body });
const answer = (person: Person, id: number, how: 'accept' | 'decline' | 'withdraw') =>
  call(person, `PUT /api/users/plan_proposals/${id}/${how}`);
const schedule = async (person: Person, from: number, to: number) =>
  (await call(person, `GET /api/users/schedule?from=${addDays(today(), from)}&to=${addDays(today(), to)}`))
    .data;
const outcomesOf = (classId: number) =>
  query('select outcome from lesson_outcomes where class_id = $1', [classId]);

/** One side proposes, the other accepts. */
async function agree(by: Person, other: Person, classId: number, body: object) {
  const made = await propose(by, classId, body);
  expect(made).toMatchObject({ code: 0 });
  return answer(other, made.data.id, 'accept');
}
const jobsOf = (key: string) => query('select from graphile_worker.jobs where key like $1', [key]);

test('a class that was made without times gets them once both agree, and with them its calendar', async () => {
  const { family, tutor, classId, matchId } = await room.pair();
  expect((await schedule(family, 0, 14)).list).toEqual([]);
  const body = { kind: 'weekly', from_day: addDays(today(), 2), slots: weekly(3, '18:00') };
  const key = randomUUID();
  const made = await propose(tutor, classId, { ...body, key });
  expect(made.data).toMatchObject({ kind: 'weekly', made_by: 'tutor', state: 'open', slots: body.slots });
  expect((await propose(tutor, classId, { ...body, key })).data.id).toBe(made.data.id);
  expect((await market.noticeKindsOf(family)).filter((kind) => kind === 'plan_proposed')).toHaveLength(1);
  const waiting = (await call(family, 'GET /api/users/waiting')).data.list;
  expect(waiting).toContainEqual(
    expect.objectContaining({
      kind: 'plan_proposed',
      needs_answer: true,
      path: `/clock-in?class=${classId}#proposal-${made.data.id}`,
    }),
  );
  expect((await schedule(family, 0, 14)).proposals).toMatchObject([{ id: made.data.id }]);
  expect(await answer(tutor, made.data.id, 'accept')).toMatchObject({ code: 3006 });
  expect(await answer(family, made.data.id, 'accept')).toMatchObject({ data: { state: 'accepted' } });
  expect(await answer(family, made.data.id, 'accept')).toMatchObject({ code: 0 });
  expect(await answer(tutor, made.data.id, 'withdraw')).toMatchObject({ code: 2514 });
  expect((await market.noticeKindsOf(tutor)).at(-1)).toBe('plan_accepted');

  const { list, proposals } = await schedule(tutor, 0, 14);
  expect(list).toMatchObject([
    { starts_at: at(3, '18:00'), ends_at: at(3, '19:00'), state: 'planned', is_extra: false },
    { starts_at: at(10, '18:00') },
  ]);
  expect(proposals).toEqual([]);
  const cls = (await call(family, `GET /api/users/classes/${classId}`)).data;
  expect(cls).toMatchObject({ slots: body.slots, proposals: [] });
  expect(await query('select from match_slots where match_id = $1', [matchId])).toHaveLength(2);
  expect(await jobsOf(`class-remind:${classId}`)).toHaveLength(1);
  expect(await jobsOf(`class-outcomes:${classId}`)).toHaveLength(1);
  const feed = (await call(family, 'PUT /api/users/calendar', {})).data.path;
  expect((await market.app.inject({ url: feed })).body.match(/BEGIN:VEVENT/g)?.length).toBeGreaterThan(5);
  const history = await query('select actor, what from class_history where class_id = $1 order by id', [
    classId,
  ]);
  expect(history).toEqual(
    expect.arrayContaining([
      { actor: 'tutor', what: 'proposed' },
      { actor: 'family', what: 'proposal_accepted' },
      { actor: 'family', what: 'weekly_changed' },
    ]),
  );
});

test('weekly times change from a day on; what was before stays, and its half hours are free from then on', async () => {
  const { family, tutor, classId, matchId } = await room.pair(weekly(2, '17:00'));
  const body = { kind: 'weekly', from_day: addDays(today(), 7), slots: weekly(4, '19:00') };
  expect(await agree(family, tutor, classId, body)).toMatchObject({ code: 0 });
  const starts = async () => (await schedule(tutor, 0, 13)).list.map((one: Entry) => one.starts_at);
  expect(await starts()).toEqual([at(2, '17:00'), at(11, '19:00')]);
  const cls = (await call(tutor, `GET /api/users/classes/${classId}`)).data;
  expect(cls).toMatchObject({ slots: weekly(2, '17:00'), next_weekly: { slots: body.slots } });
  const kept = () => query('select from match_slots where match_id = $1', [matchId]);
  expect(await kept()).toHaveLength(4);
  expect(await jobsOf(`class-weekly:${classId}:%`)).toHaveLength(1);
  // The job of that day, and the guard of times that have begun.
  await query('alter table classes disable trigger hold_weeks');
  await query(
    `update classes set weeks = jsonb_set(weeks, '{0,from}', to_jsonb(now() - interval '1 minute')) where id = $1`,
    [classId],
  );
  await query('alter table classes enable trigger hold_weeks');
  await market.database.transaction((tx) => freeTimes(tx, classId));
  expect(await kept()).toHaveLength(2);
  await expect(query(`update classes set weeks = '[]' where id = $1`, [classId])).rejects.toThrow(/stay/);
});
type Entry = { starts_at: string };

test('a lesson moves once the other side agrees; a counter-proposal names the one it answers', async () => {
  const { family, tutor, classId } = await room.pair(weekly(3, '18:00'));
  const planned_at = at(3, '18:00');
  const move = (starts_at: string) => ({ kind: 'move', planned_at, starts_at });
  const first = (await propose(family, classId, move(at(4, '10:15')))).data;
  expect(first).toMatchObject({ was_at: planned_at, starts_at: at(4, '10:15'), ends_at: at(4, '11:15') });
  expect((await schedule(tutor, 3, 4)).list).toMatchObject([
    { starts_at: planned_at, state: 'planned', proposal_id: first.id },
  ]);
  // Another one of one's own takes its place; the other side has to look first.
  const second = (await propose(family, classId, move(at(4, '11:00')))).data;
  expect(await answer(tutor, first.id, 'accept')).toMatchObject({ code: 2514 });
  expect(await propose(tutor, classId, { kind: 'cancel', planned_at })).toMatchObject({ code: 2514 });
  const counter = await propose(tutor, classId, { ...move(at(5, '20:00')), replaces: second.id });
  expect(counter).toMatchObject({ code: 0, data: { made_by: 'tutor' } });
  const { list } = (await call(tutor, `GET /api/users/classes/${classId}/proposals`)).data;
  expect(list.map((one: { state: string }) => one.state)).toEqual(['open', 'declined', 'withdrawn']);
  expect(await answer(family, counter.data.id, 'accept')).toMatchObject({ code: 0 });
  expect((await schedule(family, 3, 5)).list).toMatchObject([
    { planned_at, starts_at: at(5, '20:00'), state: 'moved' },
  ]);
  const notices = (await call({ ...tutor, locale: 'en' }, 'GET /api/users/notices')).data.list;
  expect(notices[0].kind).toBe('plan_accepted');
  expect(notices[0].text).toMatch(/The lesson of .*, 18:00 is now on .*, 20:00\./);
  expect(await outcomesOf(classId)).toEqual([]);

  // A no leaves it where it is, and may be followed by another wish.
  const third = (await propose(family, classId, move(at(6, '09:00')))).data;
  expect(await answer(tutor, third.id, 'decline')).toMatchObject({ data: { state: 'declined' } });
  expect((await market.noticeKindsOf(family)).at(-1)).toBe('plan_declined');
  const fourth = (await propose(family, classId, move(at(6, '09:00')))).data;
  expect(await answer(family, fourth.id, 'withdraw')).toMatchObject({ data: { state: 'withdrawn' } });
});

test('each extra lesson has its own place, and one that was moved is cancelled although the weekly times have changed', async () => {
  const { family, tutor, classId } = await room.pair(weekly(3, '18:00'));
  const extra = { kind: 'extra', starts_at: at(6, '10:00') };
  for (const [seconds, time] of ['12:00', '14:00', '16:00'].entries()) {
    expect(await agree(family, tutor, classId, extra)).toMatchObject({ code: 0 });
    const planned_at = new Date(Date.parse(extra.starts_at) + seconds * 1000).toISOString();
    const move = { kind: 'move', planned_at, starts_at: at(6, time) };
    expect(await agree(tutor, family, classId, move)).toMatchObject({ code: 0 });
  }
  expect((await schedule(family, 6, 6)).list).toMatchObject([
    { starts_at: at(6, '12:00') },
    { starts_at: at(6, '14:00') },
    { starts_at: at(6, '16:00') },
  ]);

  const planned_at = at(3, '18:00');
  const away = { kind: 'move', planned_at, starts_at: at(4, '10:00') };
  expect(await agree(family, tutor, classId, away)).toMatchObject({ code: 0 });
  const others = { kind: 'weekly', from_day: addDays(today(), 1), slots: weekly(5, '20:00') };
  expect(await agree(family, tutor, classId, others)).toMatchObject({ code: 0 });
  const cancelled = await call(tutor, `POST /api/users/classes/${classId}/cancel`, { planned_at });
  expect(cancelled).toMatchObject({ code: 0, data: { state: 'cancelled', starts_at: at(4, '10:00') } });
});

test('lessons lie between 07:00 and 22:30, ahead, on a quarter of an hour, and no stranger proposes any', async () => {
  const { family, tutor, classId } = await room.pair(weekly(3, '18:00'));
  const extra = (starts_at: string, minutes = 60) =>
    propose(family, classId, { kind: 'extra', starts_at, minutes });
  for (const wrong of [
    extra(at(2, '02:00')),
    extra(at(2, '06:45')),
    extra(at(2, '22:00')),
    extra(at(2, '10:05')),
    extra(at(-1, '10:00')),
    extra(at(63, '10:00')),
    propose(tutor, classId, { kind: 'move', planned_at: at(3, '18:00'), starts_at: at(4, '22:00') }),
    propose(tutor, classId, { kind: 'weekly', from_day: today(), slots: [{ weekday: 7, start: '02:00' }] }),
    propose(tutor, classId, { kind: 'weekly', from_day: addDays(today(), -1), slots: weekly(1, '10:00') }),
    propose(tutor, classId, { kind: 'pause', from_day: addDays(today(), 3), to_day: addDays(today(), 2) }),
  ])
    expect(await wrong).toMatchObject({ code: 2513 });
  expect(await extra(at(2, '21:30'))).toMatchObject({ code: 0 });
  const days = { from_day: addDays(today(), 4), to_day: addDays(today(), 9) };
  expect(await propose(tutor, classId, { kind: 'pause', ...days })).toMatchObject({ code: 2511 });
  const stranger = (await room.pair()).family;
  expect(await propose(stranger, classId, { kind: 'pause', ...days })).toMatchObject({ code: 1005 });
  // Whatever the program above does.
  await expect(
    query(
      `insert into lesson_changes (class_id, planned_at, kind, moved_to, minutes, changed_by, is_late)
       values ($1, $2, 'moved', $3, 60, 'family', false)`,
      [classId, at(3, '18:00'), at(4, '02:00')],
    ),
  ).rejects.toThrow(/by day/);
});

test('nothing is agreed on at a time when the tutor has another lesson, even if both are accepted at once', async () => {
  const one = await room.pair(weekly(3, '18:00'));
  const { tutor } = one;
  const other = await room.pair(weekly(4, '18:00'), tutor);
  const extra = (starts_at: string) => ({ kind: 'extra', starts_at, minutes: 60 });
  // On a weekly lesson of the other class, unless it does not take place.
  expect(await propose(one.family, one.classId, extra(at(4, '18:45')))).toMatchObject({ code: 2303 });
  expect(await propose(one.family, one.classId, extra(at(4, '19:00')))).toMatchObject({ code: 0 });
  const slots = weekly(4, '18:00');
  const asWeekly = { kind: 'weekly', from_day: addDays(today(), 1), slots };
  expect(await propose(one.family, one.classId, asWeekly)).toMatchObject({ code: 2303 });
  await call(other.family, `POST /api/users/classes/${other.classId}/cancel`, { planned_at: at(4, '18:00') });
  expect(await agree(one.family, tutor, one.classId, extra(at(4, '18:00')))).toMatchObject({ code: 0 });
  expect(await agree(one.family, tutor, one.classId, extra(at(4, '20:30')))).toMatchObject({ code: 0 });
  // On an extra lesson, as a move and as weekly times.
  const onto = { kind: 'move', planned_at: at(11, '18:00'), starts_at: at(4, '17:30') };
  expect(await propose(other.family, other.classId, onto)).toMatchObject({ code: 2303 });
  const third = await room.pair([], tutor);
  const onIt = { ...asWeekly, slots: weekly(4, '20:00') };
  expect(await propose(third.family, third.classId, onIt)).toMatchObject({ code: 2303 });
  // A trial that is agreed on counts too.
  const trial = await room.pair([], tutor, { onTrial: true });
  const proposed = await call(tutor, `POST /api/users/matches/${trial.matchId}/trial_proposal`, {
    starts_at: at(5, '18:00'),
  });
  await call(trial.family, `PUT /api/users/matches/${trial.matchId}/trial_proposal/accept`, {
    proposal_id: proposed.data.trial.proposal.id,
  });
  expect(await propose(one.family, one.classId, extra(at(5, '18:30')))).toMatchObject({ code: 2303 });

  // Two families, one hour: one of them gets it, whatever was proposed before.
  const pairs = [one, other, third];
  const asked = await Promise.all(
    pairs.map(({ family, classId }) => propose(family, classId, extra(at(6, '15:00')))),
  );
  const answers = await Promise.all(asked.map(({ data }) => answer(tutor, data.id, 'accept')));
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 2303, 2303]);
  const taken = await query(`select class_id from lesson_changes where moved_to = $1`, [at(6, '15:00')]);
  expect(taken).toHaveLength(1);
});

test('a lesson that both skip counts against nobody, and a holiday is marked and skipped as a whole', async () => {
  const { family, tutor, classId } = await room.pair([1, 2, 3].flatMap((days) => weekly(days, '18:00')));
  const skip = { kind: 'cancel', planned_at: at(1, '18:00') };
  expect(await agree(tutor, family, classId, skip)).toMatchObject({ code: 0 });
  const days = { from_day: addDays(today(), 2), to_day: addDays(today(), 3) };
  expect(await agree(family, tutor, classId, { kind: 'pause', ...days })).toMatchObject({ code: 0 });
  const cancelled = { state: 'cancelled', by_agreement: true };
  expect((await schedule(family, 1, 3)).list).toMatchObject([
    { ...cancelled, cancelled_by: 'tutor' },
    { ...cancelled, cancelled_by: 'family' },
    { ...cancelled, cancelled_by: 'family' },
  ]);
  await room.age(classId, 10);
  await market.database.transaction((tx) => judgeLessons(tx, classId));
  const judged = await query('select planned_at from lesson_outcomes where class_id = $1', [classId]);
  expect(judged.filter(({ planned_at }) => planned_at > new Date())).toEqual([]);
  const eve = (await call(family, 'GET /api/users/schedule?from=2026-12-21&to=2026-12-27')).data.list as {
    starts_at: string;
    holiday: string | null;
  }[];
  for (const { starts_at, holiday } of eve) expect(holiday !== null).toBe(/-2[56]T/.test(starts_at));
});

test('what the family asked off and nobody answered in time does not count against the tutor', async () => {
  const { family, classId } = await room.pair(weekly(-3, '12:00'));
  await room.age(classId, 5);
  const wish = (start: string) =>
    query(
      `insert into plan_proposals (class_id, kind, made_by, key, lapses_at, planned_at, was_at)
       values ($1, 'cancel', 'family', gen_random_uuid(), $3, $2, $3)`,
      [classId, at(-3, '12:00'), start],
    );
  await wish(at(-3, '12:00'));
  await market.database.transaction((tx) => judgeLessons(tx, classId));
  expect(await outcomesOf(classId)).toEqual([]);
  const { list } = (await call(family, `GET /api/users/classes/${classId}/proposals`)).data;
  expect(list).toMatchObject([{ state: 'lapsed' }]);
  // Both agreed on another time after that wish, and nobody came.
  await query(
    `insert into lesson_changes (class_id, planned_at, kind, moved_to, minutes, changed_by, is_late)
     values ($1, $2, 'moved', $3, 60, 'tutor', false)`,
    [classId, at(-3, '12:00'), at(-3, '15:00')],
  );
  const judge = () => market.database.transaction((tx) => judgeLessons(tx, classId));
  await judge();
  expect(await outcomesOf(classId)).toEqual([{ outcome: 'absent' }]);
  // Asked off once more: it is judged once, and not again and again.
  await query('delete from lesson_outcomes where class_id = $1', [classId]);
  await query(`update plan_proposals set state = 'lapsed', answered_at = now() where class_id = $1`, [
    classId,
  ]);
  await wish(at(-3, '15:00'));
  await judge();
  expect(await outcomesOf(classId)).toEqual([]);
  const due = 'select from graphile_worker.jobs where key = $1 and run_at <= now()';
  expect(await query(due, [`class-outcomes:${classId}`])).toEqual([]);
});

test('a class that has stopped or rests agrees on nothing, and ten open proposals are enough', async () => {
  const pair = await room.pair(weekly(3, '18:00'));
  const { family, tutor, classId } = pair;
  const extra = (days: number) => propose(family, classId, { kind: 'extra', starts_at: at(days, '10:00') });
  const asked = [];
  for (let days = 1; days <= 10; days++) asked.push((await extra(days)).data.id);
  expect(await extra(11)).toMatchObject({ code: 2515 });
  const [measure] = await query(
    `insert into measures (user_id, kind, cause, reason, until, key)
     values ($1, 'suspension', 'other', '試', current_date + 3, gen_random_uuid()) returning id`,
    [tutor.id],
  );
  expect(await answer(family, asked[0], 'withdraw')).toMatchObject({ code: 0 });
  expect(await extra(12)).toMatchObject({ code: 2312 });
  await query('update measures set lifted_at = now() where id = $1', [measure.id]);
  await room.clockIn(tutor, classId, 3, 0);
  expect(await answer(tutor, asked[1], 'accept')).toMatchObject({ code: 2501 });
  expect(await extra(12)).toMatchObject({ code: 2501 });
  expect(await query(`select from plan_proposals where class_id = $1 and state = 'open'`, [classId])).toEqual(
    [],
  );
});

test('weekly lessons that begin after a trial leave out what the tutor had promised before', async () => {
  const tutor = await market.tutor();
  const before = await room.pair([], tutor);
  const extra = { kind: 'extra', starts_at: at(10, '18:00'), minutes: 60 };
  expect(await agree(before.family, tutor, before.classId, extra)).toMatchObject({ code: 0 });
  const fresh: Pair = await room.pair(weekly(3, '18:00'), tutor, { onTrial: true });
  await query(`update matches set status = 'going' where id = $1`, [fresh.matchId]);
  await market.database.transaction(async (tx) => beginWeekly(tx, await lockClassOf(tx, fresh.matchId)));
  const { list } = (
    await call(
      fresh.family,
      `GET /api/users/schedule?from=${today()}&to=${addDays(today(), 17)}&class_id=${fresh.classId}`,
    )
  ).data;
  expect(list.map((one: { state: string }) => one.state)).toEqual(['planned', 'cancelled', 'planned']);
});

test('two calendar programs read the same lessons from the feed, also moved and cancelled ones; a busy one names nothing', async () => {
  const { family, tutor, classId } = await room.pair([...weekly(2, '17:00'), ...weekly(4, '17:00')]);
  const move = { kind: 'move', planned_at: at(2, '17:00'), starts_at: at(3, '19:00') };
  expect(await agree(family, tutor, classId, move)).toMatchObject({ code: 0 });
  await agree(family, tutor, classId, { kind: 'cancel', planned_at: at(4, '17:00') });
  const bodyOf = async (options: object) => {
    const { path } = (await call(tutor, 'PUT /api/users/calendar', options)).data;
    return (await market.app.inject({ url: path })).body;
  };
  const full = await bodyOf({});
  const byNodeIcal = Object.values(nodeIcal.sync.parseICS(full)).flatMap((one) =>
    one?.type === 'VEVENT'
      ? [
          {
            id: one.uid,
            start: one.start.getTime(),
            end: one.end?.getTime(),
            status: one.status,
            what: one.summary,
          },
        ]
      : [],
  );
  const byIcalJs = new ICAL.Component(ICAL.parse(full)).getAllSubcomponents('vevent').map((part) => {
    const { uid, startDate, endDate, summary } = new ICAL.Event(part);
    const status = part.getFirstPropertyValue('status');
    return {
      id: uid,
      start: startDate.toJSDate().getTime(),
      end: endDate.toJSDate().getTime(),
      status,
      what: summary,
    };
  });
  expect(byIcalJs.length).toBeGreaterThan(10);
  expect(byNodeIcal).toEqual(byIcalJs);
  const planned = (time: string) => ({ id: `${classId}-${Date.parse(time)}@mingshi` });
  expect(byIcalJs).toContainEqual(
    expect.objectContaining({
      ...planned(at(2, '17:00')),
      start: Date.parse(at(3, '19:00')),
      status: 'CONFIRMED',
    }),
  );
  expect(byIcalJs).toContainEqual(
    expect.objectContaining({ ...planned(at(4, '17:00')), status: 'CANCELLED' }),
  );
  expect(full).toContain('BEGIN:VALARM');
  expect(full.replaceAll('\r\n ', '')).toContain(`/clock-in?class=${classId}`);

  const busy = await bodyOf({ is_busy_only: true });
  expect(new Set(busy.match(/^SUMMARY:\w+/gm))).toEqual(new Set(['SUMMARY:Busy']));
  expect(busy).not.toMatch(/^(LOCATION|DESCRIPTION|URL)|VALARM/m);
  expect((await call(tutor, 'GET /api/users/calendar')).data.is_busy_only).toBe(true);
});
