import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { remind } from '#server/domains/classes/reminders.ts';
import { cancelLessons } from '#server/domains/weather/cancel-lessons.ts';
import { standingDesk } from '#server/wiring/standing.ts';
import { addDays, dayOf, isoTimeAt, today } from '#shared/hong-kong.ts';
import { classroom } from '#tests/classes.ts';
import { type Family, marketOf, match, type Tutor } from '#tests/market.ts';
import { testPhoneEncryption } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { askAfterTrial } from './trial.ts';

const market = marketOf(await serve());
const { call, family, tutor, query, noticeKindsOf: toldTo, statusOf } = market;
const room = classroom(market);

type Someone = Family | Tutor;
/** An hour of a day ahead, in Hong Kong. */
const on = (days: number, time: string) => new Date(isoTimeAt(addDays(today(), days), time)).toISOString();
const trialOf = async (person: Someone, id: number) =>
  (await call(person, `GET /api/users/matches/${id}`)).data.trial;
const propose = (person: Someone, id: number, starts_at: string, replaces?: number) =>
  call(person, `POST /api/users/matches/${id}/trial_proposal`, { starts_at, replaces });
const accept = (person: Someone, id: number, proposal_id: number) =>
  call(person, `PUT /api/users/matches/${id}/trial_proposal/accept`, { proposal_id });
const cancel = (person: Someone, id: number, proposal_id: number) =>
  call(person, `PUT /api/users/matches/${id}/trial_proposal/cancel`, { proposal_id });
const decide = (person: Someone, id: number, passed: boolean, more: object = {}) =>
  call(person, `PUT /api/users/matches/${id}/trial`, { passed, ...more });
const scheduleOf = async (person: Someone) => {
  const days = `from=${today()}&to=${addDays(today(), 30)}`;
  return (await call(person, `GET /api/users/schedule?${days}`)).data.list;
};

async function matched(teacher?: Tutor) {
  const [one, two] = [await family({ start_tutoring_date: null }), teacher ?? (await tutor())];
  const id = await match(market, one, two, { slots: teacher ? [] : [{ weekday: 3, start: '17:00' }] });
  const [row] = await query('select id::int from classes where match_id = $1', [id]);
  return { one, two, id, classId: row.id as number };
}
async function agreed(starts_at = on(2, '18:00')) {
  const pair = await matched();
  const { data } = await propose(pair.one, pair.id, starts_at);
  expect(await accept(pair.two, pair.id, data.trial.proposal.id)).toMatchObject({ code: 0 });
  return { ...pair, proposal: data.trial.proposal.id as number };
}
/** Moves the agreed trial into the past. */
async function held(id: number) {
  await query(`update trial_proposals set starts_at = now() - interval '3 hours' where match_id = $1`, [id]);
  await query(`update classes set trial_at = now() - interval '3 hours' where match_id = $1`, [id]);
}

describe('a day and an hour for the trial lesson', () => {
  test('one side proposes, the other accepts: it stands in both calendars, and no weekly lesson does', async () => {
    const { one, two, id, classId } = await matched();
    expect(await scheduleOf(one)).toEqual([]);
    const proposed = await propose(one, id, on(2, '18:00'));
    expect(proposed.data.trial).toMatchObject({
      agreed: null,
      proposal: { by: 'family', starts_at: on(2, '18:00') },
      may_decide: false,
    });
    const { proposal, minutes } = await trialOf(two, id);
    expect(Date.parse(proposal.ends_at) - Date.parse(proposal.starts_at)).toBe(minutes * 60_000);
    expect(await accept(one, id, proposal.id)).toMatchObject({ status: 403, code: 3006 });
    expect((await accept(two, id, proposal.id)).data.trial).toMatchObject({
      agreed: { id: proposal.id, starts_at: on(2, '18:00'), off: null },
      proposal: null,
    });
    for (const person of [one, two])
      expect(await scheduleOf(person)).toMatchObject([
        { class_id: classId, starts_at: on(2, '18:00'), is_trial: true, state: 'planned' },
      ]);
    const feed = await call(two, 'PUT /api/users/calendar', {});
    const ics = await market.app.inject({ url: feed.data.path });
    expect(ics.body).toContain('SUMMARY:Trial lesson · ');
    expect(await toldTo(two)).toEqual(['match_made', 'trial_proposed']);
    expect(await toldTo(one)).toEqual(['interest_applied', 'match_made', 'trial_agreed']);
    // The plan of the class does not move it: that takes both.
    const plan = { planned_at: on(2, '18:00') };
    expect(await call(one, `POST /api/users/classes/${classId}/cancel`, plan)).toMatchObject({ code: 2315 });
  });

  test('a move is a new proposal; what was agreed stands until it is accepted', async () => {
    const { one, two, id } = await agreed();
    const moved = await propose(two, id, on(3, '09:30'));
    expect(moved.data.trial).toMatchObject({
      agreed: { starts_at: on(2, '18:00') },
      proposal: { by: 'tutor' },
    });
    expect(await scheduleOf(one)).toMatchObject([{ starts_at: on(2, '18:00') }]);
    await accept(one, id, moved.data.trial.proposal.id);
    expect(await scheduleOf(one)).toMatchObject([{ starts_at: on(3, '09:30') }]);
    expect((await toldTo(two)).at(-1)).toBe('trial_moved');
  });

  test.each([
    ['before seven', on(2, '06:30')],
    ['after half past ten in the evening', on(2, '22:00')],
    ['over midnight', on(2, '23:30')],
    ['not on a half hour', on(2, '18:10')],
    ['in the past', on(-1, '18:00')],
    ['too far ahead', on(62, '18:00')],
  ])('%s is refused', async (_, starts_at) => {
    const { one, id } = await matched();
    expect(await propose(one, id, starts_at)).toMatchObject({ status: 409, code: 2314 });
  });

  test('a proposal that was not seen is neither replaced nor accepted', async () => {
    const { one, two, id } = await matched();
    const first = (await propose(one, id, on(2, '18:00'))).data.trial.proposal.id;
    expect(await propose(two, id, on(3, '18:00'))).toMatchObject({ status: 409, code: 2316 });
    const second = await propose(two, id, on(3, '18:00'), first);
    expect(second.data.trial.proposal).toMatchObject({ by: 'tutor', starts_at: on(3, '18:00') });
    expect(await accept(two, id, first)).toMatchObject({ code: 2316 });
    expect(await cancel(one, id, first)).toMatchObject({ code: 2316 });
    expect(await accept(one, id, second.data.trial.proposal.id)).toMatchObject({ code: 0 });
  });

  test('two proposals, two acceptances and a change of mind at the same moment leave one answer', async () => {
    for (let round = 0; round < 3; round++) {
      const { one, two, id } = await matched();
      const both = await Promise.all([propose(one, id, on(2, '18:00')), propose(two, id, on(3, '18:00'))]);
      expect(both.map(({ code }) => code).sort()).toEqual([0, 2316]);
      const { proposal } = await trialOf(one, id);
      const [asker, asked] = proposal.by === 'family' ? [one, two] : [two, one];
      await Promise.all([
        accept(asked, id, proposal.id),
        accept(asked, id, proposal.id),
        cancel(asker, id, proposal.id),
      ]);
      const rows = await query(`select from trial_proposals where match_id = $1 and status = 'open'`, [id]);
      expect(rows).toEqual([]);
      const now = await trialOf(one, id);
      const plan = await scheduleOf(one);
      expect(plan.length).toBe(now.agreed ? 1 : 0);
    }
  });

  test('a tutor has one lesson at a time, also where two families accept at the same moment', async () => {
    const teacher = await tutor();
    const [first, second] = [await matched(teacher), await matched(teacher)];
    for (const { two, id } of [first, second]) await propose(two, id, on(4, '15:00'));
    const answers = await Promise.all(
      [first, second].map(async ({ one, id }) => accept(one, id, (await trialOf(one, id)).proposal.id)),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 2303]);
    expect(await scheduleOf(teacher)).toHaveLength(1);
  });

  test('taken back, declined and cancelled: the other side is told, and another time can be proposed', async () => {
    const { one, two, id } = await matched();
    const mine = (await propose(one, id, on(2, '18:00'))).data.trial.proposal.id;
    expect((await cancel(one, id, mine)).data.trial.proposal).toBeNull();
    expect(await cancel(one, id, mine)).toMatchObject({ code: 0 });
    const theirs = (await propose(two, id, on(2, '19:00'))).data.trial.proposal.id;
    await cancel(one, id, theirs);
    const last = (await propose(two, id, on(2, '20:00'))).data.trial.proposal.id;
    await accept(one, id, last);
    expect((await cancel(one, id, last)).data.trial.agreed).toBeNull();
    expect(await scheduleOf(two)).toEqual([]);
    expect((await toldTo(two)).slice(1)).toEqual([
      'trial_proposed',
      'trial_cancelled',
      'trial_declined',
      'trial_agreed',
      'trial_cancelled',
    ]);
    const stranger = await matched();
    expect(await cancel(stranger.one, stranger.id, last)).toMatchObject({ status: 404 });
  });

  test('strangers, and sides whose match is over, blocked or resting, agree on nothing', async () => {
    const { one, two, id } = await matched();
    const proposal = (await propose(one, id, on(2, '18:00'))).data.trial.proposal.id;
    const stranger = await tutor();
    expect(await propose(stranger, id, on(2, '18:00'))).toMatchObject({ status: 404, code: 1005 });
    expect(await accept(stranger, id, proposal)).toMatchObject({ status: 404 });
    await query(
      `insert into user_blocks (blocker_user_id, blocked_user_id, place, place_id) values ($1, $2, 'case', 1)`,
      [one.id, two.id],
    );
    expect(await accept(two, id, proposal)).toMatchObject({ code: 2309 });
    await query('delete from user_blocks where blocker_user_id = $1', [one.id]);
    const [{ id: operatorId }] = await query(
      'insert into operators (user_id) values ($1) returning user_id::int as id',
      [stranger.id],
    );
    await market.database.transaction((tx) =>
      standingDesk.suspend(tx, testPhoneEncryption, {
        ...{ userId: one.id, cause: 'other', reason: 'x', operatorId, key: randomUUID() },
        until: addDays(dayOf(Date.now()), 3),
      }),
    );
    expect(await accept(two, id, proposal)).toMatchObject({ code: 2312 });

    const over = await matched();
    const open = (await propose(over.one, over.id, on(2, '18:00'))).data.trial.proposal.id;
    await call(over.two, `PUT /api/users/matches/${over.id}/end`);
    expect(await accept(over.two, over.id, open)).toMatchObject({ code: 2309 });
    expect(await propose(over.one, over.id, on(3, '18:00'))).toMatchObject({ code: 2309 });
    expect(
      await query(`select from trial_proposals where match_id = $1 and status = 'open'`, [over.id]),
    ).toEqual([]);
  });

  test('both are reminded an hour before, and a late cancellation by the tutor counts', async () => {
    const { one, two, id, classId, proposal } = await agreed();
    await query(`update trial_proposals set starts_at = now() + interval '30 minutes' where match_id = $1`, [
      id,
    ]);
    await query(`update classes set trial_at = now() + interval '30 minutes' where match_id = $1`, [id]);
    await market.database.transaction((tx) => remind(tx, classId));
    await market.database.transaction((tx) => remind(tx, classId));
    for (const person of [one, two])
      expect((await toldTo(person)).filter((kind) => kind === 'lesson_soon')).toHaveLength(1);
    await cancel(two, id, proposal);
    expect(await query('select outcome from lesson_outcomes where class_id = $1', [classId])).toEqual([
      { outcome: 'cancelled_late' },
    ]);
  });
});

describe('whether the trial suits', () => {
  test('the family is asked after it and not before; what has begun is not cancelled', async () => {
    const { one, two, id, proposal } = await agreed();
    expect(await decide(one, id, true)).toMatchObject({ status: 409, code: 2313 });
    expect(await decide(one, id, false)).toMatchObject({ code: 2313 });
    await market.database.transaction((tx) => askAfterTrial(tx, id));
    expect(await toldTo(one)).not.toContain('trial_over');
    await held(id);
    for (const person of [one, two]) expect(await cancel(person, id, proposal)).toMatchObject({ code: 2316 });
    await market.database.transaction((tx) => askAfterTrial(tx, id));
    expect((await toldTo(one)).at(-1)).toBe('trial_over');
    expect((await trialOf(one, id)).may_decide).toBe(true);
    expect((await decide(one, id, true)).data).toMatchObject({ status: 'going', trial: null });
    // The weekly lessons begin in both calendars.
    for (const person of [one, two]) {
      const weekly = (await scheduleOf(person)).filter(({ is_trial }: { is_trial: boolean }) => !is_trial);
      expect(weekly.length).toBeGreaterThan(3);
    }
  });

  test('a lesson that was clocked in counts as the trial; one that is agreed for later is dropped', async () => {
    const { one, two, id, classId } = await agreed(on(5, '18:00'));
    await room.age(classId, 1);
    expect(await room.clockIn(two, classId, 1, -60)).toMatchObject({ code: 0 });
    expect(await decide(one, id, true)).toMatchObject({ code: 2313 });
    await room.clockIn(two, classId, 2, 0);
    expect(await decide(one, id, true)).toMatchObject({ code: 0 });
    const plan = await scheduleOf(one);
    expect(plan.some(({ is_trial }: { is_trial: boolean }) => is_trial)).toBe(false);
  });

  test('without an agreed day, two weeks after the match', async () => {
    const { one, id } = await matched();
    expect(await decide(one, id, true)).toMatchObject({ code: 2313 });
    await query(`update matches set made_at = now() - interval '14 days' where id = $1`, [id]);
    expect(await decide(one, id, true)).toMatchObject({ code: 0 });
  });

  test('failed: the family chooses whether the case goes online again', async () => {
    for (const [relist, status] of [
      [true, 1],
      [false, 4],
    ] as const) {
      const { one, two, id, classId } = await agreed();
      await held(id);
      expect((await decide(one, id, false, { relist })).data.status).toBe('failed');
      expect(await statusOf(one.caseId)).toBe(status);
      expect((await toldTo(two)).at(-1)).toBe('trial_failed');
      expect(await room.clockIn(two, classId, 1, 0)).toMatchObject({ code: 2501 });
      const { list } = (await call(one, 'GET /api/users/interests')).data;
      expect(list[0]).toMatchObject({ status: 'accepted', match_status: 'failed' });
    }
  });

  test('a trial that the weather cancelled is not one that was held', async () => {
    const { one, id } = await agreed(on(1, '18:00'));
    const at = new Date(on(1, '18:00'));
    await cancelLessons(market.database, { from: at, to: new Date(at.getTime() + 1), signal: 'typhoon' });
    expect((await trialOf(one, id)).agreed).toMatchObject({ off: 'weather' });
    expect(await decide(one, id, true)).toMatchObject({ code: 2313 });
    // The same hour may be agreed on anew.
    expect(await propose(one, id, on(2, '18:00'))).toMatchObject({ code: 0 });
  });
});
