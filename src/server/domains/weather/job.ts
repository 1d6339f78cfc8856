import { z } from 'zod';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { addJob, defineJob, type Job } from '#server/ground/jobs/jobs.ts';
import { cancelLessons, spanOf } from './cancel-lessons.ts';
import type { Warnings } from './observatory.ts';
import { takeReading, warningsThatCount } from './warnings.ts';

const everyMs = 120_000;
const key = 'weather';

/** The job without its implementation, which needs the feed. */
const watch = { name: 'weather-watch', payload: z.object({}) };

/**
 * Reads the feed, if there is one, and cancels lessons that begin under a warning. Only one job waits at a
 * time, for any number of processes, and it queues the next one itself as long as there is something to
 * watch.
 */
export const weatherJob = (warnings: Warnings | undefined): Job =>
  defineJob({
    ...watch,
    async run(_payload, { database, log, signal }) {
      if (warnings) {
        const reading = await warnings.read(signal);
        const problem = await database.transaction((tx) => takeReading(tx, reading));
        if (problem)
          log.warn(
            { problem, ...('detail' in reading && { detail: reading.detail }) },
            'the weather feed fails',
          );
      }
      const counting = await warningsThatCount(database.db);
      for (const warning of counting) await cancelLessons(database, spanOf(warning, new Date()));
      if (warnings || counting.length > 0)
        await database.transaction((tx) => watchWeather(tx, new Date(Date.now() + everyMs)));
    },
  });

/** Queues the job for now, or for that time. */
export const watchWeather = (tx: Tx, runAt = new Date()) => addJob(tx, watch, {}, { key, runAt });

/** Every process queues the job at its start, so that it always exists. */
export const keepWatchingWeather = (database: Database) => database.transaction((tx) => watchWeather(tx));
