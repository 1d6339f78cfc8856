/**
 * What one unit costs: a page, a reading API call, a message, a clock-in. Measures CPU time of the web processes
 * and of the database, and latency, alternately on one machine with its own PostgreSQL and on the cluster (three
 * web processes behind HAProxy, PgBouncer, PostgreSQL under Patroni with a synchronous replica). For docs/scale.md;
 * it has no targets. Needs a build (`npm run build`). `npm run bench -- units one` skips the cluster.
 */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '../deploy/cluster/cluster.ts';
import { findOrInstallClusterPrograms } from '../scripts/cluster-programs.mjs';
import { runningPostgresUrl } from '../src/server/ground/postgres/postgres.ts';
import { createChatClient } from '../tests/chat.ts';
import { type Asked, ask } from '../tests/cluster/steady-load.ts';
import { agentOf, allowance, buildWorld, type World } from './cluster/people.ts';
import { inFolder, startServer } from './tools/server.ts';
import { printTable, type Row } from './tools/table.ts';
import { type Spent, spent } from './units/processor.ts';
import { questions } from './web/chat-page.ts';
import { median } from './web/load.ts';

const rounds = 3;
const perRound = 500;
/** Each user has a local address of their own, because rate limits also count by address. */
const people = 200;
const program = 'tests/clock-in/server.ts';
const settings = { ...allowance, DEMO: '1', RATE_LIMIT_PER_MINUTE: '100000000' };

/** An installation of the product: one machine, or the cluster. */
type Place = {
  name: string;
  address: string;
  spent: () => Spent;
  pool: pg.Pool;
  world: World;
};
type Unit = { name: string; next: (world: World, at: number) => Asked };

const person = (id: number, identity: 1 | 2) => ({ 'x-caller': JSON.stringify({ id, identity }) });
const json = { 'content-type': 'application/json' };
const oneOf = <Item>(items: readonly Item[], at: number) => items[at % items.length] as Item;

const units: Unit[] = [
  { name: 'a page that is kept for all', next: () => ({ path: '/' }) },
  { name: 'a page for one visitor', next: () => ({ path: '/', headers: { cookie: 'bench=1' } }) },
  { name: 'a call that reads a list from memory', next: () => ({ path: '/api/common_info/grade' }) },
  {
    name: 'a call that reads from the database',
    next: ({ matches }, at) => {
      const { id, family } = oneOf(matches, at);
      return { path: `/api/users/conversations/${id}/messages`, headers: person(family, 1) };
    },
  },
  {
    name: 'a message',
    next: ({ matches }, at) => {
      const { id, family } = oneOf(matches, at);
      const body = JSON.stringify({ text: `明天四時可以嗎？第 ${at} 次問`, client_key: randomUUID() });
      const path = `/api/users/conversations/${id}/messages`;
      return { method: 'POST', path, headers: { ...person(family, 1), ...json }, body };
    },
  },
  {
    name: 'a tap of the clock',
    next: ({ teachers }, at) => {
      // Start and end in turn, each lesson an hour before the one before it.
      const lesson = Math.floor(at / 2);
      const { id, classes } = oneOf(teachers, lesson);
      const begins = Date.now() - (Math.floor(lesson / teachers.length) + 2) * 3_600_000;
      const body = JSON.stringify({
        class_id: oneOf(classes, 0),
        status: at % 2 === 0 ? 1 : 2,
        key: randomUUID(),
        at: new Date(begins + (at % 2) * 1_800_000).toISOString(),
        sent_at: new Date().toISOString(),
      });
      return { method: 'POST', path: '/api/users/clock_in', headers: { ...person(id, 2), ...json }, body };
    },
  },
];

type Cost = Spent & { waits: number[] };

/** Sends requests one after the other, so that latency has no queueing time. */
async function costOf(place: Place, { name, next }: Unit, from: number): Promise<Cost> {
  const waits: number[] = [];
  const before = place.spent();
  for (let at = from; at < from + perRound; at++) {
    const began = performance.now();
    const { status, text } = await ask(place.address, agentOf(at % people), next(place.world, at));
    waits.push(performance.now() - began);
    if (status !== 200)
      throw new Error(`${place.name}: ${name} was answered ${status} ${text.slice(0, 200)}`);
  }
  const after = place.spent();
  const each = (part: keyof Spent) => (after[part] - before[part]) / perRound;
  return { web: each('web'), database: each('database'), between: each('between'), waits };
}

async function measure(places: Place[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const unit of units) {
    const taken = new Map<Place, Cost[]>(places.map((place) => [place, []]));
    // The first round is a warm-up for the JIT compiler and does not count.
    for (let round = 0; round <= rounds; round++)
      for (const place of places) {
        const cost = await costOf(place, unit, round * perRound);
        if (round > 0) taken.get(place)?.push(cost);
      }
    for (const [place, costs] of taken)
      rows.push({ metric: `${unit.name}, ${place.name}`, value: formatCosts(costs) });
  }
  // Sizes are the same in both installations, so one is enough.
  const [first] = places;
  if (first) rows.push(...(await storedBytes(first)));
  return rows;
}

/** Bytes with indexes. The answers come from the built-in tutor, with its checked steps. */
async function storedBytes({ address, pool, world }: Place): Promise<Row[]> {
  for (const [at, id] of world.students.slice(0, 60).entries()) {
    const student = createChatClient(address, person(id, 1));
    await student.send(await student.newThread(), oneOf(questions, at));
  }
  const bytesOf = async (tables: string[], counted: string) => {
    const { rows } = await pool.query<{ bytes: number }>(
      `select sum(coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree(whole)),
           pg_total_relation_size(whole)))::float8 / (select count(*) from ${counted}) as bytes
       from unnest($1::regclass[]) as whole`,
      [tables],
    );
    return String(Math.round(rows[0]?.bytes ?? Number.NaN));
  };
  await pool.query('vacuum');
  return [
    {
      metric: 'bytes kept of a message',
      value: await bytesOf(['conversation_messages'], 'conversation_messages'),
    },
    {
      metric: 'bytes kept of a thread with one question and its answer',
      value: await bytesOf(['chat_threads', 'chat_messages', 'chat_chunks'], 'chat_threads'),
    },
  ];
}

function formatCosts(costs: Cost[]) {
  const ms = (part: keyof Spent) => median(costs.map((cost) => cost[part])).toFixed(2);
  const waits = costs.flatMap((cost) => cost.waits).toSorted((a, b) => a - b);
  const wait = (share: number) => (waits[Math.floor(waits.length * share)] ?? Number.NaN).toFixed(1);
  return `processor: web ${ms('web')} ms, database ${ms('database')} ms, between ${ms('between')} ms; waits ${wait(0.5)} ms (p50), ${wait(0.95)} ms (p95)`;
}

async function placeOf(
  name: string,
  address: string,
  connectionString: string,
  read: () => Spent,
): Promise<Place> {
  const pool = new pg.Pool({ connectionString, max: 2 });
  return { name, address, spent: read, pool, world: await buildWorld(pool) };
}

await inFolder(async (dataDir) => {
  const server = startServer(dataDir, settings, program);
  const address = await server.address;
  const places = [
    await placeOf('one machine', address, await runningPostgresUrl(dataDir), () =>
      spent([server.pid], dataDir),
    ),
  ];
  const folder = await mkdtemp(join(tmpdir(), 'mingshi-bench-units-'));
  await chmod(folder, 0o711);
  const cluster =
    process.argv[2] === 'one'
      ? undefined
      : await startCluster({
          folder,
          programs: await findOrInstallClusterPrograms(),
          webProgram: program,
          environment: settings,
          workers: 1,
          voices: 0,
        });
  try {
    if (cluster) {
      const pids = () => cluster.web.flatMap((kept) => kept.pid() ?? []);
      places.push(
        await placeOf('the cluster', cluster.address, cluster.databases.directUrl, () =>
          spent(pids(), folder),
        ),
      );
    }
    printTable(await measure(places));
  } finally {
    await Promise.all(places.map(({ pool }) => pool.end()));
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  await server.kill('SIGTERM');
});
