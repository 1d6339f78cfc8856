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
const { pair, tap, age } = classroom(market);
const hours = (count: number) => minutesOn(count * 60);

/** The Observatory on this machine: it answers what the test last told it to. */
let peer: Server;
let answer: { status?: number; body?: string; headers?: Record<string, string>; hang?: boolean };
beforeEach(async () => {
  peer = createServer((_request, response) => {
    if (answer.hang) return;
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.body ?? '{}');
  });
  await new Promise<void>((listening) => peer.listen(0, '127.0.0.1', listening));
  answer = {};
  await market.query('delete from weather_warnings');
  await market.query('update weather_feed set heard_at = null, failing_since = null, problem = null');
});
afterEach(async () => {
  peer.closeAllConnections();
  await new Promise((closed) => peer.close(closed));
});

const url = () => `http://127.0.0.1:${(peer.address() as AddressInfo).port}/`;
const look = (signal = new AbortController().signal) =>
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
  const day = (moment: Date) => new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  return (await market.call(person as never, `GET /api/users/schedule?from=${day(from)}&to=${day(to)}`)).data
    .list;
};
const told = (person: { id: number }) =>
  market.query(`select params from notices where user_id = $1 and kind = 'lesson_cancelled_weather'`, [
    person.id,
  ]);

test('lessons that begin under signal 8, or within two hours, fall out; nobody is blamed and both are told once', async () => {
  // Begins in one hour, in a bit less than two, and far later.
  const near = slotOf(hours(1));
  const far = slotOf(hours(5));
  const couple = await pair([near, far]);
  const { family, tutor, classId } = couple;
  answer.body = warning('TC8NE', hours(-1));
  await look();
  await look();
  const [first, second] = await schedule(family, hours(0), hours(6));
  expect(first).toMatchObject({ state: 'cancelled', by_weather: true, cancelled_by: null });
  expect(second).toMatchObject({ state: 'planned', by_weather: false });
  for (const person of [family, tutor]) {
    const heard = await told(person);
    expect(heard).toEqual([
      { params: { class: classId, starts_at: slotStart(hours(1)).toISOString(), signal: 'typhoon' } },
    ]);
  }
  const outcomes = await market.query('select * from lesson_outcomes where class_id = $1', [classId]);
  expect(outcomes).toEqual([]);
  const jobs = await market.query(
    `select run_at > now() as ahead from graphile_worker.jobs where key = 'weather'`,
  );
  expect(jobs).toEqual([{ ahead: true }]);
});

/** A planned lesson that is held at another time, for an hour. */
async function movedTo(classId: number, plannedAt: Date, at: Date) {
  await market.query(
    `insert into lesson_changes (class_id, planned_at, kind, moved_to, minutes, changed_by, is_late)
     values ($1, $2, 'moved', $3, 60, 'family', false)`,
    [classId, plannedAt, at],
  );
}

test('who taught anyhow keeps the lesson, and is not blamed for coming late', async () => {
  const { family, tutor, classId } = await pair([slotOf(hours(50))]);
  const planned_at = slotStart(hours(50)).toISOString();
  await movedTo(classId, slotStart(hours(50)), minutesOn(-20));
  answer.body = warning('TC8NE', hours(-2));
  await look();
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

test('a lesson somebody began, and one that began before the warning, go on', async () => {
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
  await look();
  const [first] = await schedule(couple.family, minutesOn(-60), minutesOn(0));
  expect(first.state).not.toBe('cancelled');

  const other = await pair([slotOf(minutesOn(45))]);
  await tap(other.tutor, other.classId, 1, 0);
  await look();
  expect((await schedule(other.family, minutesOn(30), minutesOn(60)))[0]).toMatchObject({
    state: 'open',
    by_weather: false,
  });
  expect(await told(other.family)).toEqual([]);
});

test('late in the typhoon and cancelled at the last moment are excused', async () => {
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
  await look();
  expect(await standing()).toEqual([{ signal: 'black_rain', source: 'feed' }]);
  expect(await appeal()).toEqual([{ outcome: 'cancelled_late', appeal: 'excused' }]);
  expect(await told(couple.family)).toEqual([]);
});

test('a moved lesson goes by the time it was moved to', async () => {
  const couple = await pair([slotOf(hours(50))]);
  await movedTo(couple.classId, slotStart(hours(50)), hours(1));
  answer.body = warning('TC8SW', hours(-1));
  await look();
  expect((await told(couple.tutor))[0]?.params.starts_at.slice(0, 15)).toBe(
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
] as const)('%s changes nothing, and the operators see it', async (_name, given, problem) => {
  answer.body = warning('TC8NE', hours(-1));
  await look();
  expect(await standing()).toHaveLength(1);
  answer = given;
  await look();
  await look();
  expect(await standing()).toHaveLength(1);
  const desk = (await market.call(await operator(), 'GET /api/operator/weather')).data;
  expect(desk.feed).toMatchObject({
    problem,
    failing_since: expect.any(String),
    heard_at: expect.any(String),
  });
  const waiting = () =>
    market.query(`select from queue_items where kind = 'weather_feed' and state = 'open'`);
  expect(await waiting()).toEqual([]);
  await market.query(`update weather_feed set failing_since = now() - interval '16 minutes'`);
  await look();
  await look();
  expect(await waiting()).toHaveLength(1);
  answer = { body: warning('TC8NE', hours(-1)) };
  await look();
  expect(await waiting()).toEqual([]);
  expect(await feed()).toMatchObject({ problem: null, failing_since: null });
});

test('a feed that is silent is given up on', async () => {
  answer.hang = true;
  const impatient = AbortSignal.timeout(300);
  await look(impatient);
  expect(await feed()).toMatchObject({ problem: 'unreachable', heard_at: null });
  expect(await standing()).toEqual([]);
});

test('over: called off at once, left out at the second time; older words do not count, and what is off stays off', async () => {
  const couple = await pair([slotOf(hours(1))]);
  answer.body = warning('TC8NE', hours(-1));
  await look();
  answer.body = warning('TC8NE', hours(-2));
  await look();
  expect(await feed()).toMatchObject({ problem: 'stale' });
  answer.body = '{}';
  await look();
  expect(await standing()).toHaveLength(1);
  // Lower signals are no reason.
  answer.body = warning('TC3', hours(0));
  await look();
  expect(await standing()).toEqual([]);
  answer.body = warning('TC9', hours(0));
  await look();
  expect(await standing()).toHaveLength(1);
  answer.body = warning('TC9', hours(0), { actionCode: 'CANCEL' });
  await look();
  expect(await standing()).toEqual([]);
  expect((await schedule(couple.family, hours(0), hours(2)))[0].state).toBe('cancelled');
  expect(await told(couple.family)).toHaveLength(1);
  // Two hours more.
  const later = await pair([slotOf(hours(1))]);
  await look();
  expect((await schedule(later.family, hours(0), hours(2)))[0].state).toBe('cancelled');
});

test('an operator sets it by hand and lifts it, against the feed too; nobody else may', async () => {
  const desk = await operator();
  const couple = await pair([slotOf(hours(1))]);
  expect(await market.call(couple.tutor, 'POST /api/operator/weather', { signal: 'typhoon' })).toMatchObject({
    status: 403,
  });
  const old = { signal: 'typhoon', began_at: hours(-25).toISOString() };
  expect(await market.call(desk, 'POST /api/operator/weather', old)).toMatchObject({
    code: 1001,
    data: { fields: { began_at: expect.any(String) } },
  });
  for (let times = 0; times < 2; times++)
    expect(await market.call(desk, 'POST /api/operator/weather', { signal: 'typhoon' })).toMatchObject({
      code: 0,
    });
  expect(await standing()).toEqual([{ signal: 'typhoon', source: 'operator' }]);
  answer.body = warning('TC8NE', hours(-1));
  await look();
  expect((await schedule(couple.family, hours(0), hours(2)))[0].state).toBe('cancelled');
  expect(await standing()).toHaveLength(2);
  const all = (await market.call(desk, 'GET /api/operator/weather')).data.warnings;
  for (const { id } of all) await market.call(desk, `POST /api/operator/weather/${id}/end`);
  await look();
  expect(await standing()).toEqual([]);
  expect(await market.call(desk, 'POST /api/operator/weather/9/end')).toMatchObject({ code: 1005 });
  const deeds = await market.query('select action from audit_log where operator_id = $1', [desk.id]);
  expect(deeds.map(({ action }) => action)).toContain('weather.raised');
});

test('which codes count', () => {
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
