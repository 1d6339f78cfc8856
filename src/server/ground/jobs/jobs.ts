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
  /** Aborts when the process is about to stop; a long job should then throw, and is retried elsewhere. */
  signal: AbortSignal;
  attempt: number;
};

export type Job<Payload extends z.ZodObject = z.ZodObject> = {
  name: string;
  payload: Payload;
  maxAttempts: number;
  run(payload: z.output<Payload>, context: JobContext): Promise<void>;
};

const defaultMaxAttempts = 25;

/** How many jobs run at the same time, unless the caller says otherwise. */
export const usualConcurrency = 4;

export type Worker = { pool: pg.Pool; stop(): Promise<void> };

/**
 * Declares a background job. A job runs at least once: if the process dies after the work and before its
 * completion is recorded, it runs again, so `run` must be idempotent. Every run counts as an attempt, even if
 * the process died in it, so that a job that kills the process is not retried forever.
 */
export function defineJob<Payload extends z.ZodObject>(
  job: Omit<Job<Payload>, 'maxAttempts'> & { maxAttempts?: number },
): Job<Payload> {
  return { maxAttempts: defaultMaxAttempts, ...job };
}

/** The part of a job that is needed to queue it. */
type Queued<Payload extends z.ZodObject> = Pick<Job<Payload>, 'name' | 'payload'> & { maxAttempts?: number };
type AddOptions = {
  key?: string;
  runAt?: Date;
  keepsTime?: boolean;
  /** Of the due jobs, the one with the lowest number runs first. */
  priority?: number;
};

/**
 * Adds a job to the queue if the transaction commits. A pending job with the same key is replaced; with
 * `keepsTime` the first job's run time is preserved, so that frequent additions do not postpone it forever.
 * The caller needs only the job's name and payload schema.
 */
export async function addJob<Payload extends z.ZodObject>(
  tx: Tx,
  { name, payload: schema, maxAttempts = defaultMaxAttempts }: Queued<Payload>,
  payload: z.input<Payload>,
  { key, runAt, keepsTime = false, priority }: AddOptions = {},
): Promise<void> {
  const json = JSON.stringify(payload);
  // A payload that does not survive JSON fails here, at the caller, and not later in the worker.
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
  /** Long jobs, with their own concurrency limit beside the others. */
  long?: { jobs: Job[]; concurrency: number };
  /** How often to look for jobs whose worker died. */
  sweepIntervalMs?: number;
  /** How long `stop` waits for running jobs before it leaves them to the next worker. */
  stopTimeoutMs?: number;
  telemetry?: Telemetry | undefined;
};

const restartPauseMs = 1_000;

/** Runs jobs until stopped. It recovers by itself after a database outage. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, log, sweepIntervalMs = 5_000, stopTimeoutMs: stopPatienceMs = 10_000 } = options;
  const { telemetry = silentTelemetry } = options;
  const queues = [{ concurrency: usualConcurrency, ...options }, ...(options.long ? [options.long] : [])];
  const name = `mingshi ${process.pid} worker`;
  // Its own connection pool: behind many requests it could not record finished jobs in time. Not through a
  // pooler, because the queue uses LISTEN and prepared statements.
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

  async function keepRunning(settings: Parameters<typeof start>[0], first: Queue) {
    let queue: Queue | undefined = first;
    while (true) {
      await queue?.ended;
      if (stopping.signal.aborted) return;
      await sleep(restartPauseMs);
      queue = await start(settings).catch((error) => {
        log.warn({ err: error }, 'the job worker cannot start again yet');
        return undefined;
      });
    }
  }

  const running: Promise<void>[] = [];
  for (const settings of queues) running.push(keepRunning(settings, await start(settings)));
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
        // graphile-worker stores and logs the message, so it must not contain personal data.
        if (error instanceof Error) throw new Error(plainMessage(error), { cause: plainError(error) });
        throw error;
      }
    };
  }
  return tasks;
}

async function measured(telemetry: Telemetry, job: string, run: () => Promise<void>) {
  const startedAt = performance.now();
  let failed = true;
  try {
    await telemetry.span(`job ${job}`, { job }, run);
    failed = false;
  } finally {
    telemetry.jobEnded(job, (performance.now() - startedAt) / 1000, failed);
  }
}
