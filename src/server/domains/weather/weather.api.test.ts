import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { classroom, minutesOn, nextSlot, slotOf, slotStart } from '#tests/classes.ts';
import { silentLog } from '#tests/database.ts';
import { marketOf } from '#tests/market.ts';
import { addPerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { weatherJob } from './job.ts';
import { observatory, readSummary } from './observatory.ts';

const market = marketOf(await serve());
const { pair, clockIn: tap, age } = classroom(market);
const hours = (count: number) => minutesOn(count * 60);

/** A local stand-in for the Observatory; it sends the answer the test has set. */
let server: Server;
let answer: { status?: number; body?: string; headers?: Record<string, string>; hang?: boolean };
beforeEach(async () => {
  server = createServer((_request, response) => {
    if (answer.hang) return;
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.body ?? '{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  answer = {};
  await market.query('delete from weather_warnings');
  await market.query('update weather_feed set heard_at = null, failing_since = null, problem = null');
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const runJob = (signal = new AbortController().signal) =>
  weatherJob(observatory(url())).run({}, {
    database: market.database,
    log: silentLog,
    signal,
    attempt: 1,
  } as never);
const warning = (code: string, at: Date, more: object = {}) =>
  JSON.stringify({
    WTCSGNL: {
      name: 'Tropical Cyclone Warning Signal',
      code,
      actionCode: 'ISSUE',
      issueTime: at.toISOString().replace('Z', '+00:00'),
      updateTime: at.toISOString(),
      ...more,
    },
  });
const standing = () =>
  market.query('select signal, source from weather_warnings where ended_at is null order by id');
const feed = async () => (await market.query('select * from weather_feed'))[0];
async function operator() {
  const { id } = await addPerson(market.database, { operator: true });
  return { id, identity: 1 as const, operator: true };
}
const schedule = async (person: object, from: Date, to: Date) => {
  const day = (time: Date) => new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  return (await market.call(person as never, `GET /api/users/schedule?from=${day(from)}&to=${day(to)}`)).data
    .list;
};
const weatherNotices = (person: { id: number }) =>
  market.query(`select params from notices where user_id = $1 and kind = 'lesson_cancelled_weather'`, [
    person.id,
  ]);

test('lessons that begin under signal 8 or up to two hours after it are cancelled without blame, and both sides are notified once', async () => {
  // One lesson begins in an hour, the other after the two hours.
  const near = slotOf(hours(1));
  const far = slotOf(hours(5));
  const couple = await pair([near, far]);
  const { family, tutor, classId } = couple;
  answer.body = warning('TC8NE', hours(-1));
  await runJob();
  await runJob();
  const [first, second] = await schedule(family, hours(0), hours(6));
  expect(first).toMatchObject({ state: 'cancelled', by_weather: true, cancelled_by: null });
  expect(second).toMatchObject({ state: 'planned', by_weather: false });
  for (const person of [family, tutor]) {
    const notices = await weatherNotices(person);
    const starts_at = slotStart(hours(1)).toISOString();
    expect(notices).toEqual([
      { params: { class: classId, starts_at, planned_at: starts_at, signal: 'typhoon' } },
    ]);
  }
  const outcomes = await market.query('select * from lesson_outcomes where class_id = $1', [classId]);
  expect(outcomes).toEqual([]);
  const jobs = await market.query(
    `select run_at > now() as ahead from graphile_worker.jobs where key = 'weather'`,
  );
  expect(jobs).toEqual([{ ahead: true }]);
});

/** Moves a planned lesson to another time, for an hour, at any time of the day. */
async function movedTo(classId: number, plannedAt: Date, at: Date) {
  await market.query('alter table lesson_changes disable trigger refuse_taken_lesson');
  await market.query(
    `insert into lesson_changes (class_id, planned_at, kind, moved_to, minutes, changed_by, is_late)
     values ($1, $2, 'moved', $3, 60, 'family', false)`,
    [classId, plannedAt, at],
  );
  await market.query('alter table lesson_changes enable trigger refuse_taken_lesson');
}

test('a lesson taught in spite of the warning counts, and is not marked as late', async () => {
  const { family, tutor, classId } = await pair([slotOf(hours(50))]);
  const planned_at = slotStart(hours(50)).toISOString();
  await movedTo(classId, slotStart(hours(50)), minutesOn(-20));
  answer.body = warning('TC8NE', hours(-2));
  await runJob();
  const plan = async () =>
    (await schedule(family, hours(-1), hours(0))).find(
      (one: { planned_at: string }) => one.planned_at === planned_at,
    );
  expect(await plan()).toMatchObject({ state: 'cancelled', by_weather: true });
  const clocked = await tap(tutor, classId, 1, 0);
  expect(clocked.data.lesson).toMatchObject({ state: 'open', planned_at });
  expect(await plan()).toMatchObject({ state: 'open', by_weather: true });
  expect(await market.query('select from lesson_outcomes where class_id = $1', [classId])).toEqual([]);
});

test('lessons that were clocked in, or began before the warning, continue', async () => {
  const before = slotOf(minutesOn(-60));
  const now = slotOf(minutesOn(0));
  const couple = await pair(
    [before, nextSlot(before), now, nextSlot(now)].filter(
      (slot, at, all) =>
        all.findIndex(({ weekday, start }) => weekday === slot.weekday && start === slot.start) === at,
    ),
  );
  await age(couple.classId, 1);
  answer.body = warning('TC10', minutesOn(-1));
  await runJob();
  const [first] = await schedule(couple.family, minutesOn(-60), minutesOn(0));
  expect(first.state).not.toBe('cancelled');

  const other = await pair([slotOf(minutesOn(45))]);
  await tap(other.tutor, other.classId, 1, 0);
  await runJob();
  expect((await schedule(other.family, minutesOn(30), minutesOn(60)))[0]).toMatchObject({
    state: 'open',
    by_weather: false,
  });
  expect(await weatherNotices(other.family)).toEqual([]);
});

test('a late cancellation is excused when a warning is issued afterwards', async () => {
  const slot = slotOf(hours(1));
  const couple = await pair([slot]);
  const cancel = await market.call(couple.tutor, `POST /api/users/classes/${couple.classId}/cancel`, {
    planned_at: slotStart(hours(1)).toISOString(),
  });
  expect(cancel).toMatchObject({ code: 0 });
  const appeal = () =>
    market.query('select outcome, appeal from lesson_outcomes where class_id = $1', [couple.classId]);
  expect(await appeal()).toEqual([{ outcome: 'cancelled_late', appeal: 'none' }]);
  answer.body = JSON.stringify({
    WRAIN: {
      code: 'WRAINB',
      actionCode: 'ISSUE',
      issueTime: hours(0).toISOString(),
      updateTime: hours(0).toISOString(),
    },
  });
  await runJob();
  expect(await standing()).toEqual([{ signal: 'black_rain', source: 'feed' }]);
  expect(await appeal()).toEqual([{ outcome: 'cancelled_late', appeal: 'excused' }]);
  expect(await weatherNotices(couple.family)).toEqual([]);
});

test('for a moved lesson its new time counts', async () => {
  const couple = await pair([slotOf(hours(50))]);
  await movedTo(couple.classId, slotStart(hours(50)), hours(1));
  answer.body = warning('TC8SW', hours(-1));
  await runJob();
  expect((await weatherNotices(couple.tutor))[0]?.params.starts_at.slice(0, 15)).toBe(
    hours(1).toISOString().slice(0, 15),
  );
});

test.each([
  ['a refusal', { status: 503 }, 'refused'],
  ['no JSON', { body: '<html>' }, 'unreadable'],
  ['a list', { body: '["TC8NE"]' }, 'unreadable'],
  ['a signal without times', { body: '{"WTCSGNL":{"code":"TC8NE"}}' }, 'unreadable'],
  ['an endless answer', { body: `{"a":"${'x'.repeat(300_000)}"}` }, 'unreachable'],
  [
    'an answer out of a cache',
    { headers: { date: new Date(Date.now() - 3_600_000).toUTCString() } },
    'stale',
  ],
] as const)(
  '%s from the feed changes no warning, and operators see the failure',
  async (_name, given, problem) => {
    answer.body = warning('TC8NE', hours(-1));
    await runJob();
    expect(await standing()).toHaveLength(1);
    answer = given;
    await runJob();
    await runJob();
    expect(await standing()).toHaveLength(1);
    const overview = (await market.call(await operator(), 'GET /api/operator/weather')).data;
    expect(overview.feed).toMatchObject({
      problem,
      failing_since: expect.any(String),
      heard_at: expect.any(String),
    });
    const waiting = () =>
      market.query(`select from queue_items where kind = 'weather_feed' and state = 'open'`);
    expect(await waiting()).toEqual([]);
    await market.query(`update weather_feed set failing_since = now() - interval '16 minutes'`);
    await runJob();
    await runJob();
    expect(await waiting()).toHaveLength(1);
    answer = { body: warning('TC8NE', hours(-1)) };
    await runJob();
    expect(await waiting()).toEqual([]);
    expect(await feed()).toMatchObject({ problem: null, failing_since: null });
  },
);

test('a feed that does not answer is aborted after a timeout', async () => {
  answer.hang = true;
  const shortTimeout = AbortSignal.timeout(300);
  await runJob(shortTimeout);
  expect(await feed()).toMatchObject({ problem: 'unreachable', heard_at: null });
  expect(await standing()).toEqual([]);
});

test('a warning ends when it is cancelled or missing twice; older reports are ignored, and cancelled lessons stay cancelled', async () => {
  const couple = await pair([slotOf(hours(1))]);
  answer.body = warning('TC8NE', hours(-1));
  await runJob();
  answer.body = warning('TC8NE', hours(-2));
  await runJob();
  expect(await feed()).toMatchObject({ problem: 'stale' });
  answer.body = '{}';
  await runJob();
  expect(await standing()).toHaveLength(1);
  // Signals below 8 do not count.
  answer.body = warning('TC3', hours(0));
  await runJob();
  expect(await standing()).toEqual([]);
  answer.body = warning('TC9', hours(0));
  await runJob();
  expect(await standing()).toHaveLength(1);
  answer.body = warning('TC9', hours(0), { actionCode: 'CANCEL' });
  await runJob();
  expect(await standing()).toEqual([]);
  expect((await schedule(couple.family, hours(0), hours(2)))[0].state).toBe('cancelled');
  expect(await weatherNotices(couple.family)).toHaveLength(1);
  // Lessons are cancelled for two more hours.
  const later = await pair([slotOf(hours(1))]);
  await runJob();
  expect((await schedule(later.family, hours(0), hours(2)))[0].state).toBe('cancelled');
});

test('an operator can set and lift a warning by hand, also against the feed; other users cannot', async () => {
  const operatorUser = await operator();
  const couple = await pair([slotOf(hours(1))]);
  expect(await market.call(couple.tutor, 'POST /api/operator/weather', { signal: 'typhoon' })).toMatchObject({
    status: 403,
  });
  const old = { signal: 'typhoon', began_at: hours(-25).toISOString() };
  expect(await market.call(operatorUser, 'POST /api/operator/weather', old)).toMatchObject({
    code: 1001,
    data: { fields: { began_at: expect.any(String) } },
  });
  for (let times = 0; times < 2; times++)
    expect(
      await market.call(operatorUser, 'POST /api/operator/weather', { signal: 'typhoon' }),
    ).toMatchObject({
      code: 0,
    });
  expect(await standing()).toEqual([{ signal: 'typhoon', source: 'operator' }]);
  answer.body = warning('TC8NE', hours(-1));
  await runJob();
  expect((await schedule(couple.family, hours(0), hours(2)))[0].state).toBe('cancelled');
  expect(await standing()).toHaveLength(2);
  const all = (await market.call(operatorUser, 'GET /api/operator/weather')).data.warnings;
  for (const { id } of all) await market.call(operatorUser, `POST /api/operator/weather/${id}/end`);
  await runJob();
  expect(await standing()).toEqual([]);
  expect(await market.call(operatorUser, 'POST /api/operator/weather/9/end')).toMatchObject({ code: 1005 });
  const actions = await market.query('select action from audit_log where operator_id = $1', [
    operatorUser.id,
  ]);
  expect(actions.map(({ action }) => action)).toContain('weather.raised');
});

test('signal 8 and above and the black rainstorm count, other codes do not', () => {
  const at = new Date();
  for (const [code, counts] of [
    ['TC1', false],
    ['TC3', false],
    ['TC8NE', true],
    ['TC8NW', true],
    ['TC9', true],
    ['TC10', true],
    ['WRAINA', false],
    ['WRAINR', false],
    ['WRAINB', true],
    ['WHOT', false],
  ] as const) {
    const reading = readSummary(warning(code, at), at);
    expect('standing' in reading && reading.standing.length, code).toBe(counts ? 1 : 0);
  }
  const over = readSummary(
    warning('TC8NE', at, { expireTime: new Date(at.getTime() - 1).toISOString() }),
    at,
  );
  expect(over).toEqual({ standing: [], cancelled: ['typhoon'] });
});
