import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/ground/db/db.ts';
import { createTestDatabase, silentLog } from '#tests/database.ts';
import { judge } from '#tests/market-storm/check.ts';
import { keepJournal } from '#tests/market-storm/journal.ts';
import { reduce } from '#tests/market-storm/model.ts';
import { type Answer, perform, rage, seeded, stormLimits } from '#tests/market-storm/storm.ts';
import { buildTown, readTown } from '#tests/market-storm/town.ts';

async function createTown() {
  const testDatabase = await createTestDatabase();
  onTestFinished(() => testDatabase.drop());
  const { pool } = testDatabase.database;
  await buildTown(pool);
  await keepJournal(pool);
  return { url: testDatabase.url, pool, database: testDatabase.database, begun: await readTown(pool) };
}

test('sequential market operations: every answer is the one the model gives', {
  timeout: 120_000,
}, async () => {
  const { pool, database, begun } = await createTown();
  const few = { applications: 2, invitations: 1 };
  const answers: Answer[] = [];
  await rage({
    database,
    name: 'alone',
    operations: 400,
    random: seeded(1),
    limits: few,
    heard: (answer) => answers.push(answer),
  });
  for (const { op, answer, interestId = 0 } of answers) {
    const { rows } = await pool.query('select id::int from matches where interest_id = $1', [interestId]);
    const outcome = reduce(begun, op, { interest: interestId, match: rows[0]?.id ?? 0 }, few);
    expect(outcome.code, JSON.stringify(op)).toBe(answer);
  }
  // The random operations ran into every rule.
  const codes = new Set(answers.map(({ answer }) => answer));
  for (const code of [
    'ok',
    'caseTaken',
    'slotTaken',
    'interestClosed',
    'ownCase',
    'reachedLimit',
    'caseClosed',
    'notFound',
  ])
    expect(codes, code).toContain(code);
  expect(begun).toEqual(await readTown(pool));
});

test('eight concurrent clients with connections cut: no case is matched twice, no acceptance is lost, no state is illegal', {
  timeout: 240_000,
}, async () => {
  const { url, pool, begun } = await createTown();
  const database = openDatabase(url, { log: silentLog, poolSize: 8, name: 'storm' });
  onTestFinished(() => database.close());
  const answers: Answer[] = [];
  let raging = true;
  let kills = 0;
  const killer = async () => {
    const client = new pg.Client(url);
    await client.connect();
    while (raging) {
      await sleep(100);
      const { rowCount } = await client.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'storm' and state <> 'idle' order by random() limit 1`);
      kills += rowCount ?? 0;
    }
    await client.end();
  };
  const killing = killer();
  await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      rage({
        database,
        name: `c${at}`,
        operations: 200,
        random: seeded(100 + at),
        heard: (answer) => answers.push(answer),
      }),
    ),
  ).finally(() => {
    raging = false;
  });
  await killing;
  const verdict = await judge(pool, begun, answers, stormLimits);
  expect(verdict).toMatchObject({ doubleMatches: 0, lostAcceptances: [], illegal: [] });
  expect(answers).toHaveLength(1600);
  expect(kills).toBeGreaterThan(3);
  expect(verdict.lost).toBeGreaterThan(0);
  expect(verdict.acceptances).toBeGreaterThan(50);
});

test('a refused operation changes no rows', async () => {
  const { pool, database, begun } = await createTown();
  const [caseId, { owner }] = [...begun.cases][0] as [number, { owner: number }];
  const stranger = [...begun.cases.values()].find((one) => one.owner !== owner)?.owner ?? 0;
  const { answer } = await perform(database, 'x', { userId: stranger, do: 'offline', caseId }, stormLimits);
  expect(answer).toBe('notFound');
  expect((await pool.query('select from journal')).rowCount).toBe(0);
});
