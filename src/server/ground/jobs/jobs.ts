import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { usualLimits } from '../db/connection.ts';
import type { Database, Tx } from '../db/db.ts';
import { openPool } from '../db/pool.ts';
import { plainError, plainMessage } from '../log/log.ts';
import { silentTelemetry, type Telemetry } from '../telemetry/telemetry.ts';
import { openPresence, startFreeingJobs } from './presence.ts';
import { type Queue, runQueue } from './queue.ts';

type JobContext = {
  database: Database;
  log: Logger;
  /** Aborts when the process is about to stop; a long job should then throw and be tried again elsewhere. */
  signal: AbortSignal;
  attempt: number;
};

export type Job<Payload extends z.ZodObject = z.ZodObject> = {
  name: string;
  payload: Payload;
  maxAttempts: number;
  run(payload: z.output<Payload>, context: JobContext): Promise<void>;
};

const usualAttempts = 25;

export type Worker = { pool: pg.Pool; stop(): Promise<void> };

/**
 * Declares background work. A job runs at least once: if the process dies after the work and before that is noted,
 * it runs again, so `run` must bear repetition. Every run counts as an attempt, also one that ended with the process,
 * lest a job that kills the process be tried forever.
 */
export function defineJob<Payload extends z.ZodObject>(
  job: Omit<Job<Payload>, 'maxAttempts'> & { maxAttempts?: number },
): Job<Payload> {
  return { maxAttempts: usualAttempts, ...job };
}

/** What whoever queues a job has to know of it. */
type Queued<Payload extends z.ZodObject> = Pick<Job<Payload>, 'name' | 'payload'> & { maxAttempts?: number };
type AddOptions = {
  key?: string;
  runAt?: Date;
  keepsTime?: boolean;
  /** Of the jobs that are due, the lowest number runs first. */
  priority?: number;
};

/**
 * Puts a job on the queue, when and only when the transaction commits. A pending job of the same key is replaced;
 * with `keepsTime` it still runs when the first one would have, lest a steady stream put it off forever. Whoever queues a
 * job need not know its work.
 */
export async function addJob<Payload extends z.ZodObject>(
  tx: Tx,
  { name, payload: schema, maxAttempts = usualAttempts }: Queued<Payload>,
  payload: z.input<Payload>,
  { key, runAt, keepsTime = false, priority }: AddOptions = {},
): Promise<void> {
  const json = JSON.stringify(payload);
  // What cannot be read back from JSON fails here, at the caller, and not later in the worker.
  schema.parse(JSON.parse(json));
  await tx.execute(sql`
    select graphile_worker.add_job(
      identifier => ${name}::text,
      payload => ${json}::json,
      run_at => ${runAt?.toISOString() ?? null}::timestamptz,
      max_attempts => ${maxAttempts}::int,
      job_key => ${key ?? null}::text,
      job_key_mode => ${keepsTime ? 'preserve_run_at' : 'replace'}::text,
      priority => ${priority ?? null}::int
    )`);
}

type WorkerOptions = {
  database: Database;
  jobs: Job[];
  log: Logger;
  concurrency?: number;
  /** Jobs that take long, so many at once beside the others. */
  long?: { jobs: Job[]; concurrency: number };
  /** How often to look for jobs whose worker died. */
  sweepIntervalMs?: number;
  /** How long `stop` waits for running jobs before it leaves them to the next worker. */
  stopPatienceMs?: number;
  telemetry?: Telemetry | undefined;
};

const restartPauseMs = 1_000;

/** Runs jobs until stopped. It comes back by itself when the database was away. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, log, sweepIntervalMs = 5_000, stopPatienceMs = 10_000 } = options;
  const { telemetry = silentTelemetry } = options;
  const queues = [{ concurrency: 4, ...options }, ...(options.long ? [options.long] : [])];
  const name = `mingshi ${process.pid} worker`;
  // Its own connections: behind a crowd of requests it could not note a finished job in time. None goes through a pooler:
  // the queue listens, and prepares its statements.
  const poolSize = 3 + queues.length;
  const { pool, close } = openPool(database.directUrl, { log, name, poolSize, limits: usualLimits });
  const presence = await openPresence(database.directUrl, `${name} presence`, log);
  const freeing = startFreeingJobs(pool, sweepIntervalMs, log);
  const stopping = new AbortController();

  const start = ({ jobs, concurrency }: Pick<Required<WorkerOptions>, 'jobs' | 'concurrency'>) =>
    runQueue({
      pool,
      presence,
      taskList: taskList(jobs, { database, log, telemetry }),
      log,
      concurrency,
      stopPatienceMs,
      signal: stopping.signal,
    });

  async function keepRunning(wanted: Parameters<typeof start>[0], first: Queue) {
    let queue: Queue | undefined = first;
    while (true) {
      await queue?.ended;
      if (stopping.signal.aborted) return;
      await sleep(restartPauseMs);
      queue = await start(wanted).catch((error) => {
        log.warn({ err: error }, 'the job worker cannot start again yet');
        return undefined;
      });
    }
  }

  const running: Promise<void>[] = [];
  for (const wanted of queues) running.push(keepRunning(wanted, await start(wanted)));
  return {
    pool,
    async stop() {
      stopping.abort();
      await Promise.all(running);
      await freeing.stop();
      await presence.close();
      await close();
    },
  };
}

type TaskParts = { database: Database; log: Logger; telemetry: Telemetry };

function taskList(jobs: Job[], { database, log, telemetry }: TaskParts): TaskList {
  const tasks: TaskList = {};
  for (const job of jobs) {
    tasks[job.name] = async (payload, { job: { id, attempts }, abortSignal }) => {
      const jobLog = log.child({ job: job.name, jobId: id });
      const context = { database, log: jobLog, signal: abortSignal, attempt: attempts };
      const run = () => job.run(job.payload.parse(payload), context);
      try {
        await measured(telemetry, job.name, run);
      } catch (error) {
        // The queue keeps the message with the job, and its log shows it.
        if (error instanceof Error) throw new Error(plainMessage(error), { cause: plainError(error) });
        throw error;
      }
    };
  }
  return tasks;
}

async function measured(telemetry: Telemetry, job: string, run: () => Promise<void>) {
  const begun = performance.now();
  let failed = true;
  try {
    await telemetry.span(`job ${job}`, { job }, run);
    failed = false;
  } finally {
    telemetry.jobEnded(job, (performance.now() - begun) / 1000, failed);
  }
}
