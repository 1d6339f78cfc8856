import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { newestBackupAt } from '../backup/job.ts';
import type { Config } from '../config/config.ts';
import type { Database, Db } from '../db/db.ts';
import { type QueueFigure, queueMetrics } from '../jobs/queue-metrics.ts';

/** Gauges of a domain that are read from the database together. */
export type Measure = {
  descriptions: Record<string, string>;
  read(db: Db): Promise<Record<string, number>>;
};

/** Metrics of the shared database, the same in every process. */
export type Figures = {
  jobs: QueueFigure[];
  /** Values of the domains' gauges by name. */
  measured: Record<string, number>;
  replication: { replica: string; seconds: number }[];
  backup: { ageSeconds: number; periodSeconds: number } | undefined;
};

type FigureParts = { config: Config; measures: readonly Measure[]; log: Logger };

const maxAgeMs = 10_000;

/** Reads the metrics at most every ten seconds. Undefined while the database is down. */
export function createDatabaseMetrics(database: Database, { config, measures, log }: FigureParts) {
  let cached: { figures: Promise<Figures | undefined>; at: number } | undefined;
  return () => {
    if (cached && performance.now() - cached.at < maxAgeMs) return cached.figures;
    const figures = readFigures(database, config, measures).catch((error) => {
      log.warn({ err: error }, 'the figures of the database could not be read');
      // A failure is not cached, so that the next scrape notices at once when the database is back.
      cached = undefined;
      return undefined;
    });
    cached = { figures, at: performance.now() };
    return figures;
  };
}

async function readFigures(
  { db }: Database,
  { backup }: Config,
  measures: readonly Measure[],
): Promise<Figures> {
  const [jobs, measured, replication, newest] = await Promise.all([
    queueMetrics(db),
    Promise.all(measures.map(({ read }) => read(db))),
    replicationOf(db),
    backup.dir === undefined ? undefined : newestBackupAt(backup.dir),
  ]);
  return {
    jobs,
    measured: Object.assign({}, ...measured),
    replication,
    backup:
      backup.dir === undefined
        ? undefined
        : {
            ageSeconds: (Date.now() - (newest ?? Number.NEGATIVE_INFINITY)) / 1000,
            periodSeconds: backup.everyMs / 1000,
          },
  };
}

/** Empty without replicas, or if the database role lacks pg_monitor. */
async function replicationOf(db: Db) {
  const { rows } = await db.execute<{ replica: string; seconds: number }>(sql`
    select application_name as replica, max(extract(epoch from coalesce(replay_lag, interval '0')))::float8 as seconds
    from pg_stat_replication where state = 'streaming' group by 1 order by 1`);
  return rows;
}
