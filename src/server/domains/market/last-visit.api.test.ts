import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { dayOf } from '#engine/matching/input.ts';
import { openSession, renewSession } from '#server/domains/accounts/sessions.ts';
import { createTestDatabase, silentLog } from '#tests/database.ts';
import { putOnShow } from '#tests/on-show.ts';
import { openMarket } from './market.ts';

const userAgent = 'Mozilla/5.0 Chrome/150';
const dayMs = 86_400_000;

async function open() {
  const testDatabase = await createTestDatabase();
  onTestFinished(() => testDatabase.drop());
  const { database } = testDatabase;
  const { tutors } = await putOnShow(database, { tutors: 2 });
  const listing = tutors[0] as number;
  // Nothing was done to the listings for a month.
  await database.db.execute(sql`update tutor_listings set updated_at = now() - interval '30 days'`);
  const rowsOf = async (query: ReturnType<typeof sql>) => (await database.db.execute(query)).rows;
  const userId = Number(
    (await rowsOf(sql`select user_id from tutor_listings where id = ${listing}`))[0]?.user_id,
  );
  const markets = await Promise.all([openMarket(database, silentLog), openMarket(database, silentLog)]);
  for (const market of markets) onTestFinished(() => market.close());
  return {
    database,
    listing,
    userId,
    markets,
    cameDaysAgo: (days: number) =>
      database.db.execute(
        sql`update users set active_on = (now() at time zone 'Asia/Hong_Kong')::date - ${days}::int where id = ${userId}`,
      ),
    told: async () =>
      (await rowsOf(sql`select from market_changes where kind = 'tutor' and row_id = ${listing}`)).length,
    /** Days since the tutor was last here, as every process has it. */
    daysAway: () =>
      Promise.all(
        markets.map(async ({ index }) => {
          await index.settled();
          return dayOf(Date.now()) - (index.matchableTutors.facts(listing)?.activeDay ?? Number.NaN);
        }),
      ),
  };
}

test('a visit reaches the index of every process, and a second one on the same day changes nothing', async () => {
  const { database, userId, daysAway, cameDaysAgo, told } = await open();
  expect(await daysAway()).toEqual([30, 30]);
  const { renewal } = await database.transaction((tx) =>
    openSession(tx, { userId, face: 'product', userAgent }),
  );
  expect(await daysAway()).toEqual([0, 0]);

  await cameDaysAgo(12);
  expect(await daysAway()).toEqual([12, 12]);
  const before = await told();
  let next = renewal;
  for (let time = 0; time < 3; time++)
    next = (await renewSession(database, next, { face: 'product', userAgent })).renewal;
  expect(await told()).toBe(before + 1);
  expect(await daysAway()).toEqual([0, 0]);
});

test('the later of a visit and a change to the listing counts', async () => {
  const { database, listing, daysAway, cameDaysAgo } = await open();
  await cameDaysAgo(40);
  expect(await daysAway()).toEqual([30, 30]);
  await database.db.execute(
    sql`update tutor_listings set updated_at = now() - interval '3 days' where id = ${listing}`,
  );
  expect(await daysAway()).toEqual([3, 3]);
});

test('others are told neither the time nor the day', async () => {
  const { markets, listing, cameDaysAgo } = await open();
  await cameDaysAgo(12);
  const day = new Date(Date.now() + 8 * 3_600_000 - 12 * dayMs).toISOString().slice(0, 10);
  const page = JSON.stringify(await markets[0]?.tutor(listing));
  expect(page).toContain('introduction');
  expect(page).not.toContain('active');
  expect(page).not.toContain(day);
});

test('a tutor who is not on show makes no work for the index', async () => {
  const { database, listing, userId, told } = await open();
  await database.db.execute(sql`update tutor_listings set is_listed = false where id = ${listing}`);
  const before = await told();
  await database.transaction((tx) => openSession(tx, { userId, face: 'product', userAgent }));
  expect(await told()).toBe(before);
});
