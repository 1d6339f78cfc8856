import pg from 'pg';
import { expect, test } from 'vitest';
import { runningPostgresUrl } from '#server/ground/postgres/postgres.ts';
import { createRandom } from '#tests/random.ts';
import { createDataDir, postgresPid, startServer } from '#tests/server-process.ts';
import { totalsOf } from '#tests/timetable/plan.ts';
import { stormTimetable } from '#tests/timetable/run.ts';

test('one step after the other: every answer is the one that the model of the timetable gives', {
  timeout: 300_000,
}, async () => {
  const servers = await serversOf();
  const outcome = await stormTimetable({
    ...{ ...servers, tutors: 2, steps: 900, connections: 1, kills: 0, days: 9, stopsIn: 200 },
    randomOf: () => createRandom(5),
  });
  expect(outcome).toMatchObject({ wrong: [], lost: [], overlaps: 0, views: { overlaps: 0 } });
  const codes = new Set(outcome.answers.map(({ code }) => code));
  // The usual ones; how often the others come depends on the hour of the day.
  for (const code of [
    'ok',
    'slotTaken',
    'planTimeWrong',
    'planChanged',
    'notPlanned',
    'undoOver',
    'lessonOpen',
  ])
    expect(codes, code).toContain(code);
});

test('sixteen people at once while the server is killed: no lesson overlaps, none is lost, and the sums are those of the model', {
  timeout: 300_000,
}, async () => {
  const servers = await serversOf();
  const outcome = await stormTimetable({
    ...{ ...servers, tutors: 5, steps: 1_000, connections: 16, kills: 2, days: 4, stopsIn: 400 },
    randomOf: (connection) => createRandom(700 + connection),
  });
  expect(outcome).toMatchObject({ wrong: [], lost: [], overlaps: 0, killed: 2, views: { overlaps: 0 } });
  expect(outcome.views).toMatchObject({ outcomes: { apart: 0 } });
  expect(outcome.unanswered).toBeGreaterThan(0);
  const minutes = outcome.model.classes.reduce((total, cls) => total + totalsOf(cls).minutes, 0);
  expect(minutes).toBeGreaterThan(100);
});

async function serversOf() {
  const dataDir = await createDataDir();
  let kills = 0;
  return {
    start: () => {
      const server = startServer(
        {
          ...{ DATA_DIR: dataDir, DEMO: '0', PUBLIC_URL: 'https://mingshi.example', HOST: '127.0.0.1' },
          ...{ LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '1000000', TRUST_PROXY: '1' },
        },
        [process.execPath, 'tests/clock-in/server.ts'],
      );
      return {
        address: server.address,
        async kill() {
          const postgres = Number(await postgresPid(dataDir));
          server.child.kill('SIGKILL');
          // Every second time PostgreSQL is killed too, and has to recover from its write-ahead log.
          if (kills++ % 2 === 1) process.kill(postgres, 'SIGKILL');
          await server.exit;
        },
      };
    },
    async connect() {
      const pool = new pg.Pool({ connectionString: await runningPostgresUrl(dataDir), max: 2 });
      // Idle connections break when the database is killed.
      pool.on('error', () => {});
      return pool;
    },
  };
}
