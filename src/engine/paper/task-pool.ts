/** The threads of one eraser: each works on one task at a time, in the order they were asked. */
import { Worker } from 'node:worker_threads';
import type { Task, TaskAnswer } from './tile-worker.ts';
import { PaperError } from './types.ts';

export interface TaskPool {
  threads: number;
  /** Runs all tasks; `stopped` is asked before each, and after the first failure none is begun. */
  runAll(tasks: Task[], stopped: () => void, onDone?: (done: number) => void): Promise<void>;
  /** Frees what the threads hold of a page that is over. */
  letGo(): Promise<void>;
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
  // Without a listener the error would end the page's thread, which is what should happen.
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

  async function runAll(tasks: Task[], stopped: () => void, onDone?: (done: number) => void) {
    let next = 0;
    let done = 0;
    let failed = false;
    const work = async (thread: Thread) => {
      while (!failed && next < tasks.length) {
        try {
          stopped();
          await thread.run(tasks[next++] as Task);
        } catch (error) {
          failed = true;
          throw error;
        }
        onDone?.(++done);
      }
    };
    // All threads are idle again before a failure is told: the next page finds none at work.
    const ends = await Promise.allSettled(pool.map(work));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  const letGo = async () => {
    await Promise.all(pool.map((thread) => thread.run({ kind: 'let-go' })));
  };

  return { threads, runAll, letGo };
}
