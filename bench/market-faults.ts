/**
 * Whether matches stay correct under concurrency and crashes: random operations over eight connections of four
 * processes, while PostgreSQL backends are terminated and one process is killed. Exits with 1 if anything is wrong.
 * `npm run bench -- market-faults SEED` uses another seed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { type Database, openDatabase } from '../src/server/ground/db/db.ts';
import { migrate } from '../src/server/ground/db/migrate.ts';
import { startPostgres } from '../src/server/ground/postgres/postgres.ts';
import { seedDatabase } from '../src/server/wiring/seed.ts';
import { judge, type Verdict } from '../tests/market-storm/check.ts';
import { keepJournal } from '../tests/market-storm/journal.ts';
import { type Answer, rage, seeded, stormLimits } from '../tests/market-storm/storm.ts';
import { buildTown, readTown } from '../tests/market-storm/town.ts';
import { atLeast, atMost, missed, printTable } from './tools/table.ts';

const processes = 4;
const connectionsPerProcess = 2;
const operationsPerConnection = 5_000;
const operations = processes * connectionsPerProcess * operationsPerConnection;
const cutEveryMs = 250;

const log = pino({ level: 'error' });

if (process.argv[2] === 'worker') await work(process.argv.slice(3));
else await run(Number(process.argv[2] ?? 1));

/** One worker process of the load test. Reports each operation before it starts, so that a kill leaves no gap. */
async function work([url = '', name = '', each = '', seed = '']: string[]) {
  const database = openDatabase(url, {
    log: pino({ level: 'silent' }),
    poolSize: connectionsPerProcess,
    name: 'storm',
  });
  const print = (answer: Answer) => process.stdout.write(`${JSON.stringify(answer)};\n`);
  await Promise.all(
    Array.from({ length: connectionsPerProcess }, (_, at) =>
      rage({
        database,
        name: `${name}.${at}`,
        operations: Number(each),
        random: seeded(Number(seed) * 1_000 + at),
        begins: (name, op) => print({ name, op, answer: 'lost' }),
        heard: print,
      }),
    ),
  );
  await database.close();
}

type Answers = Map<string, Answer>;

/** Starts a worker process and records the answers it prints; `ended` resolves with its exit code or signal. */
function startWorker(url: string, name: string, each: number, seed: number, answerByName: Answers) {
  const script = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, [script, 'worker', url, name, String(each), String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    // The last line of a killed process may be incomplete.
    if (!line.endsWith('};')) return;
    const answer: Answer = JSON.parse(line.slice(0, -1));
    answerByName.set(answer.name, answer);
  });
  const ended = Promise.all([once(child, 'exit'), once(lines, 'close')]).then(([[code, signal]]) => ({
    code,
    signal,
  }));
  return { child, ended };
}

async function loadTest(database: Database, seed: number) {
  const answerByName: Answers = new Map();
  const started = performance.now();
  const workers = Array.from({ length: processes }, (_, at) =>
    startWorker(database.url, `p${at}`, operationsPerConnection, seed * 100 + at, answerByName),
  );

  let isRunning = true;
  let cut = 0;
  const cutting = (async () => {
    while (isRunning) {
      await sleep(cutEveryMs);
      const { rowCount } = await database.pool.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'storm' and state <> 'idle' order by random() limit 1`);
      cut += rowCount ?? 0;
    }
  })();

  const [first, ...others] = workers;
  const killAfter = Math.floor((connectionsPerProcess * operationsPerConnection) / 2);
  const answersOfFirst = () => [...answerByName.keys()].filter((name) => name.startsWith('p0.')).length;
  while (answersOfFirst() < killAfter) await sleep(100);
  first?.child.kill('SIGKILL');
  const killed = (await first?.ended)?.signal === 'SIGKILL';
  const left = Math.ceil(
    (connectionsPerProcess * operationsPerConnection - answersOfFirst()) / connectionsPerProcess,
  );
  const second = startWorker(database.url, 'q0', left, seed * 100 + 99, answerByName);
  const ends = await Promise.all([...others, second].map(({ ended }) => ended));
  isRunning = false;
  await cutting;
  const failed = ends.filter(({ code }) => code !== 0).length;
  return { answers: [...answerByName.values()], cut, killed, failed, tookMs: performance.now() - started };
}

async function run(seed: number) {
  const folder = await mkdtemp(join(tmpdir(), 'mingshi-market-'));
  await chmod(folder, 0o711);
  const postgres = await startPostgres({ dataDir: folder, log });
  try {
    const database = openDatabase(postgres.url, { log, name: 'judge' });
    try {
      await migrate(postgres.url, { log, afterwards: () => seedDatabase(database) });
      await buildTown(database.pool);
      await keepJournal(database.pool);
      const begun = await readTown(database.pool);
      const outcome = await loadTest(database, seed);
      const verdict = await judge(database.pool, begun, outcome.answers, stormLimits);
      const { rows } = await database.pool.query(
        'select deadlocks::int from pg_stat_database where datname = current_database()',
      );
      report(seed, outcome, verdict, rows[0].deadlocks);
    } finally {
      await database.close();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function report(
  seed: number,
  { answers, cut, killed, failed, tookMs }: Awaited<ReturnType<typeof loadTest>>,
  verdict: Verdict,
  deadlocks: number,
) {
  const whole = (value: number) => value.toLocaleString('en');
  for (const wrong of [...verdict.illegal, ...verdict.lostAcceptances].slice(0, 20)) console.error(wrong);
  const countByAnswer = new Map<string, number>();
  for (const { answer } of answers) countByAnswer.set(answer, (countByAnswer.get(answer) ?? 0) + 1);
  const rows = [
    atLeast('operations', answers.length, operations, whole),
    atMost('double matches, of a case or of a half hour', verdict.doubleMatches, 0, whole),
    atMost('answers that were given and do not hold', verdict.lostAcceptances.length, 0, whole),
    atMost('steps and states the model does not know', verdict.illegal.length, 0, whole),
    atMost('processes that failed by themselves', failed, 0, whole),
    atMost('deadlocks', deadlocks, 0, whole),
    atLeast('backends cut off', cut, 100, whole),
    atLeast('processes killed', killed ? 1 : 0, 1, whole),
    { metric: 'acceptances answered with yes', value: whole(verdict.acceptances) },
    { metric: 'matches made', value: whole(verdict.matchesMade) },
    { metric: 'transactions that changed something, replayed', value: whole(verdict.committed) },
    ...[...countByAnswer]
      .sort(([, a], [, b]) => b - a)
      .map(([answer, count]) => ({ metric: `answered ${answer}`, value: whole(count) })),
    {
      metric: 'operations a second, with everything else going on',
      value: whole(Math.round((operations / tookMs) * 1000)),
    },
    { metric: 'seed, and the whole storm', value: `${seed}, ${Math.round(tookMs / 1000)} s` },
  ];
  printTable(rows);
  process.exitCode = missed(rows) ? 1 : 0;
}
