import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { publishSamples } from '#tests/on-show.ts';
import { followChanges } from './follow-changes.ts';
import { listedTutors } from './listed-tutors.ts';
import { type Market, openMarket } from './market.ts';
import { untilNight } from './market-index.ts';
import { createMatchables } from './matchables.ts';

let testDatabase: TestDatabase;
let market: Market;
let ids: { tutors: number[]; cases: number[] };
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  ids = await publishSamples(testDatabase.database, { tutors: 120, cases: 60 });
  market = await openMarket(testDatabase.database, silentLog);
  await market.index.ready;
});
afterAll(async () => {
  await market.close();
  await testDatabase.drop();
});
const run = (statement: ReturnType<typeof sql>) => testDatabase.database.db.execute(statement);

const draft = {
  id: Number.MAX_SAFE_INTEGER,
  child_info: [{ grade: 13, major_subject: [3], other_subject: [] }],
  tutoring_type: 2,
  tutoring_region: null,
  tutoring_days_per_week: 1,
  tutoring_time_per_class: 1,
  price: 400,
};
const found = () =>
  market.index.matchableTutors.search(draft as never, { top: 50 }).list.map(({ id, score }) => [id, score]);

test('a rebuilt index is a new object with the same results', async () => {
  const before = market.index.matchableTutors;
  const results = found();
  expect(results.length).toBeGreaterThan(3);
  await market.index.rebuild();
  expect(market.index.matchableTutors).not.toBe(before);
  expect(market.index.matchableTutors.size()).toBe(120);
  expect(market.index.matchableCases.size()).toBe(60);
  expect(found()).toEqual(results);
});

test('changes that arrive during a rebuild are in the new index', async () => {
  const [gone, hidden] = [ids.cases[3] as number, ids.tutors.at(-1) as number];
  const building = market.index.rebuild();
  await run(sql`update cases set status = 2 where id = ${gone}`);
  await run(sql`update tutor_listings set is_listed = false where id = ${hidden}`);
  const { tutors } = await publishSamples(testDatabase.database, { tutors: 1, seed: 9 });
  await market.index.settled();
  await building;
  await market.index.settled();
  expect(market.index.matchableCases.has(gone)).toBe(false);
  expect(market.index.matchableTutors.has(hidden)).toBe(false);
  expect(market.index.matchableTutors.has(tutors[0] as number)).toBe(true);
});

test('a change between inserting a row into the new index and switching to it is applied to both', async () => {
  const [row, other] = await listedTutors(testDatabase.database.db, ids.tutors.slice(0, 2));
  if (!row || !other) throw new Error('two tutors are on show');
  const matchables = createMatchables(silentLog);
  matchables.showTutor(row);
  await matchables.rebuild({ cases: 0, tutors: 2 }, async (put) => {
    put.tutor(row);
    expect(matchables.tutors.has(row.id)).toBe(true);
    matchables.hideTutor(row.id);
    matchables.showTutor(other);
  });
  expect(matchables.tutors.has(row.id)).toBe(false);
  expect(matchables.tutors.has(other.id)).toBe(true);
});

test('no change is read between reading a batch and using it', async () => {
  const order: string[] = [];
  const follower = await followChanges({
    database: testDatabase.database,
    log: silentLog,
    load: async () => {},
    reread: async () => void order.push('reread'),
  });
  onTestFinished(() => follower.close());
  await follower.ready;
  await follower.settled();
  order.length = 0;
  const gate = Promise.withResolvers<void>();
  const working = follower.between(async () => {
    order.push('begins');
    await gate.promise;
    order.push('ends');
  });
  const notified = Promise.withResolvers<void>();
  onTestFinished(
    await testDatabase.database.listen(
      'market',
      () => notified.resolve(),
      () => {},
    ),
  );
  await run(sql`select note_market_change('tutor', 1)`);
  const settled = follower.settled();
  await notified.promise;
  gate.resolve();
  await Promise.all([working, settled]);
  expect(order.slice(0, 3)).toEqual(['begins', 'ends', 'reread']);
});

test('a failed rebuild leaves the current index in use', async () => {
  const before = market.index.matchableTutors;
  await run(sql`alter table tutor_subjects rename to away`);
  await expect(market.index.rebuild()).rejects.toThrow();
  await run(sql`alter table away rename to tutor_subjects`);
  expect(market.index.matchableTutors).toBe(before);
  await market.index.rebuild();
  expect(market.index.matchableTutors).not.toBe(before);
});

test('the nightly rebuild starts between four and five in Hong Kong time, and never immediately', () => {
  const at = (time: string) => Date.parse(`2026-11-15T${time}+08:00`);
  const hours = (time: string, part = 0) => untilNight(at(time), part) / 3600_000;
  expect(hours('03:00:00')).toBe(1);
  expect(hours('03:00:00', 0.5)).toBe(1.5);
  expect(hours('04:00:00')).toBe(24);
  expect(hours('04:30:00')).toBe(23.5);
  expect(hours('23:00:00')).toBe(5);
});
