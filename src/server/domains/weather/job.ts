import { z } from 'zod';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { addJob, defineJob, type Job } from '#server/ground/jobs/jobs.ts';
import { cancelLessons, spanOf } from './cancel-lessons.ts';
import type { Warnings } from './observatory.ts';
import { takeReading, warningsThatCount } from './warnings.ts';

const everyMs = 120_000;
const key = 'weather';

/** Names the job apart from its work, which needs the feed. */
const watch = { name: 'weather-watch', payload: z.object({}) };

/**
 * Asks the feed, where there is one, and cancels what begins under a warning. One of it waits at a time, whatever the
 * number of processes, and it puts the next on the queue itself as long as there is something to watch.
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

/** Once now, or at that time. */
export const watchWeather = (tx: Tx, runAt = new Date()) => addJob(tx, watch, {}, { key, runAt });

/** Every process sees to it at its start that somebody watches. */
export const keepWatchingWeather = (database: Database) => database.transaction((tx) => watchWeather(tx));
