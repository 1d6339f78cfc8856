import { setTimeout as sleep } from 'node:timers/promises';
import { Logger as GraphileLogger, type Runner, run, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Presence } from './presence.ts';

export type Queue = {
  /** Resolves when this queue has no locked jobs any more, after the signal or after a failure. */
  ended: Promise<void>;
};

type QueueOptions = {
  pool: pg.Pool;
  presence: Presence;
  taskList: TaskList;
  log: Logger;
  concurrency: number;
  stopPatienceMs: number;
  signal: AbortSignal;
};

/** One run of graphile-worker: takes jobs until the signal, or until it loses the database. */
export async function runQueue(options: QueueOptions): Promise<Queue> {
  let workerId = '';
  const runner = await run({
    pgPool: options.pool,
    concurrency: options.concurrency,
    taskList: options.taskList,
    parsedCronItems: [],
    noHandleSignals: true,
    logger: quietGraphileLogger(options.log),
    preset: {
      worker: {
        // Without batching, graphile-worker 0.18 does not await recording a job's completion: a lost
        // connection would then be an unhandled rejection, and stopping would not wait for it.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
      plugins: [
        {
          name: 'PresencePlugin',
          version: '1.0.0',
          worker: {
            hooks: {
              // Runs before the worker requests its first job. All workers of a run share one id, which locks
              // their jobs.
              async startWorker(_context, { worker }) {
                workerId = worker.workerPool.id;
                await options.presence.hold(workerId);
              },
            },
          },
        },
      ],
    },
  });
  return { ended: untilEnded(runner, options, () => workerId) };
}

async function untilEnded(runner: Runner, options: QueueOptions, workerId: () => string) {
  const { pool, presence, log, stopPatienceMs, signal } = options;
  const finished = runner.promise.then(
    () => true,
    (error) => {
      log.error({ err: error }, 'the job worker failed');
      return true;
    },
  );
  const timedOut = untilAborted(signal).then(async () => {
    runner.stop().catch((error) => log.warn({ err: error }, 'the job worker did not stop cleanly'));
    await sleep(stopPatienceMs, undefined, { ref: false });
    return false;
  });
  if (!(await Promise.race([finished, timedOut]))) {
    log.warn('jobs are still running; they will start again elsewhere');
    await pool
      .query('select graphile_worker.force_unlock_workers($1::text[])', [[workerId()]])
      .catch((error) => log.warn({ err: error }, 'could not free the running jobs; another worker will'));
  }
  await presence.release(workerId());
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Writes graphile-worker's messages to our log; its messages about each job only at debug level. */
export function quietGraphileLogger(log: Logger): GraphileLogger {
  return new GraphileLogger(() => (level, message) => {
    if (level === 'error') log.error({ from: 'jobs' }, message);
    else if (level === 'warning') log.warn({ from: 'jobs' }, message);
    else log.debug({ from: 'jobs' }, message);
  });
}
