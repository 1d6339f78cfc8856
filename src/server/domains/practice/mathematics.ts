import { Worker } from 'node:worker_threads';
import type { ExpectedAnswer, Grade } from '#engine/solver/practice/grade.ts';
import type { Plot } from '#engine/solver/practice/plot.ts';
import type { Attempt, Checked, Marked, PlotTask, Solved, SolverTask } from './solver-worker.ts';

/**
 * The solver stops by itself; a task that takes longer than this is terminated from outside. It is processor time: the
 * thread has a low priority, and a busy machine is no reason to leave a student without an answer.
 */
const defaultTimeoutMs = 5_000;
/** The longest anybody waits, for the solver's code to load or for an answer on a busy machine. */
const longestWaitMs = 60_000;
const mostWaiting = 200;
const memoryMb = 256;

type Waiting = { task: SolverTask; resolve: (result: unknown) => void; reject: (error: Error) => void };

export type Mathematics = ReturnType<typeof createMathematics>;

/** The solver in a worker thread, one task after the other, so that algebra blocks no other request. */
export function createMathematics({ patience: timeoutMs = defaultTimeoutMs } = {}) {
  const queue: Waiting[] = [];
  let worker: Worker | undefined;
  let isClosed = false;
  let lastId = 0;
  let isReady = false;
  let current: { id: number; one: Waiting; timer: NodeJS.Timeout } | undefined;

  function settle(finish: (one: Waiting) => void) {
    const done = current;
    current = undefined;
    if (done) {
      clearTimeout(done.timer);
      finish(done.one);
    }
    next();
  }

  function discard(made: Worker, error: Error) {
    if (worker !== made) return;
    worker = undefined;
    void made.terminate();
    settle((one) => one.reject(error));
  }

  function started(): Worker {
    if (worker) return worker;
    const made = new Worker(new URL('./solver-worker.ts', import.meta.url), {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    made.unref();
    isReady = false;
    made.once('message', () => {
      isReady = true;
      if (current) limitProcessorTime(made, current.id);
    });
    made.on('message', ({ id, result, failed }: { id: number; result?: unknown; failed?: string }) => {
      if (id !== current?.id) return;
      settle((one) => (failed === undefined ? one.resolve(result) : one.reject(new Error(failed))));
    });
    made.on('error', (error) => discard(made, error));
    made.on('exit', () => discard(made, new Error('the thread that solves has ended')));
    worker = made;
    return made;
  }

  const tooLong = (running: Worker) => discard(running, new Error('the solver took too long'));
  const startTimer = (running: Worker) => setTimeout(() => tooLong(running), longestWaitMs);

  /** Gives up on a task when it has used its processor time. */
  function limitProcessorTime(running: Worker, task: number) {
    const before = running.cpuUsage();
    const check = async () => {
      const { user, system } = await running.cpuUsage(await before);
      if (current?.id !== task) return;
      const left = timeoutMs - (user + system) / 1000;
      if (left <= 0) tooLong(running);
      else checkIn(left);
    };
    // A thread that has ended reports itself.
    const checkIn = (ms: number) => void setTimeout(() => check().catch(() => {}), ms).unref();
    before.catch(() => {});
    checkIn(timeoutMs);
  }

  function next() {
    const one = current ? undefined : queue.shift();
    if (!one) return;
    const running = started();
    const id = ++lastId;
    current = { id, one, timer: startTimer(running) };
    if (isReady) limitProcessorTime(running, id);
    running.postMessage({ id, task: one.task });
  }

  function ask<Result>(task: SolverTask): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (isClosed || queue.length >= mostWaiting) reject(new Error('the solver takes no more'));
      else queue.push({ task, resolve: (result) => resolve(result as Result), reject });
      next();
    });
  }

  return {
    solve: (text: string) => ask<Solved>({ solve: text }),
    grade: (asked: ExpectedAnswer, given: string) => ask<Grade>({ grade: asked, given }),
    mark: async (attempt: Attempt) => (await ask<Marked>({ mark: attempt })).marking,
    plot: async (task: PlotTask) => (await ask<{ plot: Plot | undefined }>({ plot: task })).plot,
    check: (statements: string[]) => ask<Checked>({ check: statements }),
    async close() {
      isClosed = true;
      for (const { reject } of queue.splice(0)) reject(new Error('the solver takes no more'));
      const ended = worker;
      worker = undefined;
      settle((one) => one.reject(new Error('the solver takes no more')));
      await ended?.terminate();
    },
  };
}
