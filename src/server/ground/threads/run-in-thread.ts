import { Worker } from 'node:worker_threads';
import { AppError } from '../http/errors.ts';

/**
 * Runs one piece of work in its own worker thread, so that it does not block the event loop. The thread is
 * terminated when it exceeds its time or memory. Its input is `workerData`; the first message it posts is the
 * result.
 */
export function runInThread<Made>(
  script: URL,
  input: unknown,
  { timeoutMs, memoryMb }: { timeoutMs: number; memoryMb: number },
): Promise<Made> {
  const { promise, resolve, reject } = Promise.withResolvers<Made>();
  const worker = new Worker(script, {
    workerData: input,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const timer = setTimeout(() => reject(new AppError('tooSlow')), timeoutMs);
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('a thread has ended without an answer')));
  return promise.finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
}
