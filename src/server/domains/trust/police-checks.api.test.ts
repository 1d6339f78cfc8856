import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Tx } from '#server/ground/db/db.ts';
import { dayOf } from '#shared/hong-kong.ts';
import type { Person } from '#tests/callers.ts';
import { silentLog } from '#tests/database.ts';
import { type Family, marketOf, match, type Tutor } from '#tests/market.ts';
import { addPerson, samplePerson, testPhoneEncryption } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { whileLocked } from '#tests/while-locked.ts';
import { dropOldCode } from './kept-code.ts';
import { trustData } from './personal-data.ts';
import { endPoliceCheck } from './police-checks.ts';

const market = marketOf(await serve());
const { call, query, noticeKindsOf: toldTo } = market;

const code = '12345678901234';
const today = () => dayOf(new Date());
const monthsAgo = (months: number, days = 0) => {
  const day = new Date(`${today()}T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() - months, day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
};

const ask = (person: Person | undefined, matchId: number) =>
  call(person, 'POST /api/users/police_checks', { match_id: matchId });
const share = (person: Person, id: number, given: object = {}) =>
  call(person, `PUT /api/users/police_checks/${id}/share`, { code, issued_on: today(), ...given });
const read = (person: Person | undefined, id: number) =>
  call(person, `GET /api/users/police_checks/${id}/code`);
const confirm = (person: Person, id: number) => call(person, `PUT /api/users/police_checks/${id}/confirm`);
const end = (person: Person, id: number) => call(person, `PUT /api/users/police_checks/${id}/end`);
const list = async (person: Person) => (await call(person, 'GET /api/users/police_checks')).data.list;
const shown = async ({ listingId }: Tutor) =>
  (await call(undefined, `GET /api/common_info/teacher_case/${listingId}`)).data.badges;
const row = async (id: number) => (await query('select * from police_checks where id = $1', [id]))[0];

type Pair = { family: Family; tutor: Tutor; matchId: number };
async function pair(): Promise<Pair> {
  const [family, tutor] = [await market.family(), await market.tutor()];
  return { family, tutor, matchId: await match(market, family, tutor) };
}
async function asked() {
  const two = await pair();
  const answer = await ask(two.family, two.matchId);
  expect(answer).toMatchObject({ code: 0, data: { status: 'asked', my_side: 'family' } });
  return { ...two, id: answer.data.id as number };
}
async function shared(given: object = {}) {
  const one = await asked();
  expect(await share(one.tutor, one.id, given)).toMatchObject({ code: 0, data: { status: 'shared' } });
  return one;
}
/** Locks the users’ rows until all the concurrent requests are waiting. */
const lockingUsers =
  (...people: Person[]) =>
  (tx: Tx) =>
    tx.execute(
      sql`select from users where id = any(${sql.param(people.map(({ id }) => id))}::bigint[]) for update`,
    );
const context = () => ({
  database: market.database,
  log: silentLog,
  signal: new AbortController().signal,
  attempt: 1,
});
const lapse = (id: number) => endPoliceCheck.run({ check: id }, context());

describe('a police check', () => {
  test('goes from request to code to badge; the result is never stored, and the code is deleted', async () => {
    const { family, tutor, id } = await asked();
    expect((await toldTo(tutor)).at(-1)).toBe('police_check_asked');
    expect((await share(tutor, id, { code: '1234 5678-901 234', issued_on: monthsAgo(5) })).code).toBe(0);
    expect((await toldTo(family)).at(-1)).toBe('police_check_shared');
    expect((await read(family, id)).data).toEqual({ code, issued_on: monthsAgo(5) });
    const kept = await row(id);
    expect(JSON.stringify(kept)).not.toContain(code);
    expect(
      testPhoneEncryption.decrypt({ cipher: kept.code_cipher, key: kept.code_key }, 'police_checks.code'),
    ).toBe(code);

    expect((await confirm(family, id)).data).toMatchObject({ status: 'confirmed', open_until: null });
    expect(await row(id)).toMatchObject({
      ...{ status: 'confirmed', code_cipher: null, code_key: null, issued_on: null, shared_at: null },
    });
    expect((await read(family, id)).code).toBe(2401);
    expect(await shown(tutor)).toEqual([
      { kind: 'police_check', since: monthsAgo(5), until: monthsAgo(-31), confirmed_by: 'family' },
    ]);
    expect((await toldTo(tutor)).at(-1)).toBe('police_check_confirmed');
  });

  test('is shared with each family by one tap, once the tutor has entered the code', async () => {
    const kept = '/api/users/police_code';
    const { tutor, family, id } = await asked();
    const tap = (check: number, person: Person = tutor) =>
      call(person, `PUT /api/users/police_checks/${check}/share`, {});
    expect((await tap(id)).code).toBe(1005);
    expect((await call(tutor, `PUT ${kept}`, { code, issued_on: monthsAgo(37) })).code).toBe(1001);
    const { data } = await call(tutor, `PUT ${kept}`, { code: '1234 5678 901 234', issued_on: monthsAgo(5) });
    expect(data).toEqual({ kept: { issued_on: monthsAgo(5), until: monthsAgo(-31) } });
    expect(JSON.stringify(await query('select * from police_codes'))).not.toContain(code);
    expect((await call(family, `GET ${kept}`)).data).toEqual({ kept: null });

    expect((await tap(id)).data).toMatchObject({ status: 'shared' });
    expect((await read(family, id)).data).toEqual({ code, issued_on: monthsAgo(5) });
    await confirm(family, id);
    // The code of the check is gone; the next family gets it by one tap again.
    const next = await market.family();
    const second = (await ask(next, await match(market, next, tutor))).data.id;
    expect((await tap(second)).data).toMatchObject({ status: 'shared' });
    expect((await call(tutor, `DELETE ${kept}`)).data).toEqual({ kept: null });
    expect((await tap(second)).code).toBe(1005);
    expect((await read(next, second)).data.code).toBe(code);
  });

  test('loses the code that was entered once when it is too old, and with the account', async () => {
    const tutor = await market.tutor();
    const kept = async () => (await call(tutor, 'GET /api/users/police_code')).data.kept;
    await call(tutor, 'PUT /api/users/police_code', { code, issued_on: monthsAgo(5) });
    const person = samplePerson(tutor.id);
    expect((await trustData.exportRows(market.database.db, person)).police_codes).toHaveLength(1);
    await dropOldCode.run({ user: tutor.id }, context());
    expect(await kept()).not.toBeNull();
    await query('update police_codes set issued_on = $2 where user_id = $1', [tutor.id, monthsAgo(36)]);
    expect(await kept()).toBeNull();
    await dropOldCode.run({ user: tutor.id }, context());
    expect(await query('select from police_codes where user_id = $1', [tutor.id])).toEqual([]);
    await call(tutor, 'PUT /api/users/police_code', { code, issued_on: monthsAgo(5) });
    await market.database.transaction((tx) => trustData.forget(tx, person));
    expect(await kept()).toBeNull();
  });

  test('that ends without a badge leaves the same row, regardless of who ended it and why', async () => {
    const ways: ((one: Awaited<ReturnType<typeof asked>>) => Promise<unknown>)[] = [
      // Never answered, declined, withdrawn, not as hoped, expired.
      ({ family, id }) => end(family, id),
      ({ tutor, id }) => end(tutor, id),
      async ({ tutor, id }) => {
        await share(tutor, id);
        await end(tutor, id);
      },
      async ({ tutor, family, id }) => {
        await share(tutor, id);
        await end(family, id);
      },
      async ({ tutor, id }) => {
        await share(tutor, id);
        await query(`update police_checks set shared_at = now() - interval '15 days' where id = $1`, [id]);
        await lapse(id);
      },
    ];
    const left = [];
    for (const way of ways) {
      const one = await asked();
      await way(one);
      const { id, match_id, family_user_id, tutor_user_id, asked_at, ...rest } = await row(one.id);
      left.push(rest);
      expect(await shown(one.tutor)).toEqual([]);
      expect((await read(one.family, one.id)).code).toBe(2401);
    }
    expect(new Set(left.map((rest) => JSON.stringify(rest))).size).toBe(1);
    expect(left[0]).toEqual({
      status: 'ended',
      code_cipher: null,
      code_key: null,
      issued_on: null,
      shared_at: null,
    });
  });

  test('notifies the other side that it ended, in words that fit every reason', async () => {
    const { family, tutor, id } = await shared();
    expect((await end(family, id)).data.status).toBe('ended');
    const { data } = await call(tutor, 'GET /api/users/notices');
    expect(data.list[0]).toMatchObject({ kind: 'police_check_ended' });
    expect(JSON.stringify(data.list)).not.toContain(code);
    expect((await end(tutor, id)).code).toBe(0);
    expect((await toldTo(family)).filter((kind) => kind === 'police_check_ended')).toEqual([]);
  });
});

describe('permissions', () => {
  test('request: only the family of a live match', async () => {
    const { family, tutor, matchId } = await pair();
    const stranger = await market.family();
    expect((await ask(undefined, matchId)).code).toBe(3002);
    expect((await ask(stranger, matchId)).code).toBe(1005);
    expect((await ask(tutor, matchId)).code).toBe(3006);
    expect((await call(family, `PUT /api/users/matches/${matchId}/end`, {})).code).toBe(0);
    expect((await ask(family, matchId)).code).toBe(2309);
    expect(await query('select from police_checks where match_id = $1', [matchId])).toEqual([]);
  });

  test('share: only that tutor, while the check is open', async () => {
    const { family, id } = await asked();
    expect((await share(family, id)).code).toBe(3006);
    expect((await share(await market.tutor(), id)).code).toBe(1005);
    expect((await row(id)).status).toBe('asked');
    const other = await asked();
    await end(other.family, other.id);
    expect((await share(other.tutor, other.id)).code).toBe(2401);
  });

  test('see the code: only that parent, and not even the tutor', async () => {
    const { tutor, id } = await shared();
    const operator = { ...(await addPerson(market.database)), identity: 0 as const, operator: true };
    for (const [person, expected] of [
      [undefined, 3002],
      [tutor, 3006],
      [await market.family(), 1005],
      [operator, 1005],
    ] as const)
      expect((await read(person, id)).code).toBe(expected);
  });

  test('confirm: only that parent, once there is a code', async () => {
    const { family, tutor, id } = await asked();
    expect((await confirm(family, id)).code).toBe(1012);
    await share(tutor, id);
    expect((await confirm(tutor, id)).code).toBe(3006);
    expect((await confirm(await market.family(), id)).code).toBe(1005);
    expect(await shown(tutor)).toEqual([]);
  });

  test('list: both sides, without the code', async () => {
    const { family, tutor, matchId, id } = await shared();
    const [mine] = await list(tutor);
    expect(mine).toMatchObject({ id, match_id: matchId, my_side: 'tutor', status: 'shared' });
    expect((await list(family))[0]).toMatchObject({ id, my_side: 'family' });
    expect(JSON.stringify([await list(family), await list(tutor)])).not.toContain(code);
    expect((await call(family, 'GET /api/users/police_checks?match_id=1')).data.list).toEqual([]);
    expect(await list(await market.family())).toEqual([]);
  });
});

describe('repeated, concurrent and out-of-order requests', () => {
  test('requesting a check several times, also concurrently, makes one check', async () => {
    const { family, tutor, matchId } = await pair();
    const asking = () => ask(family, matchId);
    const answers = await whileLocked(market.database, lockingUsers(family), [asking, asking, asking]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect((await toldTo(tutor)).filter((kind) => kind === 'police_check_asked')).toHaveLength(1);
  });

  test('a tutor cannot be asked again within thirty days', async () => {
    const { family, tutor, matchId, id } = await asked();
    await end(tutor, id);
    const refused = await ask(family, matchId);
    expect(refused.code).toBe(2402);
    expect(Date.parse(refused.data.may_ask_from)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    await query(`update police_checks set asked_at = now() - interval '31 days' where id = $1`, [id]);
    expect((await ask(family, matchId)).code).toBe(0);
  });

  test('an expired request does not block a new one, even before the job has ended it', async () => {
    const { family, tutor, matchId, id } = await asked();
    await query(`update police_checks set asked_at = now() - interval '31 days' where id = $1`, [id]);
    expect((await list(tutor))[0]).toMatchObject({ status: 'ended', open_until: null });
    expect((await share(tutor, id)).code).toBe(2401);
    const again = await ask(family, matchId);
    expect(again.data.id).not.toBe(id);
    expect((await row(id)).status).toBe('ended');
  });

  test('confirming several times, also concurrently, gives one badge', async () => {
    const { family, tutor, id } = await shared();
    const confirming = () => confirm(family, id);
    const answers = await whileLocked(market.database, lockingUsers(family), [
      confirming,
      confirming,
      confirming,
    ]);
    expect(answers.map(({ data }) => data.status)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect((await confirm(family, id)).data.status).toBe('confirmed');
    expect(await query('select from badges where user_id = $1', [tutor.id])).toHaveLength(1);
    expect((await end(tutor, id)).code).toBe(2401);
    expect((await end(family, id)).code).toBe(2401);
  });

  test('a confirmation and an end at the same time: exactly one takes effect', async () => {
    const { family, tutor, id } = await shared();
    const [confirmed, ended] = await whileLocked(market.database, lockingUsers(family, tutor), [
      () => confirm(family, id),
      () => end(tutor, id),
    ]);
    const codes = [confirmed?.code, ended?.code];
    expect(codes.toSorted()).toEqual([0, 2401]);
    expect(await shown(tutor)).toHaveLength(confirmed?.code === 0 ? 1 : 0);
  });

  test.each([
    ['confirm', 'end', 1],
    ['end', 'confirm', 0],
  ] as const)('%s and then %s: only the first takes effect', async (first, second, badges) => {
    const { family, tutor, id } = await shared();
    const actions = { confirm: () => confirm(family, id), end: () => end(tutor, id) };
    expect((await actions[first]()).code).toBe(0);
    expect((await actions[second]()).code).toBe(2401);
    expect(await shown(tutor)).toHaveLength(badges);
  });

  test('a mistyped code can be replaced', async () => {
    const { family, tutor, id } = await shared();
    expect((await share(tutor, id, { code: '99998888777766' })).code).toBe(0);
    expect((await read(family, id)).data.code).toBe('99998888777766');
  });

  test('incomplete, huge or malicious codes and impossible dates are refused', async () => {
    const { tutor, id } = await asked();
    for (const given of [
      ...['', '1234', 'abcdefgh12345', '1'.repeat(21), "1' or '1'='1", '１２３４５６７８'].map((code) => ({
        code,
      })),
      ...['2026-02-30', 'yesterday', monthsAgo(0, 1), monthsAgo(36), '0001-01-01'].map((issued_on) => ({
        issued_on,
      })),
    ]) {
      const answer = await share(tutor, id, given);
      expect(answer, JSON.stringify(given)).toMatchObject({ code: 1001 });
      expect(Object.keys(answer.data.fields)).toEqual(Object.keys(given));
    }
    expect((await share(tutor, id, { issued_on: monthsAgo(36, 1) })).code).toBe(0);
  });
});

describe('a checking code', () => {
  test('expires after fourteen days for readers at once, and is deleted by the job', async () => {
    const { family, tutor, id } = await shared();
    const [job] = await query('select run_at from graphile_worker.jobs where key = $1', [
      `police check ${id}`,
    ]);
    expect((job.run_at - Date.now()) / 86_400_000).toBeCloseTo(14, 1);
    await lapse(id);
    expect((await read(family, id)).code).toBe(0);
    await query(`update police_checks set shared_at = now() - interval '14 days' where id = $1`, [id]);
    expect((await read(family, id)).code).toBe(2401);
    expect((await confirm(family, id)).code).toBe(2401);
    await lapse(id);
    await lapse(id);
    expect(await row(id)).toMatchObject({ status: 'ended', code_cipher: null });
    for (const person of [family, tutor])
      expect((await toldTo(person)).filter((kind) => kind === 'police_check_ended')).toHaveLength(1);
  });

  test('is deleted when the match ends', async () => {
    const { family, tutor, matchId, id } = await shared();
    expect((await call(tutor, `PUT /api/users/matches/${matchId}/end`, {})).code).toBe(0);
    expect(await row(id)).toMatchObject({ status: 'ended', code_cipher: null });
    expect((await read(family, id)).code).toBe(2401);
    expect((await confirm(family, id)).code).toBe(2401);
  });

  test('cannot be left behind by mistake: a table constraint refuses it', async () => {
    const { id } = await shared();
    const change = (set: string) => query(`update police_checks set ${set} where id = $1`, [id]);
    await expect(change(`status = 'ended'`)).rejects.toThrow(/check/);
    await expect(
      change(`status = 'asked', code_cipher = null, code_key = null, issued_on = null, shared_at = null`),
    ).rejects.toThrow(/may not go from shared to asked/);
  });
});

describe('leaving', () => {
  test('each side’s export contains their own data, never a code', async () => {
    const { family, tutor, id } = await shared();
    await call(tutor, 'PUT /api/users/police_code', { code, issued_on: today() });
    const { db } = market.database;
    const [mine, theirs] = [
      await trustData.exportRows(db, samplePerson(tutor.id)),
      await trustData.exportRows(db, samplePerson(family.id)),
    ];
    expect(mine.police_checks).toMatchObject([{ my_side: 'tutor', status: 'shared' }]);
    expect(theirs.police_checks).toMatchObject([{ my_side: 'family' }]);
    expect(JSON.stringify([mine, theirs])).not.toMatch(/"code|cipher|12345678/);
    await confirm(family, id);
    expect((await trustData.exportRows(db, samplePerson(family.id))).badges_i_confirmed).toHaveLength(1);
  });

  test('deleting a parent’s account deletes the check and keeps the badge', async () => {
    const { family, tutor, id } = await shared();
    await confirm(family, id);
    await market.database.transaction((tx) => trustData.forget(tx, samplePerson(family.id)));
    expect(await row(id)).toBeUndefined();
    expect(await shown(tutor)).toHaveLength(1);
    expect(await query('select confirmed_by from badges where user_id = $1', [tutor.id])).toEqual([
      { confirmed_by: null },
    ]);
  });

  test('a parent who confirmed is notified when an operator revokes the badge, and cannot revoke it as an operator', async () => {
    const { family, tutor, matchId, id } = await shared();
    await confirm(family, id);
    const [badge] = await query('select id::int from badges where user_id = $1', [tutor.id]);
    const revoke = (person: Person) =>
      call(person, `POST /api/operator/badges/${badge.id}/revoke`, { reason: 'other' });
    expect((await revoke({ ...family, operator: true })).code).toBe(3006);
    const { id: operator } = await addPerson(market.database, { operator: true });
    expect((await revoke({ id: operator, identity: 0, operator: true })).code).toBe(0);
    expect((await toldTo(family)).at(-1)).toBe('confirmed_badge_revoked');
    // Somebody with two tutors has to know whose badge it was.
    const [told] = (await call(family, 'GET /api/users/notices')).data.list;
    expect(told).toMatchObject({ person: 'Tutor Chan', path: `/my-tutoring#match-${matchId}` });
    expect((await toldTo(tutor)).at(-1)).toBe('badge_revoked');
    expect(await shown(tutor)).toEqual([]);
  });
});
