/**
 * Whether a cluster loses nothing that was acknowledged: 3 web, 2 worker and 1 voice process on PostgreSQL under
 * Patroni with PgBouncer and an S3-compatible test server, all on loopback. First a rolling restart of the web
 * processes at 100 requests per second; then mixed load (browse, post, chat, erase, clock in) while one component
 * after the other is killed with -9; then backups are compared. Exits with 1 if a target is missed. Needs a build
 * (`npm run build`). `npm run bench -- cluster 60 7` runs for 60 seconds with seed 7.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, startCluster, untilUp } from '../deploy/cluster/cluster.ts';
import { findOrInstallClusterPrograms } from '../scripts/cluster-programs.mjs';
import { openUpstream } from '../tests/chat-faults/upstream.ts';
import { createRandom } from '../tests/random.ts';
import { goodOffer } from '../tests/voice/good-offer.ts';
import { createBackups } from './cluster/backups.ts';
import { judge, untilQuiet } from './cluster/judge.ts';
import { allowance, buildWorld, startLoad } from './cluster/people.ts';
import { restartAll } from './cluster/rolling.ts';
import type { Timeline } from './cluster/timeline.ts';
import { atLeast, atMost, missed, printTable, type Row } from './tools/table.ts';

const seconds = Number(process.argv[2] ?? 300);
const seed = Number(process.argv[3] ?? 1);
const perSecond = 100;
/** How long the primary's machine stays down. */
const primaryDownMs = 20_000;

const folder = await mkdtemp(join(tmpdir(), 'mingshi-bench-cluster-'));
const say = (what: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${what}`);
const upstream = await openUpstream();
let cluster: Cluster | undefined;
try {
  cluster = await startCluster({
    folder,
    programs: await findOrInstallClusterPrograms(),
    webProgram: 'tests/clock-in/server.ts',
    environment: {
      ...allowance,
      DEMO: '1',
      RATE_LIMIT_PER_MINUTE: '100000000',
      VOICE_CAPACITY: '60',
      AI_BREAKER_FAILURES: '1000000',
      AI_ENDPOINTS: JSON.stringify({ mock: { base_url: upstream.url, model: 'test' } }),
    },
    say,
  });
  const rows = await measure(cluster);
  printTable(rows);
  process.exitCode = missed(rows) ? 1 : 0;
} finally {
  await cluster?.stop();
  await upstream.close();
  if (process.env.KEEP_LOGS) console.log(`logs are in ${folder}`);
  else await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function measure(made: Cluster): Promise<Row[]> {
  const pool = new pg.Pool({ connectionString: made.databases.directUrl, max: 6 });
  pool.on('error', () => {});
  try {
    const world = await buildWorld(pool);
    say(`rolling restart at ${perSecond} requests a second`);
    const rolled = await restartAll(made, perSecond);
    for (const line of rolled.failed.slice(0, 10)) console.error(line);
    const backups = createBackups(made, folder);

    say(`mixed load for ${seconds} seconds`);
    const endsAt = Date.now() + seconds * 1000;
    let plan = 0;
    const load = startLoad({
      address: made.address,
      world,
      chance: createRandom(seed),
      isOver: () => Date.now() > endsAt,
      question: () => JSON.stringify({ id: ++plan, fault: 'none', at: 0, paceMs: 6 }),
      offer: await goodOffer(),
      pool,
    });
    const broken = () => Object.values(load.timelines).flatMap((timeline) => timeline.broken);
    const outages = await killAll(made, load, endsAt);
    const backing = backups.back('moving');
    await load.ended.catch((error) => {
      for (const line of new Set(broken())) console.error(line);
      throw error;
    });
    await backing;
    say('waiting until everything has ended');
    await untilQuiet(pool);
    const verdict = await judge(pool, made.address, world, load.records);

    say('comparing backups');
    const moving = await backups.filesMissing(await backups.restore('moving'));
    // Stop all processes: their heartbeats write to the database every second.
    await Promise.all([...made.web, ...made.worker, ...made.voice].map((process) => process.stop()));
    await backups.back('still');
    const equal = await backups.isEqual(await backups.restore('still'));

    const timelines = Object.values(load.timelines);
    for (const line of [...broken(), ...verdict.tapsLost, ...verdict.tapsWrong, ...verdict.wrongChats].slice(
      0,
      30,
    ))
      console.error(line);
    const whole = (value: number) => value.toLocaleString('en');
    return [
      atMost(`failed, of ${rolled.sent} requests over a rolling restart`, rolled.failed.length, 0, whole),
      atLeast('requests a second meanwhile', Math.round(rolled.perSecond), perSecond * 0.98, whole),
      ...outages,
      atMost(`acknowledged messages lost, of ${whole(verdict.messages)}`, verdict.messagesLost, 0, whole),
      atMost('messages there twice', verdict.messagesDoubled, 0, whole),
      atMost(`acknowledged taps lost, of ${whole(verdict.taps)}`, verdict.tapsLost.length, 0, whole),
      atMost('lessons that the rules do not allow', verdict.tapsWrong.length, 0, whole),
      atMost(`answers or allowances not as shown, of ${verdict.chats}`, verdict.wrongChats.length, 0, whole),
      atMost(
        `pages not erased and charged exactly once, of ${verdict.pages}`,
        verdict.pagesNotOnce,
        0,
        whole,
      ),
      atMost(
        'pages charged beside the ledger, and allowance still held',
        verdict.pagesBesideLedger + verdict.held,
        0,
        whole,
      ),
      atMost('jobs left behind', verdict.jobsLeft, 0, whole),
      atMost('what people met beside answers and messages to come back', broken().length, 0, whole),
      atMost(`files missing from a backup made under load, of ${moving.of}`, moving.missing, 0, whole),
      atMost('tables and shapes in which a restored backup differs', equal.differing.length, 0, whole),
      atLeast('its files are the same', equal.sameFiles ? 1 : 0, 1, whole),
      ...timelines.map((timeline) => ({
        metric: `${timeline.name}: done, told to come back`,
        value: `${whole(timeline.count('done'))}, ${whole(timeline.count('tryAgain'))}`,
      })),
      { metric: 'taps sent again', value: whole(load.tapsSentAgain()) },
    ];
  } finally {
    await pool.end();
  }
}

/** Kills one component after the other, evenly over the run; each has until the next kill to recover. */
async function killAll(made: Cluster, load: ReturnType<typeof startLoad>, endsAt: number): Promise<Row[]> {
  const { timelines } = load;
  const { web, worker, voice, s3, databases } = made;
  type Kill = { name: string; target: number; seen: Timeline; kill: () => Promise<unknown>; beside?: Probe };
  type Probe = (isEnough: () => boolean) => Promise<unknown>;
  const kills: Kill[] = [
    { name: 'a web process', target: 2, seen: timelines.browse, kill: async () => web[0]?.kill() },
    { name: 'a worker', target: 2, seen: timelines.job, kill: async () => worker[0]?.kill() },
    {
      name: 'the voice process',
      target: 2,
      seen: timelines.call,
      kill: async () => voice[0]?.kill(),
      beside: load.calls,
    },
    { name: 'PgBouncer', target: 2, seen: timelines.post, kill: () => databases.pgbouncer.kill() },
    { name: 'the S3 peer', target: 2, seen: timelines.upload, kill: () => s3.kill(), beside: load.uploads },
    {
      name: 'the primary',
      target: 30,
      seen: timelines.post,
      kill: () => databases.killPrimary(primaryDownMs),
    },
  ];
  // The primary needs longer than the others to recover, and comes last.
  const share = (endsAt - Date.now()) / (kills.length + 2);
  const rows: Row[] = [];
  for (const { name, target, seen, kill, beside } of kills) {
    const until = Date.now() + share;
    const probing = beside?.(() => Date.now() > until);
    await sleep(share / 4);
    const at = Date.now();
    say(`killing ${name}`);
    await kill();
    await sleep(Math.max(0, until - Date.now()));
    await probing;
    const end = name === 'the primary' ? endsAt : until;
    await sleep(Math.max(0, end - Date.now()));
    rows.push(
      atMost(`seconds of outage: ${name}`, seen.outage(at, end), target, (value) => value.toFixed(1)),
    );
  }
  for (const kept of [...web, ...worker, ...voice]) await untilUp(kept);
  return rows;
}
