import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Logger } from 'pino';
import { openPool, type PoolOptions } from './pool.ts';
import { databaseTrouble } from './trouble.ts';

type Db = NodePgDatabase;
/** How far something had come in the primary's log at a time. */
type Position = { bytes: bigint; at: number };

type ReplicaOptions = PoolOptions & {
  primary: { db: Db; pool: pg.Pool };
  /** Older than this it is not asked. */
  mostLagMs?: number;
};

export type Replica = {
  /** Asks the replica; the primary where the replica is away, or behind by more than its bound. */
  mayLag<T>(read: (db: Db) => Promise<T>): Promise<T>;
  /** How old what it says may be; infinite while that is not known. */
  lagMs(): number;
  close(): Promise<void>;
};

const lookEveryMs = 250;
const mostSamples = 100;

/** Reads that may be a moment old go here. */
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
        if (!isItsOwn(error)) throw error;
        log.warn({ err: error }, 'a read goes to the primary: the replica failed');
        watch.doubt();
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

/** No fault of the question's: it is away, or it stopped the query because the primary's changes were in its way. */
function isItsOwn(error: unknown): boolean {
  if (error instanceof Error && 'query' in error && 'params' in error) return isItsOwn(error.cause);
  const conflictWithRecovery = '40001';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return databaseTrouble(error) === 'away' || code === conflictWithRecovery;
}

/**
 * Notes where the primary's log stands, and when, and asks the replica how far it has come: it is as old as the last note
 * that it has reached. Its own opinion is not asked, for one that is cut off from the primary believes to be up to date.
 */
function watchLag(primary: pg.Pool, replica: pg.Pool, log: Logger, signal: AbortSignal) {
  const notes: Position[] = [];
  let currentAt = Number.NEGATIVE_INFINITY;
  let wasReached = true;

  async function look() {
    const at = performance.now();
    const bytes = await positionOf(primary);
    notes.push({ bytes, at });
    if (notes.length > mostSamples) notes.shift();
    const reached = await positionOf(replica);
    const last = notes.findLast((note) => note.bytes <= reached);
    if (last) currentAt = last.at;
  }

  async function lookUntilStopped() {
    while (!signal.aborted) {
      await look().then(
        () => {
          if (!wasReached) log.info('the replica can be asked again');
          wasReached = true;
        },
        (error) => {
          if (wasReached) log.warn({ err: error }, 'it is not known how far the replica is behind');
          wasReached = false;
        },
      );
      await sleep(lookEveryMs, undefined, { signal }).catch(() => {});
    }
  }

  return {
    lagMs: () => performance.now() - currentAt,
    /** Until it has shown itself again. */
    doubt() {
      currentAt = Number.NEGATIVE_INFINITY;
    },
    ended: lookUntilStopped(),
  };
}

/** Of a replica: how much it has applied. One that was made the primary is as far as itself. */
const position = `
  select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
    - '0/0'::pg_lsn)::text as bytes`;

async function positionOf(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query<{ bytes: string }>(position);
  return BigInt(rows[0]?.bytes ?? 0);
}
