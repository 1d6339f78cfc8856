import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { AppError } from '#server/ground/http/errors.ts';
import { type TaskName, type Tasks, type WorkAnswer, WorkError, type WorkRequest } from './tasks.ts';

const program = fileURLToPath(new URL('./workshop-process.ts', import.meta.url));
/** Limits memory, since every task under way holds pictures; further requests are rejected with notReady. */
const maxWaiting = 60;
const idleMs = 5 * 60 * 1000;
/** A page that takes longer would never end; other work under way then fails and is retried. */
const taskTimeoutMs = 3 * 60 * 1000;

type Waiting = {
  resolve: (output: never) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
  onPage: ((done: number) => void) | undefined;
};
type TaskOptions = { signal?: AbortSignal | undefined; onPage?: (done: number) => void };

export type Workshop = ReturnType<typeof openWorkshop>;

/**
 * Runs all long computations in a child process of low priority: the server keeps answering requests while
 * pages are erased, and survives a crashing library. The process starts with the first task and ends when
 * idle or with the server.
 */
export function openWorkshop({
  threads,
  patience: timeoutMs = taskTimeoutMs,
}: {
  threads: number;
  patience?: number;
}) {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | undefined;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  function dropProcess(lost: ChildProcess, error: Error) {
    if (child !== lost) return;
    child = undefined;
    clearTimeout(idle);
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    waiting.clear();
    lost.kill('SIGKILL');
  }

  function started() {
    if (child) return child;
    const made = fork(program, [String(threads)], {
      serialization: 'advanced',
      execArgv: [],
      // Fewer allocator arenas: less memory, and previews are made in two thirds of the time.
      env: { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV, MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    made.on('message', (answer: WorkAnswer) => handleAnswer(made, answer));
    made.on('error', (error) => dropProcess(made, new WorkError(undefined, error.message)));
    made.on('exit', (code, signal) =>
      dropProcess(made, new WorkError(undefined, `the workshop ended (${signal ?? code})`)),
    );
    child = made;
    return made;
  }

  function handleAnswer(from: ChildProcess, answer: WorkAnswer) {
    if ('pagesDone' in answer) {
      const running = waiting.get(answer.id);
      running?.timer.refresh();
      return running?.onPage?.(answer.pagesDone);
    }
    const one = removeWaiting(answer.id);
    if (waiting.size === 0) idle = setTimeout(() => dropProcess(from, new Error('idle')), idleMs).unref();
    if (!one) return;
    if ('output' in answer) one.resolve(answer.output as never);
    else one.reject(new WorkError(answer.failed.reason, answer.failed.message));
  }

  function removeWaiting(id: number) {
    const one = waiting.get(id);
    waiting.delete(id);
    clearTimeout(one?.timer);
    return one;
  }

  return {
    /** For benchmarks: the id of the worker process while there is one. */
    pid: () => child?.pid,

    async do<Name extends TaskName>(
      name: Name,
      input: Tasks[Name]['input'],
      { signal, onPage }: TaskOptions = {},
    ): Promise<Tasks[Name]['output']> {
      signal?.throwIfAborted();
      if (closed) throw new WorkError(undefined, 'the workshop is closed');
      if (waiting.size >= maxWaiting) throw new AppError('notReady');
      clearTimeout(idle);
      const id = ++lastId;
      const worker = started();
      const { promise, resolve, reject } = Promise.withResolvers<Tasks[Name]['output']>();
      const timer = setTimeout(() => {
        removeWaiting(id)?.reject(new WorkError('too_slow', `${name} took longer than ${timeoutMs} ms`));
        dropProcess(worker, new WorkError(undefined, 'other work in the workshop did not end'));
      }, timeoutMs);
      waiting.set(id, { resolve, reject, timer, onPage });
      const stop = () => {
        if (!removeWaiting(id)) return;
        worker.send({ id, cancel: true } satisfies WorkRequest);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', stop, { once: true });
      worker.send({ id, name, input } as WorkRequest, (error) => {
        if (error) removeWaiting(id)?.reject(new WorkError(undefined, error.message));
      });
      return promise.finally(() => signal?.removeEventListener('abort', stop));
    },

    async close() {
      closed = true;
      if (!child) return;
      const ending = child;
      const exit = once(ending, 'exit');
      dropProcess(ending, new WorkError(undefined, 'the workshop is closed'));
      await exit;
    },
  };
}
