import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { AppError } from '#server/ground/http/errors.ts';
import { type Answered, type Asked, type TaskName, type Tasks, WorkError } from './tasks.ts';

const program = fileURLToPath(new URL('./workshop-process.ts', import.meta.url));
/** Everything under way holds pictures in memory; whoever comes then is asked to come again. */
const mostWaiting = 60;
const idleMs = 5 * 60 * 1000;
/** What takes longer for a page would never end; what else is under way then starts again. */
const patienceMs = 3 * 60 * 1000;

type Waiting = {
  resolve: (made: never) => void;
  reject: (error: unknown) => void;
  impatience: NodeJS.Timeout;
  onPage: ((done: number) => void) | undefined;
};
type Watching = { signal?: AbortSignal | undefined; onPage?: (done: number) => void };

export type Workshop = ReturnType<typeof openWorkshop>;

/**
 * Everything that takes the processor for long happens in a process of its own, of low priority: requests are answered
 * while pages are erased, and a library that falls takes nobody with it. It starts with the first piece of work and ends
 * when there was none for a while, or with us.
 */
export function openWorkshop({ threads, patience = patienceMs }: { threads: number; patience?: number }) {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | undefined;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  function lose(lost: ChildProcess, error: Error) {
    if (child !== lost) return;
    child = undefined;
    clearTimeout(idle);
    for (const { reject, impatience } of waiting.values()) {
      clearTimeout(impatience);
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
      // Fewer heaps of the allocator: less memory, and pictures are made small in two thirds of the time.
      env: { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV, MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    made.on('message', (answer: Answered) => take(made, answer));
    made.on('error', (error) => lose(made, new WorkError(undefined, error.message)));
    made.on('exit', (code, signal) =>
      lose(made, new WorkError(undefined, `the workshop ended (${signal ?? code})`)),
    );
    child = made;
    return made;
  }

  function take(from: ChildProcess, answer: Answered) {
    if ('pagesDone' in answer) {
      const going = waiting.get(answer.id);
      going?.impatience.refresh();
      return going?.onPage?.(answer.pagesDone);
    }
    const one = settle(answer.id);
    if (waiting.size === 0) idle = setTimeout(() => lose(from, new Error('idle')), idleMs).unref();
    if (!one) return;
    if ('made' in answer) one.resolve(answer.made as never);
    else one.reject(new WorkError(answer.failed.reason, answer.failed.message));
  }

  function settle(id: number) {
    const one = waiting.get(id);
    waiting.delete(id);
    clearTimeout(one?.impatience);
    return one;
  }

  return {
    /** For figures: the process that works, while there is one. */
    pid: () => child?.pid,

    async do<Name extends TaskName>(
      name: Name,
      given: Tasks[Name]['given'],
      { signal, onPage }: Watching = {},
    ): Promise<Tasks[Name]['made']> {
      signal?.throwIfAborted();
      if (closed) throw new WorkError(undefined, 'the workshop is closed');
      if (waiting.size >= mostWaiting) throw new AppError('notReady');
      clearTimeout(idle);
      const id = ++lastId;
      const worker = started();
      const { promise, resolve, reject } = Promise.withResolvers<Tasks[Name]['made']>();
      const impatience = setTimeout(() => {
        settle(id)?.reject(new WorkError('too_slow', `${name} took longer than ${patience} ms`));
        lose(worker, new WorkError(undefined, 'other work in the workshop did not end'));
      }, patience);
      waiting.set(id, { resolve, reject, impatience, onPage });
      const stop = () => {
        if (!settle(id)) return;
        worker.send({ id, cancel: true } satisfies Asked);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', stop, { once: true });
      worker.send({ id, name, given } as Asked, (error) => {
        if (error) settle(id)?.reject(new WorkError(undefined, error.message));
      });
      return promise.finally(() => signal?.removeEventListener('abort', stop));
    },

    async close() {
      closed = true;
      if (!child) return;
      const ending = child;
      const exit = once(ending, 'exit');
      lose(ending, new WorkError(undefined, 'the workshop is closed'));
      await exit;
    },
  };
}
