import { workerData } from 'node:worker_threads';

export type Watched = { mostMemory: number; patienceMs: number; busySince: SharedArrayBuffer };

/** How quickly memory can be filled between two looks decides how far it goes over: some 50 MB at most. */
const everyMs = 20;

/**
 * A thread beside the one that reads. V8's limits do not count what WebAssembly and native libraries take, and a reader
 * deep in their code hears no message: this one looks at the whole process and ends it.
 */
const { mostMemory, patienceMs, busySince } = workerData as Watched;
const since = new Float64Array(busySince);
setInterval(() => {
  const started = since[0] ?? 0;
  // The parent has less patience; this is for a reader whose parent was killed.
  const isForgotten = started > 0 && Date.now() - started > 2 * patienceMs;
  if (isForgotten || process.memoryUsage.rss() > mostMemory) process.kill(process.pid, 'SIGKILL');
}, everyMs);
