import { Worker } from 'node:worker_threads';
import { AppError } from '../http/errors.ts';

/**
 * One piece of work in a thread of its own, which ends with it, and is ended when it takes too long or too much: nobody
 * else is kept waiting meanwhile. What it is given is its `workerData`; what it posts is the answer.
 */
export function runInThread<Made>(
  script: URL,
  given: unknown,
  { patienceMs, memoryMb }: { patienceMs: number; memoryMb: number },
): Promise<Made> {
  const { promise, resolve, reject } = Promise.withResolvers<Made>();
  const worker = new Worker(script, {
    workerData: given,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const impatience = setTimeout(() => reject(new AppError('tooSlow')), patienceMs);
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('a thread has ended without an answer')));
  return promise.finally(() => {
    clearTimeout(impatience);
    void worker.terminate();
  });
}
