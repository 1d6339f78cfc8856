/**
 * Whether a chat answer is ever lost: tabs closed, networks cut, the server killed, the model server killed, chunks
 * garbled, HTTP 429, stops from another client, each at a random chunk of an answer. Two API processes share a
 * PostgreSQL; the model server is aimock behind a connection that can be cut. Exits with 1 if anything is wrong.
 * `npm run bench -- chat-faults 1000 7` plays 1000 rounds with seed 7.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { type Database, openDatabase } from '../src/server/ground/db/db.ts';
import { migrate } from '../src/server/ground/db/migrate.ts';
import { startPostgres } from '../src/server/ground/postgres/postgres.ts';
import { seedDatabase } from '../src/server/wiring/seed.ts';
import { type Fault, faults, judge, play, type Round, type World } from '../tests/chat-faults/rounds.ts';
import { openUpstream } from '../tests/chat-faults/upstream.ts';
import { testKey } from '../tests/people.ts';
import { createRandom } from '../tests/random.ts';
import { atMost, missed, printTable } from './tools/table.ts';

const total = Number(process.argv[2] ?? 200);
const seed = Number(process.argv[3] ?? 1);
const atOnce = 10;
/** In every third batch the server process is killed under all running answers. */
const killEvery = 3;

const root = fileURLToPath(new URL('..', import.meta.url));
const log = pino({ level: 'error' });
const random = createRandom(seed);

type Server = { child: ChildProcess; address: string };

async function startServer(environment: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, ['tests/chat-faults/server.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    const printed = /明師 Mingshi {2}(\S+)/.exec(output)?.[1];
    if (printed) resolve(printed);
  });
  child.once('exit', (code, signal) => reject(new Error(`a server ended (${code ?? signal})`)));
  return { child, address: await promise };
}

async function end({ child }: Server) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Plays a batch of rounds at once; if `isKill`, kills the process once a random number of them show text. */
async function playBatch(world: World, victim: Server, isKill: boolean, count: number): Promise<Round[]> {
  const shown = new Set<number>();
  const enough = 1 + random.below(count);
  const gate = Promise.withResolvers<void>();
  let missing = count;
  world.ready = () => {
    missing -= 1;
    if (missing === 0) gate.resolve();
    return gate.promise;
  };
  world.onShown = ({ messageId, text }) => {
    if (isKill && text.length > 0 && shown.add(messageId).size >= enough) victim.child.kill('SIGKILL');
  };
  const planned = Array.from(
    { length: count },
    (): Fault => (isKill ? 'server killed' : random.pick(faults)),
  );
  return Promise.all(planned.map((fault) => play(world, fault)));
}

async function playRounds(
  database: Database,
  environment: Record<string, string>,
  world: Omit<World, 'first' | 'second'>,
) {
  const tally = new Map<Fault, number>();
  const problems: string[] = [];
  const survivor = await startServer(environment);
  let victim = await startServer(environment);
  for (let played = 0, batch = 1; played < total; batch += 1) {
    if (victim.child.signalCode !== null) victim = await startServer(environment);
    const count = Math.min(atOnce, total - played);
    const here: World = { ...world, database, first: victim.address, second: survivor.address };
    const rounds = await playBatch(here, victim, batch % killEvery === 0, count);
    for (const round of rounds) {
      tally.set(round.fault, (tally.get(round.fault) ?? 0) + 1);
      problems.push(...(await judge(here, round)));
    }
    played += count;
  }
  await Promise.all([end(victim), end(survivor)]);
  return { tally, problems };
}

const folder = await mkdtemp(join(tmpdir(), 'mingshi-chat-faults-'));
await chmod(folder, 0o711);
const postgres = await startPostgres({ dataDir: folder, log });
const upstream = await openUpstream();
const database = openDatabase(postgres.url, { log, name: 'judge' });
try {
  await migrate(postgres.url, { log, afterwards: () => seedDatabase(database) });
  const key = testKey.toString('base64');
  const environment = {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    DEMO: '1',
    PHONE_KEYS: `k1:${key}`,
    SECRET_KEY: key,
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_PER_MINUTE: '1000000',
    AI_BREAKER_FAILURES: '1000000',
    AI_ENDPOINTS: JSON.stringify({ mock: { base_url: upstream.url, model: 'test' } }),
  };
  const { tally, problems } = await playRounds(database, environment, {
    database,
    upstream,
    random: random.share,
  });
  for (const line of problems.slice(0, 20)) console.log(line);
  const plain = (value: number) => String(value);
  const rows = [
    ...[...tally].map(([fault, count]) => ({ metric: `rounds: ${fault}`, value: String(count) })),
    atMost('wrong, of everything looked at', problems.length, 0, plain),
  ];
  printTable(rows);
  process.exitCode = missed(rows) ? 1 : 0;
} finally {
  await database.close();
  await upstream.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
