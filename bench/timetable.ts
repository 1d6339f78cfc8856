/**
 * Whether timetables and lesson records stay correct under concurrency and crashes: random proposals, answers,
 * cancellations, taps, undos, additions and confirmations over 16 HTTP connections, with retries and duplicates, while
 * days pass and the server is killed ten times, every second time together with its database, which runs with fsync.
 * Exits with 1 if anything differs from the model. Needs a build (`npm run build`). `npm run bench -- timetable 200000 7`
 * makes more steps, with seed 7.
 */
import pg from 'pg';
import { runningPostgresUrl } from '../src/server/ground/postgres/postgres.ts';
import type { Running } from '../tests/clock-in/run.ts';
import { createRandom } from '../tests/random.ts';
import { stormTimetable } from '../tests/timetable/run.ts';
import { inFolder, postgresPid, startServer } from './tools/server.ts';
import { atLeast, atMost, missed, printTable } from './tools/table.ts';

const stepsPerTutor = 1_500;
const stepsPerDay = 2_500;

const steps = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
const kills = 10;

async function run(dataDir: string) {
  let killed = 0;
  const start = (): Running => {
    const server = startServer(
      dataDir,
      { DEMO: '0', PUBLIC_URL: 'https://mingshi.example', TRUST_PROXY: '1' },
      'tests/clock-in/server.ts',
    );
    return {
      address: server.address,
      async kill() {
        const postgres = await postgresPid(dataDir);
        if (postgres === undefined) throw new Error('the server has no database');
        const ended = server.kill();
        if (killed++ % 2 === 1) process.kill(postgres, 'SIGKILL');
        await ended;
      },
    };
  };
  let fsync = '';
  const connect = async () => {
    const pool = new pg.Pool({ connectionString: await runningPostgresUrl(dataDir), max: 2 });
    // Idle connections break when the database is killed.
    pool.on('error', () => {});
    fsync = (await pool.query('show fsync')).rows[0].fsync;
    return pool;
  };
  const started = performance.now();
  const outcome = await stormTimetable({
    ...{ start, connect, steps, connections: 16, kills, stopsIn: 2_000 },
    tutors: Math.max(6, Math.ceil(steps / stepsPerTutor)),
    days: Math.max(kills, Math.ceil(steps / stepsPerDay)),
    randomOf: (connection) => createRandom(seed * 1_000 + connection),
    told: (text) => console.error(`${Math.round((performance.now() - started) / 1000)} s, ${text}`),
  });
  report(outcome, performance.now() - started, fsync);
}

function report(outcome: Awaited<ReturnType<typeof stormTimetable>>, tookMs: number, fsync: string) {
  const { answers, wrong, lost, views, model } = outcome;
  const whole = (value: number) => value.toLocaleString('en');
  for (const text of [...wrong, ...lost].slice(0, 30)) console.error(text);
  const countOf = (texts: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
    return [...counts].sort(([, one], [, other]) => other - one);
  };
  const apart = ({ shown, model: expected }: { shown: number; model: number }) => Math.abs(shown - expected);
  const records = model.classes.flatMap((cls) => cls.records);
  const rows = [
    atLeast('steps answered', answers.length, steps, whole),
    atMost('lessons in the calendars of tutors that overlap', views.overlaps, 0, whole),
    atMost('records of tutors that overlap', outcome.overlaps, 0, whole),
    atMost('acknowledged steps that are lost', lost.length, 0, whole),
    atMost('what the rules do not allow, or make otherwise', wrong.length, 0, whole),
    atMost('minutes apart, of the pages and the model', apart(views.minutes), 0, whole),
    atMost('dollars apart', apart(views.dollars), 0, whole),
    atMost('outcomes of lessons apart', views.outcomes.apart, 0, whole),
    atLeast('times the server was killed', outcome.killed, kills, whole),
    atLeast('PostgreSQL waits for the disk', fsync === 'on' ? 1 : 0, 1, whole),
    { metric: 'steps whose answer was lost and that were sent again', value: whole(outcome.unanswered) },
    {
      metric: 'records, and hours that count',
      value: `${whole(records.length)}, ${whole(Math.round(views.minutes.model / 60))}`,
    },
    { metric: 'dollars', value: whole(views.dollars.model) },
    { metric: 'lessons that were judged', value: whole(views.outcomes.shown) },
    ...countOf(answers.map(({ op }) => op.do)).map(([name, count]) => ({
      metric: `steps: ${name}`,
      value: whole(count),
    })),
    ...countOf(answers.map(({ code }) => code)).map(([code, count]) => ({
      metric: `answered ${code}`,
      value: whole(count),
    })),
    { metric: 'seed, and the whole storm', value: `${seed}, ${Math.round(tookMs / 1000)} s` },
  ];
  printTable(rows);
  process.exitCode = missed(rows) ? 1 : 0;
}

await inFolder(run);
