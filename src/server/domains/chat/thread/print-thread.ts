import { Worker } from 'node:worker_threads';
import { AppError } from '#server/ground/http/errors.ts';
import type { PrintedThread } from './export-page.ts';

const patienceMs = 15_000;
const memoryMb = 256;
const mostAtOnce = 2;
const mostWaiting = 20;
const waiting: (() => void)[] = [];
let going = 0;

/** Drawn in a thread of its own, that ends with it: long conversations take the processor for a while. */
export async function printThread(thread: PrintedThread, patience = patienceMs): Promise<Uint8Array> {
  if (going >= mostAtOnce) {
    if (waiting.length >= mostWaiting) throw new AppError('notReady');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else going += 1;
  try {
    return await draw(thread, patience);
  } finally {
    // The turn is handed on, not given back, so that nobody slips in between.
    const next = waiting.shift();
    if (next) next();
    else going -= 1;
  }
}

function draw(thread: PrintedThread, patience: number): Promise<Uint8Array> {
  return new Promise<Uint8Array>((resolve, reject) => {
    const worker = new Worker(new URL('./export-worker.ts', import.meta.url), {
      workerData: thread,
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const impatience = setTimeout(() => {
      reject(new AppError('tooSlow'));
      void worker.terminate();
    }, patience);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      clearTimeout(impatience);
      reject(new Error('the thread that prints has ended'));
    });
  });
}
