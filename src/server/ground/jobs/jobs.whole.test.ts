import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import type { Database } from '../db/db.ts';
import { addJob, defineJob, type Job, startWorker, type Worker } from './jobs.ts';
import { openPresence } from './presence.ts';

let testDatabase: TestDatabase;
let database: Database;
let workers: Worker[];
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  workers = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await testDatabase.drop();
});

const Greeting = z.object({ name: z.string() });

function greetingJob(run: Job<typeof Greeting>['run']) {
  return defineJob({ name: 'greet', payload: Greeting, run });
}

async function work(jobs: Job[], options: { sweepIntervalMs?: number; stopPatienceMs?: number } = {}) {
  const worker = await startWorker({ database, jobs, log: silentLog, ...options });
  workers.push(worker);
  return worker;
}

async function stopNow(worker: Worker) {
  workers.splice(workers.indexOf(worker), 1);
  await worker.stop();
}

/** Adds a job that a worker has locked and not finished. */
async function addLockedJob(job: Job<typeof Greeting>, holder: string) {
  await database.transaction(async (tx) => {
    await addJob(tx, job, { name: `of the ${holder}` }, { key: holder });
    // No public API: only a worker of the queue's own marks a job as its.
    await tx.execute(sql`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = ${`pool-${holder}`}, attempts = 1
      where key = ${holder}`);
  });
}
const countPresenceLocks = async () => {
  const { rows } = await database.pool.query(
    `select from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and application_name like '%worker presence'
       and datname = current_database()`,
  );
  return rows.length;
};
const pending = async () =>
  (await database.pool.query('select key, attempts, locked_by from graphile_worker.jobs')).rows;

test('a worker runs an added job with its payload and context', async () => {
  const run = vi.fn();
  const job = greetingJob(run);
  await work([job]);
  await database.transaction((tx) => addJob(tx, job, { name: '陳老師' }));
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  expect(run.mock.calls[0]?.[0]).toEqual({ name: '陳老師' });
  expect(run.mock.calls[0]?.[1]).toMatchObject({ database, attempt: 1 });
  await vi.waitFor(async () => expect(await pending()).toEqual([]));
});

test('a job added in a rolled-back transaction does not exist', async () => {
  const job = greetingJob(async () => {});
  const failing = database.transaction(async (tx) => {
    await addJob(tx, job, { name: 'x' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await pending()).toEqual([]);
});

test('adding a job with a payload that does not survive JSON throws at the caller', async () => {
  const job = defineJob({ name: 'dated', payload: z.object({ at: z.date() }), run: async () => {} });
  await expect(database.transaction((tx) => addJob(tx, job, { at: new Date() }))).rejects.toThrow(z.ZodError);
  expect(await pending()).toEqual([]);
});

test('a job with the same key replaces the pending job; a job with a later runAt waits', async () => {
  const run = vi.fn();
  const job = greetingJob(run);
  const later = new Date(Date.now() + 60_000);
  await database.transaction(async (tx) => {
    await addJob(tx, job, { name: 'first' }, { key: 'k' });
    await addJob(tx, job, { name: 'second' }, { key: 'k' });
    await addJob(tx, job, { name: 'later' }, { runAt: later });
  });
  await work([job]);
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  await vi.waitFor(async () => expect(await pending()).toHaveLength(1));
  expect(run.mock.calls.map(([payload]) => payload.name)).toEqual(['second']);
});

test('a failed job stays in the queue for another attempt', async () => {
  const job = greetingJob(async () => {
    throw new Error('not today');
  });
  await database.transaction((tx) => addJob(tx, job, { name: 'x' }));
  await work([job]);
  await vi.waitFor(async () => expect(await pending()).toMatchObject([{ attempts: 1, locked_by: null }]));
});

test('stop waits for the running job to finish', async () => {
  const [began, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let done = false;
  const job = greetingJob(async () => {
    began.resolve();
    await goOn.promise;
    await database.pool.query('select 1');
    done = true;
  });
  await database.transaction((tx) => addJob(tx, job, { name: 'x' }));
  const worker = await work([job]);
  await began.promise;
  const stopping = stopNow(worker);
  goOn.resolve();
  await stopping;
  expect(done).toBe(true);
  expect(await pending()).toEqual([]);
});

test('a job that runs longer than the stop timeout is unlocked for the next worker', async () => {
  const [began, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  onTestFinished(() => goOn.resolve());
  const job = greetingJob(async () => {
    began.resolve();
    await goOn.promise;
  });
  await database.transaction((tx) => addJob(tx, job, { name: 'x' }));
  const worker = await work([job], { stopPatienceMs: 200 });
  await began.promise;
  await stopNow(worker);
  expect(await pending()).toMatchObject([{ locked_by: null }]);
});

test('jobs locked by a dead worker run again soon; those of a living worker stay locked', async () => {
  const ran = vi.fn();
  const job = greetingJob(async ({ name }) => ran(name));
  const addLocked = (holder: string) => addLockedJob(job, holder);
  await addLocked('dead');
  await addLocked('living');
  const elsewhere = await openPresence(testDatabase.url, 'elsewhere', silentLog);
  await elsewhere.hold('pool-living');
  await work([job], { sweepIntervalMs: 200 });
  await vi.waitFor(() => expect(ran.mock.calls).toEqual([['of the dead']]));
  // The search for dead workers is repeated.
  await addLocked('dead as well');
  await vi.waitFor(() => expect(ran.mock.calls).toEqual([['of the dead'], ['of the dead as well']]));
  // A job that has run stays in the queue until its completion is recorded.
  await vi.waitFor(async () =>
    expect(await pending()).toMatchObject([{ key: 'living', locked_by: 'pool-living' }]),
  );

  await elsewhere.close();
  await vi.waitFor(() => expect(ran).toHaveBeenCalledTimes(3));
});

test('a running worker holds its presence lock, and takes it again after its connection was cut', async () => {
  const release = Promise.withResolvers<void>();
  const ran = vi.fn();
  const job = greetingJob(async ({ name }) => {
    ran(name);
    if (name === 'x') await release.promise;
  });
  await work([job], { sweepIntervalMs: 200 });
  await database.transaction((tx) => addJob(tx, job, { name: 'x' }));
  await vi.waitFor(() => expect(ran).toHaveBeenCalledTimes(1));
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like '%worker presence'`,
  );
  const [{ locked_by: holder }] = await pending();
  await vi.waitFor(async () => expect(await countPresenceLocks()).toBe(1));
  await work([job], { sweepIntervalMs: 200 });
  for (const holder of ['dead', 'dead as well']) {
    await addLockedJob(job, holder);
    await vi.waitFor(() => expect(ran).toHaveBeenCalledWith(`of the ${holder}`));
  }
  await vi.waitFor(async () => expect(await pending()).toHaveLength(1));
  expect(await pending()).toMatchObject([{ locked_by: holder, attempts: 1 }]);
  release.resolve();
});

test('a worker recovers after the database cut all its connections', async () => {
  const ran = vi.fn();
  const [began, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const job = greetingJob(async ({ name }) => {
    began.resolve();
    if (name === 'interrupted') await goOn.promise;
    ran(name);
  });
  await work([job], { sweepIntervalMs: 300 });
  await database.transaction((tx) => addJob(tx, job, { name: 'interrupted' }));
  await began.promise;
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like '% worker%'`,
  );
  goOn.resolve();
  await database.transaction((tx) => addJob(tx, job, { name: 'afterwards' }));
  await vi.waitFor(() => expect(ran).toHaveBeenCalledWith('afterwards'), 15_000);
  await vi.waitFor(async () => expect(await pending()).toEqual([]), 15_000);
});

test('a worker that could not record a job as completed restarts, and the job runs again', async () => {
  // graphile-worker also writes to the console.
  vi.spyOn(console, 'trace').mockReturnValue();
  const failed = vi.spyOn(silentLog, 'error');
  const ran = vi.fn();
  const job = greetingJob(async () => {
    if (ran.mock.calls.length === 0) await hideQueue(true);
    ran();
  });
  const hideQueue = (hidden: boolean) => {
    // No public API: the queue has to fail as it would when its table cannot be reached.
    const [from, to] = hidden ? ['_private_jobs', 'hidden'] : ['hidden', '_private_jobs'];
    return database.pool.query(`alter table graphile_worker.${from} rename to ${to}`);
  };
  await work([job], { sweepIntervalMs: 200 });
  await database.transaction((tx) => addJob(tx, job, { name: 'x' }));
  await vi.waitFor(() => expect(ran).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(failed).toHaveBeenCalled());
  await hideQueue(false);
  await vi.waitFor(() => expect(ran).toHaveBeenCalledTimes(2), 10_000);
  await vi.waitFor(async () => expect(await pending()).toEqual([]));
});
