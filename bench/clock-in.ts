/**
 * Whether the record of lessons holds when everything happens at once and things break: random taps from 16 connections
 * over HTTP, with retries and double taps, while the server is killed again and again, every second time together with
 * its database, which waits for the disk. Exits with 1 when anything is wrong. It wants a build (`npm run build`).
 * `npm run bench:clock-in -- 1000000 7` makes more taps, and others.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { runningPostgresUrl } from '#server/running-postgres.ts';
import { judge, type Verdict } from '../tests/clock-in/check.ts';
import { type Running, stormOver } from '../tests/clock-in/run.ts';
import { buildSchool } from '../tests/clock-in/school.ts';
import { createChance } from './random.ts';
import { atLeast, atMost, missed, printTable } from './web/table.ts';

const connections = 16;
const tapsOfTutor = 250;
const classesOfEach = 4;
const tapsPerKill = 10_000;

const taps = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 1);
const root = fileURLToPath(new URL('..', import.meta.url));

let children: ChildProcess[] = [];

/** The product's server on the folder, as a process that may be killed. */
function startServer(dataDir: string, withDatabase: () => boolean): Running {
  const child = spawn(process.execPath, ['tests/clock-in/server.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      DEMO: '0',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '100000000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const exit = once(child, 'exit');
  const { promise: address, resolve, reject } = Promise.withResolvers<string>();
  address.catch(() => {});
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
    const printed = /明師 Mingshi {2}(\S+)/.exec(said)?.[1];
    if (printed) resolve(printed.replace(/\/$/, ''));
  });
  exit.then(() => {
    children = children.filter((one) => one !== child);
    reject(new Error(`the server ended: ${said}`));
  });
  return {
    address,
    async kill() {
      const postgres = await postgresPid(dataDir);
      child.kill('SIGKILL');
      if (withDatabase()) process.kill(postgres, 'SIGKILL');
      await exit;
    },
  };
}

async function postgresPid(dataDir: string) {
  return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function endPostgres(pid: number) {
  try {
    process.kill(pid, 'SIGQUIT');
    for (;;) {
      process.kill(pid, 0);
      await sleep(50);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function run(dataDir: string) {
  let kills = 0;
  const start = () => startServer(dataDir, () => kills++ % 2 === 1);
  let first: Running | undefined = start();
  await first.address;
  const before = new pg.Pool({ connectionString: await runningPostgresUrl(dataDir), max: 1 });
  const { rows } = await before.query('show fsync');
  const teachers = await buildSchool(before, Math.max(8, Math.ceil(taps / tapsOfTutor)), classesOfEach);
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
      kills: Math.max(2, Math.floor(taps / tapsPerKill)),
      days: 6.5,
      stopsIn: 1_000,
      randomOf: (connection) => createChance(seed * 1_000 + connection).share,
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
  const given = new Map<string, number>();
  for (const { code } of answers) given.set(code, (given.get(code) ?? 0) + 1);
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
    { figure: 'taps whose answer was lost and that were sent again', value: whole(unanswered) },
    { figure: 'hours taught', value: whole(Math.round(verdict.minutes.model / 60)) },
    {
      figure: 'lessons, and taps that were taken',
      value: `${whole(verdict.lessons)}, ${whole(verdict.entries)}`,
    },
    { figure: 'classes stopped', value: whole(verdict.stopped) },
    ...[...given]
      .sort(([, a], [, b]) => b - a)
      .map(([code, count]) => ({ figure: `answered ${code}`, value: whole(count) })),
    {
      figure: 'taps a second, with everything else going on',
      value: whole(Math.round((taps / tookMs) * 1000)),
    },
    { figure: 'seed, and the whole storm', value: `${seed}, ${Math.round(tookMs / 1000)} s` },
  ];
  printTable(rows);
  process.exitCode = missed(rows) ? 1 : 0;
}

const place = await mkdtemp(join(tmpdir(), 'mingshi-clock-in-'));
// For root's PostgreSQL, which runs as another user.
await chmod(place, 0o711);
try {
  await run(place);
} finally {
  for (const child of children) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  // A server that was killed last leaves its database behind.
  const left = await postgresPid(place).catch(() => undefined);
  if (left !== undefined) await endPostgres(left);
  await rm(place, { recursive: true, force: true });
}
