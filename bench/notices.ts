/**
 * How long people wait to be told: 100,000 events to 50,000 people, written as fast as the database takes them, while
 * the deliveries are worked off through a channel that is healthy. Counts what is lost or comes twice. Exits with 1 if
 * a target is missed. `npm run bench -- notices 10000` writes fewer events.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import type { DeliveryChannel } from '../src/server/domains/delivery/channel.ts';
import { deliverJobs, keepDelivering } from '../src/server/domains/delivery/job.ts';
import { notify } from '../src/server/domains/messages/notices.ts';
import { readEvents } from '../src/server/domains/messages/told-outside.ts';
import type { Database } from '../src/server/ground/db/db.ts';
import { startWorker } from '../src/server/ground/jobs/jobs.ts';
import { collectGarbage } from './tools/collect-garbage.ts';
import { onOwnDatabase } from './tools/database.ts';
import { atMost, missed, printTable } from './tools/table.ts';

const events = Number(process.argv[2] ?? 100_000);
const people = Math.ceil(events / 2);
const writersAtOnce = 4;
/** In one transaction, as when a typhoon cancels the lessons of a day. */
const eventsTogether = 20;
/** What a push service on the internet takes to answer. */
const answerMs = 20;
const longestWaitMs = 60_000;
const mostGrowth = 64 * 2 ** 20;

const writtenAt = new Float64Array(events);
const waits = new Float64Array(events);
const timesTold = new Uint8Array(events);
const keys = new Set<string>();
let told = 0;

const peer: DeliveryChannel = {
  name: 'push',
  async send({ key, items }) {
    await sleep(answerMs);
    keys.add(key);
    for (const { path } of items) {
      const event = Number(path?.split('/').at(-1));
      waits[event] = performance.now() - (writtenAt[event] ?? 0);
      timesTold[event] = (timesTold[event] ?? 0) + 1;
      told += 1;
    }
    return { kind: 'sent' };
  },
};

/** People with a browser that gets push messages. */
async function addPeople({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ first: string }>(
    `with people as (
      insert into users (last_identity, product_since, is_remind)
      select 1, now(), true from generate_series(1, $1) returning id
    ), logins as (
      insert into sessions (user_id, face, ends_at, browser_hash)
      select id, 'product', now() + interval '1 day', '' from people returning id, user_id
    ), browsers as (
      insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, locale)
      select id, user_id, 'https://push.example/' || id, '', '', 'zh-Hant' from logins
    )
    select min(id) as first from people`,
    [people],
  );
  await pool.query('analyze users, push_subscriptions');
  return Number(rows[0]?.first);
}

async function write(database: Database, first: number) {
  let next = 0;
  const writer = async () => {
    while (next < events) {
      const from = next;
      next = Math.min(events, from + eventsTogether);
      const until = next;
      await database.transaction(async (tx) => {
        for (let event = from; event < until; event++) {
          const userId = first + (event % people);
          const params = { lesson: event, class: 1 };
          writtenAt[event] = performance.now();
          await notify(tx, { userId, kind: 'lesson_started', params });
        }
      });
    }
  };
  await Promise.all(Array.from({ length: writersAtOnce }, writer));
}

function memoryNow() {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function run(database: Database) {
  const first = await addPeople(database);
  const log = pino({ level: 'warn' });
  const jobs = deliverJobs({ readEvents, choicesOf: async () => new Map(), quietHours: undefined }, [peer]);
  const worker = await startWorker({ database, log, jobs });
  await keepDelivering(database);
  const memory: number[] = [memoryNow()];
  const sampling = setInterval(() => memory.push(memoryNow()), 5_000);
  const startedAt = performance.now();
  await write(database, first);
  const writtenMs = performance.now() - startedAt;
  while (told < events && performance.now() - startedAt < writtenMs + 2 * longestWaitMs) await sleep(100);
  const toldMs = performance.now() - startedAt;
  clearInterval(sampling);
  await worker.stop();
  memory.push(memoryNow());
  const { rows } = await database.pool.query<{ state: string; rows: number }>(
    `select state, count(*)::int as rows from deliveries where channel = 'push' group by 1`,
  );
  const { rows: days } = await database.pool.query<{ sent: number }>(
    `select coalesce(sum(count), 0)::int as sent from delivery_days where channel = 'push' and state = 'sent'`,
  );
  return { writtenMs, toldMs, memory, rows, counted: days[0]?.sent ?? 0 };
}

await onOwnDatabase('notices', async (database) => report(await run(database)));

function report({ writtenMs, toldMs, memory, rows, counted }: Awaited<ReturnType<typeof run>>) {
  const whole = (value: number) => value.toLocaleString('en');
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  const sorted = waits.slice().sort();
  const sent = rows.find(({ state }) => state === 'sent')?.rows ?? 0;
  // The arrays and the keys of this measurement are there from the start, or small.
  const growth = Math.max(...memory.slice(1)) - (memory[0] ?? 0);
  const table = [
    atMost(
      'longest wait from the event to the answer of the channel',
      sorted.at(-1) ?? 0,
      longestWaitMs,
      seconds,
    ),
    atMost('events that were not told', timesTold.filter((times) => times === 0).length, 0, whole),
    atMost('events that were told twice', timesTold.filter((times) => times > 1).length, 0, whole),
    atMost(
      'events that the counts of the day miss',
      Math.abs(counted - events) + Math.abs(sent - events),
      0,
      whole,
    ),
    atMost('growth of memory, after garbage collection', growth, mostGrowth, megabytes),
    { metric: 'median wait', value: seconds(sorted[Math.floor(events / 2)] ?? 0) },
    { metric: 'events, people, deliveries', value: [events, people, keys.size].map(whole).join(', ') },
    {
      metric: 'written in',
      value: `${seconds(writtenMs)}, ${whole(Math.round((events / writtenMs) * 1000))} a second`,
    },
    { metric: 'all told after', value: seconds(toldMs) },
  ];
  printTable(table);
  process.exitCode = missed(table) ? 1 : 0;
}
