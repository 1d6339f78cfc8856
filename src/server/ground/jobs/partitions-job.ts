import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Tx } from '../db/db.ts';
import { addJob, defineJob, type Job } from './jobs.ts';

/** Tables that are partitioned by month. */
const byMonth = ['class_history', 'matching_shows'];
const everyMs = 24 * 60 * 60 * 1000;
const daysAhead = 100;
const named = { name: 'make_partitions', payload: z.object({}) };

/** Creates the partitions of coming months, 100 days ahead. It queues the next run before it begins. */
export const makePartitionsJob: Job = defineJob({
  ...named,
  async run(_payload, { database, log }) {
    await database.transaction((tx) => makeAt(tx, new Date(Date.now() + everyMs)));
    for (const table of byMonth) {
      const { rows } = await database.db.execute<{ made: number }>(
        sql`select make_month_partitions(${table}, current_date, current_date + ${daysAhead}::int) as made`,
      );
      if (rows[0]?.made) log.info({ table, made: rows[0].made }, 'parts of months to come were made');
    }
  },
});

const makeAt = (tx: Tx, runAt: Date) =>
  addJob(tx, named, {}, { key: 'make partitions', runAt, keepsTime: true });

/** Called at every process start, so that the job is always in the queue. */
export const keepMakingPartitions = (database: Database) =>
  database.transaction((tx) => makeAt(tx, new Date()));
