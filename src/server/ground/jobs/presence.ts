import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { openSteadyConnection } from '../db/steady-connection.ts';

export type Presence = {
  /** The worker counts as alive until it is released or this process ends. */
  hold(workerId: string): Promise<void>;
  release(workerId: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * Shows other processes which job workers are alive, by one advisory lock per worker: PostgreSQL releases it
 * when the connection ends, however the process died.
 */
export async function openPresence(url: string, applicationName: string, log: Logger): Promise<Presence> {
  const holding = new Set<string>();
  const connection = await openSteadyConnection({
    url,
    applicationName,
    log,
    async onConnect(client) {
      for (const workerId of holding) await client.query(lock, [workerId]);
    },
  });
  return {
    async hold(workerId) {
      if (holding.has(workerId)) return;
      holding.add(workerId);
      await connection.query(lock, [workerId]);
    },
    async release(workerId) {
      holding.delete(workerId);
      await connection
        .query(unlock, [workerId])
        .catch((error) => log.warn({ err: error }, 'lost a worker lock'));
    },
    close: connection.close,
  };
}

const lock = 'select pg_advisory_lock(hashtextextended($1, 0))';
const unlock = 'select pg_advisory_unlock(hashtextextended($1, 0))';

const absentWorkers = `
  select distinct locked_by as id from graphile_worker.jobs
  where locked_by is not null and not exists (
    select from pg_locks
    where locktype = 'advisory' and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and (classid::int8 << 32 | objid::int8) = hashtextextended(locked_by, 0)
  )`;

/**
 * Unlocks the jobs of dead workers; graphile-worker itself would do so only after four hours. A worker counts
 * as dead when it is absent twice in a row, so that one that briefly lost its connection keeps its jobs.
 */
export function startFreeingJobs(pool: pg.Pool, intervalMs: number, log: Logger) {
  const stopped = new AbortController();
  let suspects = new Set<string>();

  async function sweep() {
    const { rows } = await pool.query<{ id: string }>(absentWorkers);
    const dead = rows.map(({ id }) => id).filter((id) => suspects.has(id));
    suspects = new Set(rows.map(({ id }) => id));
    if (dead.length === 0) return;
    await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [dead]);
    log.warn({ workers: dead }, 'freed the jobs of workers that died');
  }

  async function sweepUntilStopped() {
    while (!stopped.signal.aborted) {
      await sweep().catch((error) => log.warn({ err: error }, 'could not look for dead workers'));
      await sleep(intervalMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  }

  const finished = sweepUntilStopped();
  return {
    async stop() {
      stopped.abort();
      await finished;
    },
  };
}
