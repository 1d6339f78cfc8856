import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '#server/ground/db/db.ts';
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { addPerson } from '#tests/people.ts';
import { createQuota } from './quota.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
});
afterAll(() => testDatabase.drop());

const quota = createQuota({ free: { paper: 5, 'paper:exam': 2, voice: 100 }, dailyMax: { paper: 6 } });
const reserve = (userId: number, kind: string, amount: number, key: string, holdSeconds = 60) =>
  database.transaction((tx) => quota.reserve(tx, { userId, kind, amount, key, holdSeconds }));
const settle = (id: number, used: number) => database.transaction((tx) => quota.settle(tx, id, used));
const giveBack = (id: number) => database.transaction((tx) => quota.giveBack(tx, id));
const balance = (userId: number) => quota.balanceOf(database.db, userId);
const lapse = (id: number) =>
  database.pool.query(`update quota_reservations set deadline = now() - interval '1 s' where id = $1`, [id]);

test('the free allowance is there before anything is used', async () => {
  const { id } = await addPerson(database);
  expect(await balance(id)).toEqual({
    remaining_count: 7,
    total_count: 7,
    daily_max_count: 6,
    is_daily_max: false,
    is_unlimited: false,
    is_subscribe: false,
    is_subscribe_again: false,
    paper_type_list: [{ paper_type: 'exam', remaining_count: 7, total_count: 7 }],
  });
});

test('a reservation reduces the balance, and settling charges the used amount once', async () => {
  const { id } = await addPerson(database);
  const one = await reserve(id, 'paper', 4, 'task 1');
  expect((await balance(id)).remaining_count).toBe(3);
  expect(await settle(one, 3)).toEqual({ charged: 3 });
  expect(await settle(one, 1)).toEqual({ charged: 3 });
  await giveBack(one);
  expect((await balance(id)).remaining_count).toBe(4);
  await expect(settle(await reserve(id, 'paper', 1, 'task 2'), 2)).rejects.toThrow(/holds 1, not 2/);
});

test('the same key is the same reservation; another amount under it is refused', async () => {
  const { id } = await addPerson(database);
  const first = await reserve(id, 'paper', 2, 'task');
  expect(await reserve(id, 'paper', 2, 'task')).toBe(first);
  expect((await balance(id)).remaining_count).toBe(5);
  await expect(reserve(id, 'paper', 3, 'task')).rejects.toMatchObject({ code: 'conflict' });
  await giveBack(first);
  expect((await balance(id)).remaining_count).toBe(7);
  expect(await reserve(id, 'paper', 2, 'task')).toBe(first);
  expect((await balance(id)).remaining_count).toBe(5);
});

test('a kind draws on its own grants first, then on its family; a family never draws on a kind', async () => {
  const { id } = await addPerson(database);
  await settle(await reserve(id, 'paper:exam', 3, 'a'), 3);
  expect((await balance(id)).paper_type_list).toEqual([
    { paper_type: 'exam', remaining_count: 4, total_count: 7 },
  ]);
  const other = await addPerson(database);
  await expect(reserve(other.id, 'paper', 6, 'a')).rejects.toMatchObject({
    code: 'quotaUsedUp',
    details: { remaining: 5, resets_at: null },
  });
});

test('the daily maximum resets at midnight in Hong Kong', async () => {
  const { id } = await addPerson(database);
  await database.transaction((tx) =>
    quota.grant(tx, { userId: id, kind: 'paper', amount: 50, reason: 'promotion', key: 'p' }),
  );
  const first = await reserve(id, 'paper:exam', 5, 'a');
  const refused = await reserve(id, 'paper', 2, 'b').catch((error) => error);
  expect(refused).toMatchObject({ code: 'quotaUsedUp', details: { remaining: 1 } });
  const resetsAt = new Date(refused.details.resets_at);
  expect(resetsAt.toISOString()).toMatch(/T16:00:00.000Z$/);
  expect(resetsAt.getTime() - Date.now()).toBeGreaterThan(0);
  expect(resetsAt.getTime() - Date.now()).toBeLessThanOrEqual(24 * 3600 * 1000);
  await reserve(id, 'paper', 1, 'c');
  expect((await balance(id)).is_daily_max).toBe(true);
  await database.pool.query('update quota_reservations set day = day - 1 where id = $1', [first]);
  expect((await balance(id)).is_daily_max).toBe(false);
  await reserve(id, 'paper', 5, 'd');
});

test('a reservation past its deadline returns by itself and can no longer be charged', async () => {
  const { id } = await addPerson(database);
  const late = await reserve(id, 'paper', 5, 'late');
  await lapse(late);
  expect((await balance(id)).remaining_count).toBe(7);
  const next = await reserve(id, 'paper', 5, 'next');
  expect(await settle(late, 5)).toEqual({ charged: 0 });
  expect(await settle(next, 5)).toEqual({ charged: 5 });
  await expect(reserve(id, 'paper', 5, 'late')).rejects.toMatchObject({ code: 'quotaUsedUp' });
});

test('an expired grant does not count; the soonest to expire is used first', async () => {
  const { id } = await addPerson(database);
  const soon = new Date(Date.now() + 3600_000);
  const grant = () =>
    database.transaction((tx) =>
      quota.grant(tx, {
        userId: id,
        kind: 'voice',
        amount: 10,
        reason: 'subscription',
        key: 'May',
        expiresAt: soon,
      }),
    );
  expect(await Promise.all([grant(), grant()])).toEqual(expect.arrayContaining([true, false]));
  await settle(await reserve(id, 'voice', 4, 'a'), 4);
  expect(await quota.allowanceOf(database.db, id, 'voice')).toMatchObject({ remaining_count: 106 });
  expect(await balance(id)).toMatchObject({ is_subscribe: true, is_subscribe_again: false });
  await database.pool.query('update quota_grants set expires_at = now() where user_id = $1 and key = $2', [
    id,
    'May',
  ]);
  expect(await quota.allowanceOf(database.db, id, 'voice')).toMatchObject({ remaining_count: 100 });
  expect(await balance(id)).toMatchObject({ is_subscribe: false, is_subscribe_again: true });
});

test('an unlimited grant has no maximum, not even per day', async () => {
  const { id } = await addPerson(database);
  await database.transaction((tx) =>
    quota.grant(tx, { userId: id, kind: 'paper', amount: null, reason: 'subscription', key: 's' }),
  );
  await settle(await reserve(id, 'paper', 500, 'a'), 500);
  expect(await balance(id)).toMatchObject({ is_unlimited: true, is_daily_max: false, remaining_count: 7 });
});

test('a deleted account cannot reserve anything', async () => {
  const { id } = await addPerson(database);
  await database.pool.query(
    `update users set phone_hash = null, phone_cipher = null, phone_key = null, name = '', deleted_at = now()
     where id = $1`,
    [id],
  );
  await expect(reserve(id, 'paper', 1, 'a')).rejects.toMatchObject({ code: 'notFound' });
});

describe('under concurrency', () => {
  /** Seeded pseudo-random numbers, the same in every run. */
  function createRandom(seed: number) {
    let state = seed;
    return (sides: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * sides);
    };
  }

  test('the quota is never overspent or negative, and the totals add up', { tags: ['whole'] }, async () => {
    const pools = [1, 2, 3].map((number) =>
      openDatabase(testDatabase.url, { log: silentLog, name: `quota ${number}`, poolSize: 4 }),
    );
    onTestFinished(async () => void (await Promise.all(pools.map((pool) => pool.close()))));
    const granted = 60;
    const dailyMax = 45;
    const ledger = createQuota({ free: { paper: granted }, dailyMax: { paper: dailyMax } });
    const people = [await addPerson(database), await addPerson(database)];
    const model = people.map(({ id }) => ({
      id,
      charged: new Map<number, number>(),
      open: new Set<number>(),
    }));

    async function worker(pool: Database, number: number) {
      const random = createRandom(number);
      for (let step = 0; step < 40; step++) {
        const person = model[random(model.length)] as (typeof model)[number];
        const act = random(10);
        const known = [...person.open];
        const id = known[random(Math.max(1, known.length))];
        if (act < 5 || id === undefined) {
          const request = {
            userId: person.id,
            kind: 'paper',
            amount: 1 + random(4),
            key: `${number} ${step}`,
          };
          const twice = random(4) === 0;
          const made = await Promise.allSettled(
            (twice ? [pool, pools[0] as Database] : [pool]).map((one) =>
              one.transaction((tx) => ledger.reserve(tx, request)),
            ),
          );
          for (const one of made) {
            if (one.status === 'fulfilled') person.open.add(one.value);
            else expect(one.reason).toMatchObject({ code: 'quotaUsedUp' });
          }
        } else if (act < 8) {
          // Another worker may end the same reservation: every charge that is reported for it is the same.
          const { charged } = await pool.transaction((tx) => ledger.settle(tx, id, random(2)));
          const before = person.charged.get(id);
          if (charged > 0 && before) expect(charged).toBe(before);
          person.charged.set(id, Math.max(charged, before ?? 0));
          person.open.delete(id);
        } else if (act === 8) {
          await pool.transaction((tx) => ledger.giveBack(tx, id));
          person.open.delete(id);
        } else await lapse(id);
      }
    }

    let done = false;
    async function watch(pool: Database) {
      while (!done) {
        for (const { id } of people) {
          const { remaining_count } = await ledger.balanceOf(pool.db, id);
          expect(remaining_count).toBeGreaterThanOrEqual(0);
          expect(remaining_count).toBeLessThanOrEqual(granted);
          const { rows } = await pool.pool.query(
            `select coalesce(sum(case state when 'held' then amount when 'settled' then used else 0 end), 0)::int as taken
             from quota_reservations where user_id = $1`,
            [id],
          );
          expect(rows[0].taken).toBeLessThanOrEqual(dailyMax);
        }
      }
    }
    const watching = watch(pools[2] as Database);
    const working = Promise.all(
      Array.from({ length: 9 }, (_, number) => worker(pools[number % 3] as Database, number + 1)),
    );
    await working.finally(() => {
      done = true;
    });
    await watching;

    for (const { id, charged } of model) {
      const held = await database.pool.query(
        `select id from quota_reservations where user_id = $1 and state = 'held'`,
        [id],
      );
      for (const row of held.rows) await database.transaction((tx) => ledger.giveBack(tx, Number(row.id)));
      const spent = [...charged.values()].reduce((sum, one) => sum + one, 0);
      const { rows } = await database.pool.query(
        `select used, held,
           (select sum(used)::int from quota_reservations where user_id = $1 and state = 'settled') as settled,
           (select count(*)::int from quota_draws join quota_reservations r on r.id = reservation_id
            where r.user_id = $1) as draws
         from quota_grants where user_id = $1`,
        [id],
      );
      expect(rows).toEqual([{ used: spent, held: 0, settled: spent, draws: 0 }]);
      expect(spent).toBeGreaterThan(0);
      expect((await ledger.balanceOf(database.db, id)).remaining_count).toBe(granted - spent);
    }
  });

  test('twelve reservations of the last unit: exactly one succeeds', async () => {
    const { id } = await addPerson(database);
    await settle(await reserve(id, 'paper', 4, 'all but one'), 4);
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, number) => reserve(id, 'paper', 1, `last ${number}`)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of results)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'quotaUsedUp' });
  });

  test('reservations with the same key are charged once', async () => {
    const { id } = await addPerson(database);
    const ids = await Promise.all(Array.from({ length: 8 }, () => reserve(id, 'paper', 3, 'one task')));
    expect(new Set(ids).size).toBe(1);
    expect((await balance(id)).remaining_count).toBe(4);
  });
});
