import { Worker } from 'node:worker_threads';
import type { Cleaned } from './refusals.ts';

const patienceMs = 15_000;
const memoryMb = 192;

/**
 * A PDF is a program to its reader, and pdf-lib can be kept busy for ever by a hostile one: each is read in a thread
 * of its own that is ended when it takes too long or too much.
 */
export function cleanPdf(bytes: Uint8Array, patience = patienceMs): Promise<Cleaned> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      workerData: bytes,
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const impatience = setTimeout(() => answer({ refused: 'slow' }), patience);
    const answer = (cleaned: Cleaned) => {
      clearTimeout(impatience);
      resolve(cleaned);
      void worker.terminate();
    };
    worker.once('message', answer);
    // Out of memory, most likely; whatever it was, it was this file's doing and the thread is gone.
    worker.once('error', (error) => answer({ refused: 'slow', cause: error }));
    worker.once('exit', () => answer({ refused: 'slow' }));
  });
}
