/**
 * Latency, capacity and memory of one voice process, with its own PostgreSQL and
 * the built-in tutor and voice:
 * - page: a browser with a fake microphone measures the time from the end of speech to the first sound.
 * - calls: concurrent calls from a separate process; the longest gap in the received audio while the tutor
 *   speaks, and the most calls without such a gap.
 * - memory: 200 calls, five at a time and hung up early; memory in the last quarter compared with the first.
 *
 * Exits with 1 when a target is missed. `npm run bench -- voice page calls` runs only the named parts;
 * BENCH_CALLS is the maximum number of concurrent calls.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { openDatabase } from '../src/server/ground/db/db.ts';
import { migrate } from '../src/server/ground/db/migrate.ts';
import { startPostgres } from '../src/server/ground/postgres/postgres.ts';
import { seedDatabase } from '../src/server/wiring/seed.ts';
import { addPerson } from '../tests/people.ts';
import { speechPackets } from '../tests/voice/client.ts';
import { atLeast, atMost, missed, printTable, type Row } from './tools/table.ts';
import type { CallersReport, CallersRequest } from './voice/callers.ts';
import { answerTimes } from './voice/page.ts';

const parts = process.argv.slice(2);
const isRequested = (part: string) => parts.length === 0 || parts.includes(part);
const mostCalls = Number(process.env.BENCH_CALLS ?? 40);
const longestGapMs = 60;
const log = pino({ level: 'error' });
const ms = (value: number) => `${Math.round(value)} ms`;
const times = (value: number) => `${value.toFixed(2)} ×`;
const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const start = (file: string, args: string[] = []) =>
  fork(fileURLToPath(new URL(file, import.meta.url)), args);
const ask = async <Answer>(child: ChildProcess, message: object | string): Promise<Answer> => {
  const answer = once(child, 'message') as Promise<[Answer]>;
  child.send(message);
  return (await answer)[0];
};

const dataDir = await mkdtemp(join(tmpdir(), 'mingshi-bench-voice-'));
await chmod(dataDir, 0o711);
const postgres = await startPostgres({ dataDir, log, durable: false });
const database = openDatabase(postgres.url, { log });
await migrate(postgres.url, { log, afterwards: () => seedDatabase(database) });
const server = start('./voice/server.ts', [postgres.url, String(mostCalls)]);
const [{ origin }] = (await once(server, 'message')) as [{ origin: string }];
type Usage = { cpu: NodeJS.CpuUsage; rss: number };

async function callAtOnce(count: number, listenMs?: number): Promise<CallersReport> {
  const userIds = await Promise.all(
    Array.from({ length: count }, async () => (await addPerson(database)).id),
  );
  const packets = (await speechPackets('Hello.')).map((packet) => Buffer.from(packet).toString('base64'));
  const callers = start('./voice/callers.ts');
  const report = await ask<CallersReport>(callers, {
    origin,
    userIds,
    packets,
    ...(listenMs !== undefined && { listenMs }),
  } satisfies CallersRequest);
  callers.kill();
  return report;
}

async function manyCalls(): Promise<Row[]> {
  let most = 0;
  const rows: Row[] = [];
  for (let count = 10; count <= mostCalls; count += 10) {
    const before = await ask<Usage>(server, 'usage');
    const { gaps, answered, callSeconds, cpuSeconds } = await callAtOnce(count);
    const after = await ask<Usage>(server, 'usage');
    const gap = Math.max(...gaps);
    const serverSeconds = (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1e6;
    rows.push({
      metric: `${count} calls at once: longest gap (processor time of the server, of the callers)`,
      value: `${ms(gap)} (${serverSeconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s)`,
    });
    rows.push({
      metric: `${count} calls at once: processor time of the server for a minute of one`,
      value: `${((serverSeconds * 60) / callSeconds).toFixed(1)} s`,
    });
    if (gap > longestGapMs || answered < count) break;
    most = count;
  }
  return [...rows, atLeast(`calls at once without a gap above ${ms(longestGapMs)}`, most, 10, String)];
}

async function memoryOverCalls(): Promise<Row[]> {
  const quarters: number[] = [];
  for (let quarter = 0; quarter < 4; quarter += 1) {
    const readings: number[] = [];
    for (let i = 0; i < 10; i += 1) {
      const { answered } = await callAtOnce(5, 1500);
      if (answered < 5) throw new Error(`${answered} of five calls were answered`);
      readings.push((await ask<Usage>(server, 'usage')).rss);
    }
    quarters.push(median(readings));
  }
  const [first = 0, , , last = 0] = quarters;
  return [
    { metric: 'memory in the first quarter of 200 calls', value: `${Math.round(first / 1e6)} MB` },
    atMost('memory in the last quarter, of the first', last / first, 1.1, times),
  ];
}

async function inPage(): Promise<Row[]> {
  const person = await addPerson(database);
  const found = await answerTimes({ origin, userId: person.id, turns: 20 });
  return [
    atLeast('turns answered in the page', found.length, 20, String),
    atMost('end of speech to first sound, median', median(found), 900, ms),
    { metric: 'the quickest, the slowest', value: `${ms(Math.min(...found))}, ${ms(Math.max(...found))}` },
  ];
}

const rows: Row[] = [
  ...(isRequested('page') ? await inPage() : []),
  ...(isRequested('calls') ? await manyCalls() : []),
  ...(isRequested('memory') ? await memoryOverCalls() : []),
];
printTable(rows);
const gone = once(server, 'exit');
server.send('stop');
await gone;
await database.close();
await postgres.stop();
await rm(dataDir, { recursive: true });
process.exit(missed(rows) ? 1 : 0);
