/**
 * The overhead of the eraser service over its engine: pages per minute of a task over HTTP, compared with
 * the engine alone on the same pages with the same number of threads, in alternating rounds; memory
 * during a long task; and the latency of other requests meanwhile. Also prints processor time per page,
 * which says more on a busy machine. Generates its pages, or uses photographs:
 * `npm run bench -- eraser-service -- --photos DIR`. `--pages 200` sets the length of the long task.
 * Needs a build (`npm run build`).
 */
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openEraser } from '../src/engine/paper/erase.ts';
import { createClient } from '../tests/eraser/client.ts';
import { drawPaper } from '../tests/eraser/papers.ts';
import { processorSeconds, watchMemory } from './eraser/processes.ts';
import { inFolder, startServer } from './tools/server.ts';
import { atLeast, atMost, missed, printTable } from './tools/table.ts';

const { values } = parseArgs({
  options: {
    photos: { type: 'string' },
    pages: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    width: { type: 'string', default: '1240' },
  },
});
const longTask = Number(values.pages);
const rounds = Number(values.rounds);
const pagesOfRound = 8;
const width = Number(values.width);
const threads = Math.min(4, availableParallelism());
const pagesDuringRequests = 10;
const perSecond = 50;

const papers = await readPapers();
type Client = ReturnType<typeof createClient>;

/** Different A4 pages; 1240 pixels across are 150 dpi. */
async function readPapers() {
  if (values.photos === undefined) {
    const seeds = Array.from({ length: 12 }, (_, at) => at + 1);
    return Promise.all(
      seeds.map((seed) => drawPaper({ width, height: Math.round(width * Math.SQRT2), seed })),
    );
  }
  const names = (await readdir(values.photos)).filter((name) => /\.(jpe?g|png|webp)$/i.test(name)).sort();
  return Promise.all(names.map((name) => readFile(join(values.photos as string, name))));
}
const paperAt = (at: number) => papers[at % papers.length] as Buffer;

async function engineSeconds(eraser: ReturnType<typeof openEraser>, count: number) {
  const began = performance.now();
  for (let at = 0; at < count; at++) await eraser.erasePage(paperAt(at));
  return (performance.now() - began) / 1000;
}

async function serviceSeconds(
  client: Client,
  files: number[],
  count: number,
  onPages?: (done: number) => void,
) {
  const began = performance.now();
  const chosen = Array.from({ length: count }, (_, at) => files[at % files.length] as number);
  const tasks = [];
  // A task has at most 100 pages.
  for (let at = 0; at < count; at += 100) tasks.push(await client.start(chosen.slice(at, at + 100)));
  for (;;) {
    const all = await Promise.all(tasks.map(({ id }) => client.progress(id)));
    const done = all.reduce((sum, one) => sum + one.pages_done, 0);
    onPages?.(done);
    if (all.some(({ pages_failed }) => pages_failed > 0)) throw new Error('a page failed');
    if (done === count) return (performance.now() - began) / 1000;
    await sleep(200);
  }
}

/** Latency of each request in milliseconds. Requests are sent at a fixed rate, without waiting for earlier ones. */
async function requestSteadily(address: string, isRunning: () => boolean) {
  const times: number[] = [];
  const requests: Promise<void>[] = [];
  const began = performance.now();
  for (let at = 0; isRunning(); at++) {
    await sleep(Math.max(0, began + (at * 1000) / perSecond - performance.now()));
    const sent = performance.now();
    requests.push(
      fetch(`${address}/api/common_info/grade`)
        .then((response) => response.arrayBuffer())
        .then(() => void times.push(performance.now() - sent)),
    );
  }
  await Promise.all(requests);
  return times.sort((a, b) => a - b);
}

await inFolder(async (dataDir) => {
  const allowance = String(longTask + 1000);
  const running = startServer(dataDir, {
    QUOTA_FREE: `paper=${allowance}`,
    QUOTA_DAILY_MAX: `paper=${allowance}`,
    ERASER_THREADS: String(threads),
  });
  const address = await running.address;
  const client = createClient(async () => address);
  await client.logIn('61234567');
  const files: number[] = [];
  const uploadBegan = performance.now();
  for (const [at, bytes] of papers.entries()) files.push(await client.upload(bytes, `paper ${at + 1}.jpg`));
  const uploadSeconds = (performance.now() - uploadBegan) / 1000;

  const eraser = openEraser({ threads });
  await engineSeconds(eraser, 1);
  await serviceSeconds(client, files, 1);
  const work = { engine: 0, service: 0 };
  const ratios: number[] = [];
  const rates: { engine: number; service: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const engineBegan = process.cpuUsage();
    const engine = await engineSeconds(eraser, pagesOfRound);
    const { user, system } = process.cpuUsage(engineBegan);
    const serviceBegan = await processorSeconds(running.pid);
    const service = await serviceSeconds(client, files, pagesOfRound);
    work.engine += (user + system) / 1e6;
    work.service += (await processorSeconds(running.pid)) - serviceBegan;
    ratios.push(engine / service);
    rates.push({ engine: (60 * pagesOfRound) / engine, service: (60 * pagesOfRound) / service });
  }
  await eraser.close();

  let busy = true;
  const requesting = requestSteadily(address, () => busy);
  const secondsDuringRequests = await serviceSeconds(client, files, pagesDuringRequests);
  busy = false;
  const times = await requesting;
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] as number;

  let done = 0;
  const stop = watchMemory(running.pid, () => done);
  await serviceSeconds(client, files, longTask, (pages) => {
    done = pages;
  });
  const samples = await stop();
  const meanWhere = (fits: (pages: number) => boolean) => {
    const chosen = samples.filter(({ mark }) => fits(mark)).map(({ bytes }) => bytes);
    return chosen.reduce((sum, bytes) => sum + bytes, 0) / Math.max(1, chosen.length);
  };
  const first = meanWhere((pages) => pages > 0 && pages <= longTask / 4);
  const last = meanWhere((pages) => pages >= (longTask * 3) / 4 && pages < longTask);

  const sorted = ratios.toSorted((a, b) => a - b);
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const two = (value: number) => value.toFixed(2);
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const megabytes = (value: number) => `${Math.round(value / 1e6)} MB`;
  const rows = [
    atLeast(
      "pages a minute, as a share of the engine's own",
      sorted[Math.floor(rounds / 2)] as number,
      0.8,
      two,
    ),
    { metric: 'pages a minute: engine', value: two(mean(rates.map(({ engine }) => engine))) },
    { metric: 'pages a minute: service', value: two(mean(rates.map(({ service }) => service))) },
    {
      metric: 'processor seconds a page: engine, service, engine as a share',
      value: `${two(work.engine / rounds / pagesOfRound)}, ${two(work.service / rounds / pagesOfRound)}, ${two(work.engine / work.service)}`,
    },
    atMost(
      `p95 of another call while ${pagesDuringRequests} pages are erased, ${perSecond}/s`,
      at(0.95),
      50,
      ms,
    ),
    { metric: 'median and slowest of them', value: `${ms(at(0.5))}, ${ms(at(1))}` },
    { metric: 'asked in all, and seconds', value: `${times.length}, ${Math.round(secondsDuringRequests)} s` },
    atMost(`memory of the last quarter of ${longTask} pages beside the first`, last / first, 1.1, two),
    { metric: 'memory in the first and last quarter', value: `${megabytes(first)}, ${megabytes(last)}` },
    { metric: 'uploading and checking a file', value: `${two(uploadSeconds / papers.length)} s` },
  ];
  printTable(rows);
  process.exitCode = missed(rows) ? 1 : 0;
  await running.kill('SIGTERM');
});
