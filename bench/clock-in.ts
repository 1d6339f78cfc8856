/**
 * Whether lesson records stay correct under concurrency and crashes: random clock-ins over 16 HTTP connections,
 * with retries and duplicates, while the server is killed repeatedly, every second time together with its database,
 * which runs with fsync. Exits with 1 if anything is wrong. Needs a build (`npm run build`). `npm run bench --
 * clock-in 1000000 7` makes a million clock-ins with seed 7.
 */
import pg from 'pg';
import { runningPostgresUrl } from '../src/server/ground/postgres/postgres.ts';
import { judge, type Verdict } from '../tests/clock-in/check.ts';
import { type Running, stormOver } from '../tests/clock-in/run.ts';
import { buildSchool } from '../tests/clock-in/school.ts';
import { createRandom } from '../tests/random.ts';
import { inFolder, postgresPid, startServer } from './tools/server.ts';
import { atLeast, atMost, missed, printTable } from './tools/table.ts';

const connections = 16;
const clockInsPerTutor = 250;
const classesPerTutor = 4;
const clockInsPerKill = 10_000;

const taps = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);

/** A server that is killed alone, or together with its database. */
function startClockInServer(dataDir: string, withDatabase: () => boolean): Running {
  const server = startServer(
    dataDir,
    { DEMO: '0', PUBLIC_URL: 'https://mingshi.example' },
    'tests/clock-in/server.ts',
  );
  return {
    address: server.address,
    async kill() {
      const postgres = await postgresPid(dataDir);
      if (postgres === undefined) throw new Error('the server has no database');
      const killed = server.kill();
      if (withDatabase()) process.kill(postgres, 'SIGKILL');
      await killed;
    },
  };
}

async function run(dataDir: string) {
  let kills = 0;
  const start = () => startClockInServer(dataDir, () => kills++ % 2 === 1);
  let first: Running | undefined = start();
  await first.address;
  const before = new pg.Pool({ connectionString: await runningPostgresUrl(dataDir), max: 1 });
  const { rows } = await before.query('show fsync');
  const teachers = await buildSchool(
    before,
    Math.max(8, Math.ceil(taps / clockInsPerTutor)),
    classesPerTutor,
  );
  await before.end();

  const started = performance.now();
  const outcome = await stormOver(
    () => {
      const running = first ?? start();
      first = undefined;
      return running;
    },
    {
      teachers,
      taps,
      connections,
      kills: Math.max(2, Math.floor(taps / clockInsPerKill)),
      days: 6.5,
      stopsIn: 1_000,
      randomOf: (connection) => createRandom(seed * 1_000 + connection).share,
    },
  );
  const tookMs = performance.now() - started;
  const after = new pg.Pool({ connectionString: await runningPostgresUrl(dataDir), max: 1 });
  const verdict = await judge(after, outcome.answers);
  await after.end();
  report(outcome, verdict, tookMs, rows[0].fsync);
}

function report(
  { answers, unanswered, killed }: Awaited<ReturnType<typeof stormOver>>,
  verdict: Verdict,
  tookMs: number,
  fsync: string,
) {
  const whole = (value: number) => value.toLocaleString('en');
  for (const wrong of [...verdict.wrong, ...verdict.lostAnswers].slice(0, 20)) console.error(wrong);
  const countByCode = new Map<string, number>();
  for (const { code } of answers) countByCode.set(code, (countByCode.get(code) ?? 0) + 1);
  const rows = [
    atLeast('taps answered', answers.length, taps, whole),
    atMost('lessons of a tutor that overlap', verdict.overlaps, 0, whole),
    atMost('tutors with two open lessons', verdict.doubleOpen, 0, whole),
    atMost('acknowledged records that are lost', verdict.lostAnswers.length, 0, whole),
    atMost('records the rules do not allow, or make otherwise', verdict.wrong.length, 0, whole),
    atMost(
      'minutes apart, of the record and the model',
      Math.abs(verdict.minutes.stored - verdict.minutes.model),
      0,
      whole,
    ),
    atLeast('times the server was killed', killed, 2, whole),
    atLeast('PostgreSQL waits for the disk', fsync === 'on' ? 1 : 0, 1, whole),
    { metric: 'taps whose answer was lost and that were sent again', value: whole(unanswered) },
    { metric: 'hours taught', value: whole(Math.round(verdict.minutes.model / 60)) },
    {
      metric: 'lessons, and taps that were taken',
      value: `${whole(verdict.lessons)}, ${whole(verdict.entries)}`,
    },
    { metric: 'classes stopped', value: whole(verdict.stopped) },
    ...[...countByCode]
      .sort(([, a], [, b]) => b - a)
      .map(([code, count]) => ({ metric: `answered ${code}`, value: whole(count) })),
    {
      metric: 'taps a second, with everything else going on',
      value: whole(Math.round((taps / tookMs) * 1000)),
    },
    { metric: 'seed, and the whole storm', value: `${seed}, ${Math.round(tookMs / 1000)} s` },
  ];
  printTable(rows);
  process.exitCode = missed(rows) ? 1 : 0;
}

await inFolder(run);
