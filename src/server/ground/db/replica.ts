import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Logger } from 'pino';
import { databaseFailure } from './database-failure.ts';
import { openPool, type PoolOptions } from './pool.ts';

type Db = NodePgDatabase;
/** A position in the primary's write-ahead log, and when it was measured. */
type Position = { bytes: bigint; at: number };

type ReplicaOptions = PoolOptions & {
  primary: { db: Db; pool: pg.Pool };
  /** Above this lag, reads go to the primary. */
  mostLagMs?: number;
};

export type Replica = {
  /** Reads from the replica, or from the primary if the replica is down or too far behind. */
  mayLag<T>(read: (db: Db) => Promise<T>): Promise<T>;
  /** How old the replica's data may be; infinite while unknown. */
  lagMs(): number;
  close(): Promise<void>;
};

const measureEveryMs = 250;
const maxSamples = 100;

/** Opens a replica for reads that may be slightly old. */
export function openReplica(url: string, options: ReplicaOptions): Replica {
  const { primary, log, mostLagMs = 1_000 } = options;
  const { pool, close } = openPool(url, { ...options, connectTimeoutMs: 2_000 });
  const db = drizzle({ client: pool });
  const stopped = new AbortController();
  const watch = watchLag(primary.pool, pool, log, stopped.signal);

  return {
    lagMs: watch.lagMs,
    async mayLag(read) {
      if (watch.lagMs() > mostLagMs) return read(primary.db);
      try {
        return await read(db);
      } catch (error) {
        if (!isReplicaFailure(error)) throw error;
        log.warn({ err: error }, 'a read goes to the primary: the replica failed');
        watch.distrust();
        return read(primary.db);
      }
    },
    async close() {
      stopped.abort();
      await watch.ended;
      await close();
    },
  };
}

/** Not a query error: the replica is down, or cancelled the query because of a recovery conflict. */
function isReplicaFailure(error: unknown): boolean {
  if (error instanceof Error && 'query' in error && 'params' in error) return isReplicaFailure(error.cause);
  const conflictWithRecovery = '40001';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return databaseFailure(error) === 'away' || code === conflictWithRecovery;
}

/**
 * Samples the primary's log position over time and compares it with the replica's: the replica's data is as
 * old as the last sample it has reached. The replica's own lag is not used, because one that is cut off from
 * the primary would report no lag.
 */
function watchLag(primary: pg.Pool, replica: pg.Pool, log: Logger, signal: AbortSignal) {
  const samples: Position[] = [];
  let currentAt = Number.NEGATIVE_INFINITY;
  let wasReached = true;

  async function measure() {
    const at = performance.now();
    const bytes = await positionOf(primary);
    samples.push({ bytes, at });
    if (samples.length > maxSamples) samples.shift();
    const reached = await positionOf(replica);
    const last = samples.findLast((sample) => sample.bytes <= reached);
    if (last) currentAt = last.at;
  }

  async function measureUntilStopped() {
    while (!signal.aborted) {
      await measure().then(
        () => {
          if (!wasReached) log.info('the replica can be asked again');
          wasReached = true;
        },
        (error) => {
          if (wasReached) log.warn({ err: error }, 'it is not known how far the replica is behind');
          wasReached = false;
        },
      );
      await sleep(measureEveryMs, undefined, { signal }).catch(() => {});
    }
  }

  return {
    lagMs: () => performance.now() - currentAt,
    /** The lag counts as unknown until the next measurement. */
    distrust() {
      currentAt = Number.NEGATIVE_INFINITY;
    },
    ended: measureUntilStopped(),
  };
}

/** How much a replica has applied; for one that was promoted to primary, its current position. */
const position = `
  select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
    - '0/0'::pg_lsn)::text as bytes`;

async function positionOf(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query<{ bytes: string }>(position);
  return BigInt(rows[0]?.bytes ?? 0);
}
