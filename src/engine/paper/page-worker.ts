/** The thread that processes pages one after the other and owns the threads that run the networks. */
import { parentPort, workerData } from 'node:worker_threads';
import { collectGarbage } from './collect-garbage.ts';
import { readConstants } from './constants.ts';
import type { PageAnswer, PageRequest } from './erase.ts';
import { eraseJob } from './erase-job.ts';
import { openPageNetworks } from './page/networks.ts';
import { startPool, type TaskPool } from './task-pool.ts';
import { type ErasedPage, PaperError } from './types.ts';
import { openViewNetwork } from './writing/view.ts';

const { threads, modelsDir } = workerData as { threads: number; modelsDir: string };
const stopped = Symbol('stopped');
const cancelled = new Set<number>();
let pool: Promise<TaskPool> | undefined;
let networks: Awaited<ReturnType<typeof openNetworks>> | undefined;
let queue = Promise.resolve();

const answer = (message: PageAnswer, transfer: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, transfer);

async function openNetworks() {
  return { ...(await openPageNetworks(modelsDir)), view: await openViewNetwork(modelsDir) };
}

async function work({ id, input, options }: Exclude<PageRequest, { cancel: true }>) {
  const stopWhenCancelled = () => {
    if (cancelled.has(id)) throw stopped;
  };
  try {
    stopWhenCancelled();
    const constants = readConstants(modelsDir);
    pool ??= startPool(threads, modelsDir);
    networks ??= await openNetworks();
    const job = { input, options, constants, pool: await pool, networks, stopped: stopWhenCancelled };
    const page = await eraseJob({ ...job, progress: (progress) => answer({ id, progress }) });
    answer({ id, page }, buffersOf(page));
  } catch (error) {
    if (error !== stopped) answer({ id, failed: failureOf(error) });
  } finally {
    cancelled.delete(id);
  }
}

function buffersOf({ image, unerased, thorough, mask, confidence }: ErasedPage) {
  const all = [image.data, unerased, thorough, mask, confidence.data].filter((data) => data !== undefined);
  return all.map(({ buffer }) => buffer as ArrayBuffer);
}

/** Frees the finished page in this thread and in the pool's; a pool that did not start has nothing to free. */
async function freeMemory() {
  await collectGarbage();
  const started = await pool?.catch(() => undefined);
  await started?.freeMemory();
}

function failureOf(error: unknown) {
  if (error instanceof PaperError) return { reason: error.reason, message: error.message };
  return { reason: 'engine' as const, message: (error as Error).stack ?? String(error) };
}

parentPort?.on('message', (request: PageRequest) => {
  if ('cancel' in request) cancelled.add(request.id);
  else queue = queue.then(() => work(request)).then(freeMemory);
});
