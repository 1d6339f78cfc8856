import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { spentToday } from '#server/domains/sms/gate.ts';
import { linesOf } from '#server/domains/voice/process/processes.ts';
import { newestBackupAt } from '../backup/job.ts';
import type { Config } from '../config/config.ts';
import type { Database, Db } from '../db/db.ts';
import { type QueueFigure, queueFigures } from '../jobs/figures.ts';

/** What belongs to the database, and not to the process that is asked. */
export type Figures = {
  jobs: QueueFigure[];
  smsSpendCents: number;
  smsBudgetCents: number;
  voice: { calls: number; capacity: number };
  replication: { replica: string; seconds: number }[];
  backup: { ageSeconds: number; periodSeconds: number } | undefined;
};

const mostAgeMs = 10_000;

/** Read at most every ten seconds, however often somebody looks. Undefined while the database does not answer. */
export function createFigures(database: Database, config: Config, log: Logger) {
  let kept: { figures: Promise<Figures | undefined>; at: number } | undefined;
  return () => {
    if (kept && performance.now() - kept.at < mostAgeMs) return kept.figures;
    const figures = readFigures(database, config).catch((error) => {
      log.warn({ err: error }, 'the figures of the database could not be read');
      // The next look tries again: that it is back is worth knowing at once.
      kept = undefined;
      return undefined;
    });
    kept = { figures, at: performance.now() };
    return figures;
  };
}

async function readFigures({ db }: Database, { sms, backup }: Config): Promise<Figures> {
  const [jobs, smsSpendCents, voice, replication, newest] = await Promise.all([
    queueFigures(db),
    spentToday(db),
    linesOf(db),
    replicationOf(db),
    backup.dir === undefined ? undefined : newestBackupAt(backup.dir),
  ]);
  return {
    jobs,
    smsSpendCents,
    smsBudgetCents: sms.dailyBudgetCents,
    voice,
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
