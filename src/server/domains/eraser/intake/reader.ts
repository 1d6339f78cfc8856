import { Worker } from 'node:worker_threads';
import type { IntakeLimits, ReadAnswer, ReadRequest } from './intake-types.ts';
import { brokenAs, readHere } from './read-here.ts';
import type { Watched } from './watchdog.ts';

/** The process that reads files of strangers: no secrets in its environment, ended whenever it takes too much. */
const limits = JSON.parse(process.argv[2] ?? '') as IntakeLimits;
/** WebAssembly gives nothing back: the next file would have to answer for what this one took. */
const mostKept = limits.mostMemory * 0.4;
const busySince = new SharedArrayBuffer(8);
const since = new Float64Array(busySince);
const watched: Watched = { mostMemory: limits.mostMemory, patienceMs: limits.patienceMs, busySince };
new Worker(new URL('./watchdog.ts', import.meta.url), { workerData: watched, execArgv: [] });

process.on('disconnect', () => process.exit());
// Meant for the server, which may still want its answer; without the server this process ends anyhow.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('message', async (request: ReadRequest) => {
  since[0] = Date.now();
  const answer = await answerTo(request);
  since[0] = 0;
  process.send?.(answer);
});
process.send?.('ready');

async function answerTo(request: ReadRequest): Promise<ReadAnswer> {
  try {
    const answer = await readHere(request, limits);
    return { answer, spoilt: process.memoryUsage.rss() > mostKept };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) return { failed: String(error) };
    // Out of a WebAssembly module that gave up: its memory is in no state to read another file.
    return { answer: { refused: brokenAs(request.kind), cause: String(error) }, spoilt: true };
  }
}
