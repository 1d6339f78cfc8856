import { expect, test } from 'vitest';
import { ban } from '#server/domains/accounts/bans.ts';
import type { Person } from '#tests/callers.ts';
import { classroom, minutesOn } from '#tests/classes.ts';
import { marketOf } from '#tests/market.ts';
import { samplePerson, testPhoneEncryption } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { safetyData } from './personal-data.ts';
import { tendSafetyTimer } from './timers.ts';

const market = marketOf(await serve());
const { pair, clockIn: tap } = classroom(market);

const switchOn = (person: Person, ends?: Date) =>
  market.call(person, 'POST /api/users/safety_timer', ends ? { ends_at: ends.toISOString() } : {});
const openLink = (path: string) => market.call(undefined, `GET /api/safe?code=${path.replace('/safe/', '')}`);
const mine = async (person: Person) => (await market.call(person, 'GET /api/users/safety_timer')).data.timer;
const tend = (user: number) => tendSafetyTimer.run({ user }, { database: market.database } as never);
/** Simulates that this many minutes have passed since the end was set. */
const wait = (user: number, minutes: number) =>
  market.query('update safety_timers set ends_at = ends_at - make_interval(mins => $2) where user_id = $1', [
    user,
    minutes,
  ]);
const warned = async (person: Person) =>
  (await market.noticeKindsOf(person)).filter((kind) => kind === 'safety_overdue').length;

test('a safety link exists for a running lesson and shows only its times; a new link replaces the old one', async () => {
  const { tutor, family, classId } = await pair();
  expect(await switchOn(tutor)).toMatchObject({ code: 2521 });
  await tap(tutor, classId, 1, -10);
  expect(await switchOn(family)).toMatchObject({ code: 2521 });
  expect(await switchOn(tutor, minutesOn(-1))).toMatchObject({
    code: 1001,
    data: { fields: { ends_at: expect.any(String) } },
  });
  expect(await switchOn(tutor, minutesOn(8 * 60 + 1))).toMatchObject({ code: 1001 });
  const first = await switchOn(tutor);
  expect(first.data.path).toMatch(/^\/safe\/[\w-]{22}$/);
  // The default end is the planned length of a lesson of the class.
  expect(Date.parse(first.data.timer.ends_at)).toBeCloseTo(minutesOn(80).getTime(), -5);
  const seen = await openLink(first.data.path);
  expect(Object.keys(seen.data).sort()).toEqual([
    'ended_at',
    'ends_at',
    'now',
    'started_at',
    'state',
    'warns_at',
  ]);
  expect(seen.data).toMatchObject({ state: 'in_class', ends_at: first.data.timer.ends_at, ended_at: null });
  expect(seen.headers['cache-control']).toBe('no-store');
  const [kept] = await market.query(
    'select encode(token_hash, $2) as hash from safety_timers where user_id = $1',
    [tutor.id, 'hex'],
  );
  expect(kept.hash).not.toContain(first.data.path.slice(6));

  const second = await switchOn(tutor, minutesOn(30));
  expect(await openLink(first.data.path)).toMatchObject({ code: 1005 });
  expect(await openLink(second.data.path)).toMatchObject({ data: { state: 'in_class' } });
  expect(await openLink('/safe/AAAAAAAAAAAAAAAAAAAAAA')).toMatchObject({ code: 1005 });
  expect(await openLink('/safe/short')).toMatchObject({ code: 1001 });
  expect(await market.call(tutor, 'DELETE /api/users/safety_timer')).toMatchObject({ data: { timer: null } });
  expect(await openLink(second.data.path)).toMatchObject({ code: 1005 });
  expect(await mine(tutor)).toBeNull();
});

test('an overdue lesson is shown as overdue even if the job did not run, the tutor is notified once, and the end can be postponed', async () => {
  const { tutor, classId } = await pair();
  await tap(tutor, classId, 1, -10);
  const { path } = (await switchOn(tutor, minutesOn(30))).data;
  const due = await market.query(
    `select run_at - ends_at = interval '15 minutes' as due from graphile_worker.jobs, safety_timers
     where key = 'safety:' || user_id and user_id = $1`,
    [tutor.id],
  );
  expect(due).toEqual([{ due: true }]);
  await wait(tutor.id, 44);
  await tend(tutor.id);
  expect(await openLink(path)).toMatchObject({ data: { state: 'in_class' } });
  expect(await warned(tutor)).toBe(0);
  await wait(tutor.id, 1);
  expect(await openLink(path)).toMatchObject({ data: { state: 'overdue' } });
  await tend(tutor.id);
  await tend(tutor.id);
  expect(await warned(tutor)).toBe(1);
  const later = await market.call(tutor, 'PUT /api/users/safety_timer', {
    ends_at: minutesOn(20).toISOString(),
  });
  expect(later.data.timer).toMatchObject({ state: 'in_class' });
  expect(await openLink(path)).toMatchObject({ data: { state: 'in_class' } });
  await wait(tutor.id, 36);
  await tend(tutor.id);
  expect(await warned(tutor)).toBe(2);

  // The end is shown for two hours, then the link expires.
  await tap(tutor, classId, 2, 0);
  expect(await openLink(path)).toMatchObject({ data: { state: 'ended', ended_at: expect.any(String) } });
  await tend(tutor.id);
  expect(await warned(tutor)).toBe(2);
  expect(
    await market.call(tutor, 'PUT /api/users/safety_timer', { ends_at: minutesOn(20).toISOString() }),
  ).toMatchObject({ code: 2521 });
  await market.query(
    `update lessons set end_received_at = end_received_at - interval '2 hours' where class_id = $1`,
    [classId],
  );
  expect(await openLink(path)).toMatchObject({ code: 1005 });
  expect(await mine(tutor)).toBeNull();
});

test('an end not sent by the tutor does not count as safe; long afterwards the link expires by itself', async () => {
  const { family, tutor, classId, matchId } = await pair();
  await tap(tutor, classId, 1, -10);
  const { path } = (await switchOn(tutor, minutesOn(30))).data;
  expect(await market.call(family, `PUT /api/users/matches/${matchId}/end`, { relist: false })).toMatchObject(
    { code: 0 },
  );
  await wait(tutor.id, 50);
  expect(await openLink(path)).toMatchObject({ data: { state: 'overdue', ended_at: null } });
  await wait(tutor.id, 12 * 60);
  expect(await openLink(path)).toMatchObject({ code: 1005 });
  await tend(tutor.id);
  expect(await market.query('select from safety_timers where user_id = $1', [tutor.id])).toEqual([]);
});

test('the safety link of a banned or deleted user shows nothing', async () => {
  const { tutor, classId } = await pair();
  await tap(tutor, classId, 1, -10);
  const { path } = (await switchOn(tutor)).data;
  await market.database.transaction((tx) =>
    ban(tx, testPhoneEncryption, { e164: tutor.mobile, reason: 'x', operatorId: tutor.id }),
  );
  expect(await openLink(path)).toMatchObject({ code: 1005 });
  await market.database.transaction((tx) => safetyData.forget(tx, samplePerson(tutor.id)));
  expect(await market.query('select from safety_timers where user_id = $1', [tutor.id])).toEqual([]);
});
