import { workerData } from 'node:worker_threads';

export type Watched = { mostMemory: number; patienceMs: number; busySince: SharedArrayBuffer };

/** Between two checks memory can grow by some 50 MB at most beyond the limit. */
const checkIntervalMs = 20;

/**
 * A thread beside the reading one. The limits of V8 do not count the memory of WebAssembly and native
 * libraries, and a reader busy in their code receives no messages: this thread watches the whole process and
 * kills it.
 */
const { mostMemory, patienceMs, busySince } = workerData as Watched;
const since = new Float64Array(busySince);
setInterval(() => {
  const started = since[0] ?? 0;
  // The parent's timeout is shorter; this is for a reader whose parent was killed.
  const isOrphaned = started > 0 && Date.now() - started > 2 * patienceMs;
  if (isOrphaned || process.memoryUsage.rss() > mostMemory) process.kill(process.pid, 'SIGKILL');
}, checkIntervalMs);
