/** The worker threads of one eraser: each runs one task at a time, and tasks start in their given order. */
import { Worker } from 'node:worker_threads';
import type { Task, TaskAnswer } from './tile-worker.ts';
import { PaperError } from './types.ts';

export interface TaskPool {
  threads: number;
  /** Runs all tasks; `stopped` is called before each and throws to cancel. After the first failure no task starts. */
  runAll(tasks: Task[], stopped: () => void, onDone?: (done: number) => void): Promise<void>;
  /** Frees the memory of a finished page in all threads. */
  freeMemory(): Promise<void>;
}

interface Thread {
  run(task: Task): Promise<void>;
}

function startThread(modelsDir: string): Thread {
  const worker = new Worker(new URL('./tile-worker.ts', import.meta.url), {
    workerData: { modelsDir },
    execArgv: [],
  });
  let waiting: PromiseWithResolvers<void> | undefined;
  worker.on('message', ({ failed }: TaskAnswer) => {
    const current = waiting;
    waiting = undefined;
    if (!failed) return current?.resolve();
    current?.reject(new PaperError(failed.models ? 'models' : 'engine', failed.message));
  });
  // There is no 'error' listener on purpose: an uncaught error must end the page's thread.
  return {
    run(task) {
      waiting = Promise.withResolvers<void>();
      worker.postMessage(task);
      return waiting.promise;
    },
  };
}

export async function startPool(threads: number, modelsDir: string): Promise<TaskPool> {
  const pool = Array.from({ length: threads }, () => startThread(modelsDir));
  await Promise.all(pool.map((thread) => thread.run({ kind: 'load' })));

  async function runAll(tasks: Task[], throwIfCancelled: () => void, onDone?: (done: number) => void) {
    let next = 0;
    let done = 0;
    let failed = false;
    const work = async (thread: Thread) => {
      while (!failed && next < tasks.length) {
        try {
          throwIfCancelled();
          await thread.run(tasks[next++] as Task);
        } catch (error) {
          failed = true;
          throw error;
        }
        onDone?.(++done);
      }
    };
    // Waits for all threads before throwing, so that none is still busy when the next page starts.
    const results = await Promise.allSettled(pool.map(work));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  const letGo = async () => {
    await Promise.all(pool.map((thread) => thread.run({ kind: 'let-go' })));
  };

  return { threads, runAll, freeMemory: letGo };
}
