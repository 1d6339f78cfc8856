import { expect, onTestFinished, test } from 'vitest';
import { openMarket } from '#server/domains/market/market.ts';
import { marketCalls } from '#shared/market.ts';
import { createTestDatabase, silentLog } from '#tests/database.ts';
import { sampleCounts, seedDemo } from './demo.ts';

const query = marketCalls['GET /api/common_info/parent_case'].query.parse({ page_size: 100 });

const files = { put: async () => undefined };

test('demo mode seeds the market once, and marks every row as a sample', async () => {
  const { database, drop } = await createTestDatabase();
  onTestFinished(drop);
  await Promise.all([seedDemo(database, files), seedDemo(database, files)]);
  await seedDemo(database, files);
  const market = await openMarket(database, silentLog);
  try {
    const [cases, tutors, children] = [
      await market.cases(query),
      await market.tutors(query),
      await market.children(query),
    ];
    expect([cases.total, tutors.total, children.total]).toEqual([
      sampleCounts.cases,
      sampleCounts.tutors,
      sampleCounts.cases,
    ]);
    expect([...cases.list, ...tutors.list].every(({ is_sample }) => is_sample)).toBe(true);
    expect(tutors.list.filter(({ rating }) => rating !== null).length).toBeGreaterThan(20);
    expect(tutors.list.filter(({ badges }) => badges.length > 0).length).toBeGreaterThan(40);
    const subjects = tutors.list.flatMap(({ subject_grades }) => subject_grades);
    expect(subjects.length).toBeGreaterThan(150);
  } finally {
    await market.close();
  }
});
