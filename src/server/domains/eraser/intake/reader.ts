import { Worker } from 'node:worker_threads';
import type { IntakeLimits, ReadAnswer, ReadRequest } from './intake-types.ts';
import { brokenAs, readInProcess } from './read-in-process.ts';
import type { Watched } from './watchdog.ts';

/**
 * The process that reads untrusted files: without secrets in its environment, and ended whenever it takes too
 * much.
 */
const limits = JSON.parse(process.argv[2] ?? '') as IntakeLimits;
/** WebAssembly never frees memory: what this file took would count against the next one. */
const maxReusableMemory = limits.maxMemoryBytes * 0.4;
const busySince = new SharedArrayBuffer(8);
const since = new Float64Array(busySince);
const watched: Watched = { mostMemory: limits.maxMemoryBytes, patienceMs: limits.timeoutMs, busySince };
new Worker(new URL('./watchdog.ts', import.meta.url), { workerData: watched, execArgv: [] });

process.on('disconnect', () => process.exit());
// These signals are meant for the server, which may still need the answer; without the server this process
// ends anyway.
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
    const answer = await readInProcess(request, limits);
    return { answer, spoilt: process.memoryUsage.rss() > maxReusableMemory };
  } catch (error) {
    const { syscall, code } = error as NodeJS.ErrnoException;
    if (syscall) return { failed: String(error), code };
    // A WebAssembly module aborted: its memory cannot be trusted with another file.
    return { answer: { refused: brokenAs(request.kind), cause: String(error) }, spoilt: true };
  }
}
