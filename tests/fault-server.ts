import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { deliverJobNames } from '#server/domains/delivery/job.ts';
import { tidyEraserJob } from '#server/domains/eraser/tidy-job.ts';
import type { Database } from '#server/ground/db/db.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import { makePartitionsJob } from '#server/ground/jobs/partitions-job.ts';
import { runServer } from '#server/wiring/run.ts';

// The product's server with extra routes and one extra job, for tests that kill or crash it.

/** Printed to stdout, so that a test knows when to send its signal. */
const slowBegan = 'a slow request began';

const noteJob = defineJob({
  name: 'fault-test-note',
  payload: z.object({ id: z.string() }),
  async run({ id }, { database }) {
    await sleep(10);
    await database.transaction(async (tx) => {
      await tx.execute(sql`insert into fault_test_jobs values (${id}) on conflict do nothing`);
    });
  },
});

async function faultRoutes(app: FastifyInstance, database: Database) {
  await database.pool.query(`
    create table if not exists fault_test_writes (id text primary key);
    create table if not exists fault_test_jobs (id text primary key)`);

  app.post<{ Params: { id: string } }>('/fault-test/write/:id', async ({ params: { id } }) => {
    await database.transaction((tx) => tx.execute(sql`insert into fault_test_writes values (${id})`));
    return { id };
  });

  app.post<{ Params: { id: string } }>('/fault-test/job/:id', async ({ params: { id } }) => {
    await database.transaction((tx) => addJob(tx, noteJob, { id }));
    return { id };
  });

  app.get('/fault-test/kept', async () => {
    const ids = async (query: string, values: unknown[] = []) =>
      (await database.pool.query(query, values)).rows.map(({ id }) => id);
    return {
      writes: await ids('select id from fault_test_writes'),
      jobs: await ids('select id from fault_test_jobs'),
      // Recurring jobs are always in the queue; no other job may be left.
      waiting: await ids(
        `select task_identifier as id from graphile_worker.jobs
         where not task_identifier = any($1)`,
        [[tidyEraserJob.name, makePartitionsJob.name, ...deliverJobNames]],
      ),
    };
  });

  /** Queries the database at the end, which shows whether the database was still running. */
  app.get<{ Params: { ms: string } }>('/fault-test/slow/:ms', async ({ params: { ms } }) => {
    console.log(slowBegan);
    await sleep(Number(ms));
    const { rows } = await database.pool.query('select 1 as one');
    return rows[0];
  });

  /** Tells which of several processes behind one address answers. */
  app.get('/fault-test/process', async () => ({ pid: process.pid }));

  app.post('/fault-test/crash', async () => {
    setTimeout(() => {
      throw new Error('crashed on purpose');
    }, 10);
    return {};
  });
}

await runServer({ extraRoutes: faultRoutes, extraJobs: [noteJob] });
