import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, silentLog } from '#tests/database.ts';
import { publishSamples } from '#tests/on-show.ts';
import { openMarket } from './market.ts';
import { countViews } from './views.ts';

async function open() {
  const testDatabase = await createTestDatabase();
  onTestFinished(() => testDatabase.drop());
  const { database } = testDatabase;
  const { tutors, cases } = await publishSamples(database, { tutors: 2, cases: 1 });
  const views = countViews(database, silentLog);
  onTestFinished(() => views.close());
  const counted = async () =>
    (
      await database.db.execute(
        sql`select kind, row_id::int as id, views from market_views order by kind, row_id`,
      )
    ).rows;
  return {
    database,
    views,
    counted,
    one: tutors[0] as number,
    other: tutors[1] as number,
    caseId: cases[0] as number,
  };
}

test('a visitor counts once a day for each listing or case, and the stored counts do not identify visitors', async () => {
  const { database, views, counted, one, other, caseId } = await open();
  for (let time = 0; time < 50; time++) views.seen('tutor', one, '203.0.113.7');
  views.seen('tutor', one, 'user 5');
  views.seen('tutor', other, '203.0.113.7');
  views.seen('case', caseId, '203.0.113.7');
  expect(await counted()).toEqual([]);
  await views.flush();
  const expected = [
    { kind: 'case', id: caseId, views: 1 },
    { kind: 'tutor', id: one, views: 2 },
    { kind: 'tutor', id: other, views: 1 },
  ];
  expect(await counted()).toEqual(expected);
  views.seen('tutor', one, 'user 5');
  await views.flush();
  expect(await counted()).toEqual(expected);
  const { rows } = await database.db.execute(sql`select * from market_views`);
  expect(JSON.stringify(rows)).not.toContain('203.0');
});

test('views of several processes are added up, and views older than a week are deleted', async () => {
  const { database, views, counted, one } = await open();
  await database.db.execute(sql`
    insert into market_views (kind, row_id, day, views) values ('tutor', ${one}, current_date - 20, 9)`);
  const second = countViews(database, silentLog);
  for (const [process, who] of [
    [views, 'a'],
    [second, 'b'],
  ] as const)
    process.seen('tutor', one, who);
  await Promise.all([views.flush(), second.close()]);
  expect(await counted()).toEqual([{ kind: 'tutor', id: one, views: 2 }]);
});

test('the matching index takes over the view counts once they have changed enough, not for every view', async () => {
  const { database, views, one } = await open();
  const market = await openMarket(database, silentLog);
  onTestFinished(() => market.close());
  const indexed = async () => {
    await market.index.settled();
    const { matchableTutors } = market.index;
    return matchableTutors.facts(one)?.views;
  };
  const addViews = async (from: number, to: number) => {
    for (let at = from; at < to; at++) views.seen('tutor', one, `visitor ${at}`);
    await views.flush();
  };
  const changeCount = async () =>
    (await database.db.execute(sql`select from market_changes where kind = 'tutor' and row_id = ${one}`)).rows
      .length;
  const before = await changeCount();
  expect(await indexed()).toBe(0);
  await addViews(0, 10);
  expect(await changeCount()).toBe(before);
  await addViews(10, 60);
  expect(await changeCount()).toBe(before + 1);
  expect(await indexed()).toBe(60);
  // Views older than seven days no longer count from the next rebuild on.
  await database.db.execute(sql`update market_views set day = day - 7`);
  await market.index.rebuild();
  expect(await indexed()).toBe(0);
});

test('views that cannot be written are logged and lost, and counting continues', async () => {
  const { database, views, counted, one } = await open();
  await database.db.execute(sql`alter table market_views rename to away`);
  views.seen('tutor', one, 'a');
  await views.flush();
  await database.db.execute(sql`alter table away rename to market_views`);
  views.seen('tutor', one, 'b');
  await views.flush();
  expect(await counted()).toEqual([{ kind: 'tutor', id: one, views: 1 }]);
});
