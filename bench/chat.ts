/**
 * What the AI tutor costs compared with calling its model directly, with aimock in a separate process and its own
 * PostgreSQL: time to the first words; how many streams of forty words per second one core can carry, compared with
 * a relay that only passes bytes on; memory over time. Exits with 1 if a target is missed. `npm run bench -- chat
 * 200` uses 200 streams.
 */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { type Database, openDatabase } from '../src/server/ground/db/db.ts';
import { migrate } from '../src/server/ground/db/migrate.ts';
import { startPostgres } from '../src/server/ground/postgres/postgres.ts';
import { seedDatabase } from '../src/server/wiring/seed.ts';
import { createChatClient } from '../tests/chat.ts';
import { addPerson, testKey } from '../tests/people.ts';
import { type Process, startProcess } from './chat/processes.ts';
import { listen, ofProduct, ofUpstream, type ReceivedStream } from './chat/streams.ts';
import { atLeast, atMost, missed, printTable, type Row } from './tools/table.ts';

const streams = Number(process.argv[2] ?? 120);
const words = 240;
const wordsPerSecond = 40;
const firstWordRounds = 120;
/** Pause that keeps below thirty questions per second: above that, first words wait for a group commit by design. */
const restMs = 40;
const turns = 3;
const quarters = 4;
const log = pino({ level: 'error' });
const word = '一步一';

type Target = {
  name: string;
  process: Process;
  ask: (turn: number, text: string) => Promise<ReceivedStream>;
};

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** Calls an OpenAI-compatible server directly. */
const directly = (url: string) => (_: number, text: string) =>
  listen(
    `${url}/v1/chat/completions`,
    {},
    { model: 'test', stream: true, messages: [{ role: 'user', content: text }] },
    ofUpstream,
  );

async function throughProduct(database: Database, url: string) {
  const people = await Promise.all(
    Array.from({ length: streams }, async () => {
      const { id } = await addPerson(database);
      const headers = { 'x-caller': JSON.stringify({ id, identity: 1 }) };
      return { headers, thread: await createChatClient(url, headers).newThread() };
    }),
  );
  return (turn: number, text: string) => {
    const { headers, thread } = people[turn % people.length] as (typeof people)[number];
    const body = { thread_id: thread, text, client_key: randomUUID() };
    return listen(`${url}/api_ai/chat_ai/messages`, headers, body, ofProduct);
  };
}

/** Alternates between both targets, one request at a time, each after a pause. */
async function firstWords(mock: Target, product: Target, pauseMs: number) {
  const [direct, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < firstWordRounds; round += 1) {
    await sleep(pauseMs);
    const one = await mock.ask(round, 'quick');
    await sleep(pauseMs);
    const two = await product.ask(round, 'quick');
    // The first rounds are a warm-up.
    if (round < 20) continue;
    direct.push(one.firstMs);
    ours.push(two.firstMs);
  }
  return { direct: median(direct), ours: median(ours) };
}

/** Runs all streams at once; computes from the CPU time how many one core could carry. */
async function carry({ process, ask }: Target, count: number) {
  const before = await process.usage();
  const received = await Promise.all(Array.from({ length: count }, (_, turn) => ask(turn, `pace ${words}`)));
  const after = await process.usage();
  const cpuMs = (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1000;
  const streamMs = (count * words * 1000) / wordsPerSecond;
  const lost = received.filter(({ text }) => text !== word.repeat(words)).length;
  const slowest = Math.max(...received.map(({ totalMs }) => totalMs)) / ((words * 1000) / wordsPerSecond);
  return { carried: streamMs / cpuMs, lost, slowest, kept: after.kept };
}

async function measure(database: Database, mock: Target, relay: Target, product: Target): Promise<Row[]> {
  const first = await firstWords(mock, product, restMs);
  const hurried = await firstWords(mock, product, 0);
  await carry(product, streams);
  await carry(relay, streams);
  const ofRelay: number[] = [];
  const ofOurs: number[] = [];
  let lost = 0;
  let slowest = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    ofRelay.push((await carry(relay, streams)).carried);
    const ours = await carry(product, streams);
    ofOurs.push(ours.carried);
    lost += ours.lost;
    slowest = Math.max(slowest, ours.slowest);
  }
  const kept: number[] = [];
  for (let quarter = 0; quarter < quarters; quarter += 1) {
    const ends = [];
    for (let turn = 0; turn < 2; turn += 1) ends.push((await carry(product, streams)).kept);
    kept.push(sum(ends) / ends.length);
  }
  const { rows } = await database.pool.query(
    `select count(*)::int as count from chat_messages where state <> 'done'`,
  );
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const plain = (value: number) => String(Math.round(value));
  const share = (value: number) => `${(value * 100).toFixed(0)} %`;
  return [
    { metric: 'first words, asked directly (p50)', value: ms(first.direct) },
    { metric: 'first words, through the product (p50)', value: ms(first.ours) },
    atMost('added time to first words (p50)', first.ours - first.direct, 10, ms),
    {
      metric: 'the same, asked without a rest: more answers than commits a second',
      value: ms(hurried.ours - hurried.direct),
    },
    { metric: 'streams at once', value: plain(streams) },
    { metric: 'streams one core carries, relay of bytes', value: plain(median(ofRelay)) },
    { metric: 'streams one core carries, the product', value: plain(median(ofOurs)) },
    atLeast('the product beside the relay', median(ofOurs) / median(ofRelay), 0.6, share),
    atMost('answers lost or not whole', lost + rows[0].count, 0, plain),
    { metric: 'slowest answer beside its own pace', value: `${slowest.toFixed(2)} ×` },
    atMost(
      'memory, last quarter beside first',
      (kept.at(-1) ?? 0) / (kept[0] ?? 1),
      1.1,
      (v) => `${v.toFixed(2)} ×`,
    ),
  ];
}

const folder = await mkdtemp(join(tmpdir(), 'mingshi-chat-'));
await chmod(folder, 0o711);
const postgres = await startPostgres({ dataDir: folder, log });
const database = openDatabase(postgres.url, { log, name: 'bench' });
const started: Process[] = [];
const start = async (script: string, environment: Record<string, string> = {}) => {
  const made = await startProcess(script, environment);
  started.push(made);
  return made;
};
try {
  await migrate(postgres.url, { log, afterwards: () => seedDatabase(database) });
  const mock = await start('bench/chat/mock.ts');
  const relay = await start('bench/chat/raw-relay.ts', { TARGET: mock.url });
  const key = testKey.toString('base64');
  const product = await start('tests/chat-faults/server.ts', {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    DEMO: '1',
    PHONE_KEYS: `k1:${key}`,
    SECRET_KEY: key,
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '100000000',
    QUOTA_FREE: 'assistant=1000000',
    QUOTA_DAILY_MAX: 'paper=1',
    AI_BASE_URL: `${mock.url}/v1`,
    AI_MODEL: 'test',
  });
  const rows = await measure(
    database,
    { name: 'aimock', process: mock, ask: directly(mock.url) },
    { name: 'relay', process: relay, ask: directly(relay.url) },
    { name: 'product', process: product, ask: await throughProduct(database, product.url) },
  );
  printTable(rows);
  process.exitCode = missed(rows) ? 1 : 0;
} finally {
  for (const one of started) await one.end();
  await database.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
