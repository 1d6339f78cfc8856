import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { dayOf } from '#engine/matching/input.ts';
import { openSession, renewSession } from '#server/domains/accounts/sessions.ts';
import { createTestDatabase, silentLog } from '#tests/database.ts';
import { publishSamples } from '#tests/on-show.ts';
import { openMarket } from './market.ts';

const userAgent = 'Mozilla/5.0 Chrome/150';
const dayMs = 86_400_000;

async function open() {
  const testDatabase = await createTestDatabase();
  onTestFinished(() => testDatabase.drop());
  const { database } = testDatabase;
  const { tutors } = await publishSamples(database, { tutors: 2 });
  const listing = tutors[0] as number;
  // The listings were last changed a month ago.
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
    setDaysSinceVisit: (days: number) =>
      database.db.execute(
        sql`update users set active_on = (now() at time zone 'Asia/Hong_Kong')::date - ${days}::int where id = ${userId}`,
      ),
    changeCount: async () =>
      (await rowsOf(sql`select from market_changes where kind = 'tutor' and row_id = ${listing}`)).length,
    /** Days since the tutor’s last visit, according to the index of each process. */
    daysAway: () =>
      Promise.all(
        markets.map(async ({ index }) => {
          await index.settled();
          return dayOf(Date.now()) - (index.matchableTutors.facts(listing)?.activeDay ?? Number.NaN);
        }),
      ),
  };
}

test('a visit updates the index of every process, and a second visit on the same day changes nothing', async () => {
  const { database, userId, daysAway, setDaysSinceVisit, changeCount } = await open();
  expect(await daysAway()).toEqual([30, 30]);
  const { renewal } = await database.transaction((tx) =>
    openSession(tx, { userId, face: 'product', userAgent }),
  );
  expect(await daysAway()).toEqual([0, 0]);

  await setDaysSinceVisit(12);
  expect(await daysAway()).toEqual([12, 12]);
  const before = await changeCount();
  let next = renewal;
  for (let time = 0; time < 3; time++)
    next = (await renewSession(database, next, { face: 'product', userAgent })).renewal;
  expect(await changeCount()).toBe(before + 1);
  expect(await daysAway()).toEqual([0, 0]);
});

test('the later of a visit and a change to the listing counts', async () => {
  const { database, listing, daysAway, setDaysSinceVisit } = await open();
  await setDaysSinceVisit(40);
  expect(await daysAway()).toEqual([30, 30]);
  await database.db.execute(
    sql`update tutor_listings set updated_at = now() - interval '3 days' where id = ${listing}`,
  );
  expect(await daysAway()).toEqual([3, 3]);
});

test('neither the time nor the day of a visit is visible to others', async () => {
  const { markets, listing, setDaysSinceVisit } = await open();
  await setDaysSinceVisit(12);
  const day = new Date(Date.now() + 8 * 3_600_000 - 12 * dayMs).toISOString().slice(0, 10);
  const page = JSON.stringify(await markets[0]?.tutor(listing));
  expect(page).toContain('introduction');
  expect(page).not.toContain('active');
  expect(page).not.toContain(day);
});

test('a visit of a tutor who is not listed does not update the index', async () => {
  const { database, listing, userId, changeCount } = await open();
  await database.db.execute(sql`update tutor_listings set is_listed = false where id = ${listing}`);
  const before = await changeCount();
  await database.transaction((tx) => openSession(tx, { userId, face: 'product', userAgent }));
  expect(await changeCount()).toBe(before);
});
