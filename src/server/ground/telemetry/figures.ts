import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { newestBackupAt } from '../backup/job.ts';
import type { Config } from '../config/config.ts';
import type { Database, Db } from '../db/db.ts';
import { type QueueFigure, queueFigures } from '../jobs/figures.ts';

/** Gauges of a domain, which are read from the database together. */
export type Measure = {
  descriptions: Record<string, string>;
  read(db: Db): Promise<Record<string, number>>;
};

/** What belongs to the database, and not to the process that is asked. */
export type Figures = {
  jobs: QueueFigure[];
  /** What the product's domains measure, by the gauge's name. */
  measured: Record<string, number>;
  replication: { replica: string; seconds: number }[];
  backup: { ageSeconds: number; periodSeconds: number } | undefined;
};

type FigureParts = { config: Config; measures: readonly Measure[]; log: Logger };

const mostAgeMs = 10_000;

/** Read at most every ten seconds, however often somebody looks. Undefined while the database does not answer. */
export function createFigures(database: Database, { config, measures, log }: FigureParts) {
  let kept: { figures: Promise<Figures | undefined>; at: number } | undefined;
  return () => {
    if (kept && performance.now() - kept.at < mostAgeMs) return kept.figures;
    const figures = readFigures(database, config, measures).catch((error) => {
      log.warn({ err: error }, 'the figures of the database could not be read');
      // The next look tries again: that it is back is worth knowing at once.
      kept = undefined;
      return undefined;
    });
    kept = { figures, at: performance.now() };
    return figures;
  };
}

async function readFigures(
  { db }: Database,
  { backup }: Config,
  measures: readonly Measure[],
): Promise<Figures> {
  const [jobs, measured, replication, newest] = await Promise.all([
    queueFigures(db),
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

/** Empty without replicas, and where this role may not see them (it needs pg_monitor). */
async function replicationOf(db: Db) {
  const { rows } = await db.execute<{ replica: string; seconds: number }>(sql`
    select application_name as replica, max(extract(epoch from coalesce(replay_lag, interval '0')))::float8 as seconds
    from pg_stat_replication where state = 'streaming' group by 1 order by 1`);
  return rows;
}
