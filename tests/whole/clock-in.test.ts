import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { runningPostgresUrl } from '#server/ground/postgres/postgres.ts';
import { judge } from '#tests/clock-in/check.ts';
import { newTutor, reduce, type Tutor } from '#tests/clock-in/model.ts';
import { stormOver } from '#tests/clock-in/run.ts';
import { buildSchool } from '#tests/clock-in/school.ts';
import { type Answer, tapAway } from '#tests/clock-in/storm.ts';
import { seeded } from '#tests/market-storm/storm.ts';
import { serve } from '#tests/serve.ts';
import { createDataDir, postgresPid, startServer } from '#tests/server-process.ts';

test('sequential clock-ins: every answer is the one the model gives', { timeout: 120_000 }, async () => {
  const { database, listen } = await serve({ whenOver: onTestFinished });
  const address = await listen();
  const teachers = await buildSchool(database.pool, 2, 2);
  const answers: Answer[] = [];
  const tutors = new Map<number, Tutor>();
  const lessons = new Map<string, number>();
  const heard = (answer: Answer) => answers.push(answer);
  const lost = () => expect.fail('nothing was to be lost');
  await tapAway(
    {
      address: async () => address,
      teachers,
      random: seeded(3),
      begun: [],
      days: 1,
      stopsIn: 20,
      heard,
      lost,
    },
    300,
  );
  const { rows } = await database.pool.query(
    'select id::int, floor(extract(epoch from stopped_at) * 1000)::float8 as at from classes',
  );
  for (const { op, code, lessonId } of answers) {
    const tutor = tutors.get(op.tutor) ?? newTutor();
    tutors.set(op.tutor, tutor);
    const outcome = reduce(tutor, op, rows.find(({ id }) => id === op.classId).at);
    expect(outcome.code, JSON.stringify(op)).toBe(code);
    if (outcome.code !== 'ok' || outcome.lesson === null) continue;
    const id = lessons.get(outcome.lesson) ?? lessonId;
    lessons.set(outcome.lesson, id as number);
    expect(lessonId).toBe(id);
  }
  const codes = new Set(answers.map(({ code }) => code));
  for (const code of [
    'ok',
    'lessonOpen',
    'lessonNotStarted',
    'endBeforeStart',
    'lessonOverlaps',
    'classStopped',
  ])
    expect(codes, code).toContain(code);
  expect(await judge(database.pool, answers)).toMatchObject({ wrong: [], lostAnswers: [], overlaps: 0 });
});

test('sixteen concurrent clients clock in while the server is killed: no lessons overlap and no acknowledged clock-in is lost', {
  timeout: 240_000,
}, async () => {
  const dataDir = await createDataDir();
  let kills = 0;
  const start = () => {
    const server = startServer(
      {
        DATA_DIR: dataDir,
        DEMO: '0',
        PUBLIC_URL: 'https://mingshi.example',
        HOST: '127.0.0.1',
        LOG_LEVEL: 'warn',
        RATE_LIMIT_PER_MINUTE: '1000000',
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
  };
  const first = start();
  await first.address;
  const pool = await schoolPool(dataDir);
  const teachers = await buildSchool(pool, 6, 3);
  const load = { teachers, taps: 1_000, connections: 16, kills: 2, days: 6.9, stopsIn: 300 };
  let alreadyStarted: typeof first | undefined = first;
  const { answers, unanswered, killed } = await stormOver(
    () => {
      const running = alreadyStarted ?? start();
      alreadyStarted = undefined;
      return running;
    },
    { ...load, randomOf: (at) => seeded(500 + at) },
  );
  const after = await schoolPool(dataDir);
  const verdict = await judge(after, answers);
  expect(verdict).toMatchObject({ overlaps: 0, doubleOpen: 0, lostAnswers: [], wrong: [] });
  expect(verdict.minutes.stored).toBe(verdict.minutes.model);
  expect(verdict.minutes.model).toBeGreaterThan(100);
  expect(killed).toBe(2);
  expect(unanswered).toBeGreaterThan(0);
  expect(answers.length).toBeGreaterThanOrEqual(1_000);
});

/** A second connection pool to the server's embedded database. */
async function schoolPool(dataDir: string) {
  const pool = new pg.Pool({ connectionString: await runningPostgresUrl(dataDir), max: 2 });
  // Idle connections break when the database is killed.
  pool.on('error', () => {});
  onTestFinished(() => pool.end());
  return pool;
}
