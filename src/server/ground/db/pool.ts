import pg from 'pg';
import type { Logger } from 'pino';
import { connectionString, limitsOfSession, limitsOfTransaction, type TimeLimits } from './connection.ts';

export type PoolOptions = {
  log: Logger;
  /** Shown in pg_stat_activity, to tell which process a connection belongs to. */
  name: string;
  poolSize: number;
  limits: TimeLimits;
  /** The URL is a pooler in transaction mode: a session is ours only for one transaction. */
  throughPooler?: boolean;
  connectTimeoutMs?: number;
};

export function openPool(url: string, options: PoolOptions) {
  const { log, limits, throughPooler = false, connectTimeoutMs = 10_000 } = options;
  const pool = new pg.Pool({
    connectionString: connectionString(url),
    application_name: options.name,
    max: options.poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    // A pooler refuses connections with settings it does not know.
    ...(!throughPooler && limitsOfSession(limits)),
    keepAlive: true,
  });
  if (throughPooler) pool.query = queryThroughPooler(pool, limitsOfTransaction(limits)) as pg.Pool['query'];
  const open = new Set<Promise<void>>();
  pool.on('connect', (client) => {
    // An unhandled 'error' event would end the process. The pool replaces the connection, and its user gets
    // the error from the query.
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
    const ended = new Promise<void>((resolve) => {
      client.once('end', () => {
        open.delete(ended);
        resolve();
      });
    });
    open.add(ended);
  });
  // The pool emits an idle connection's error again, which is logged above.
  pool.on('error', () => {});
  return {
    pool,
    /** Unlike `pool.end`, waits until all connections have ended: a stopping database would log errors. */
    async close() {
      await pool.end();
      await Promise.all(open);
    },
  };
}

/**
 * For a pooler in transaction mode (PgBouncer), behind which every transaction may meet another session of the database:
 * a single query runs in a transaction of its own that sets the time limits, and nothing is prepared under a name, which
 * the next session would not know.
 */
function queryThroughPooler(pool: pg.Pool, limits: string) {
  return async (query: string | pg.QueryConfig, values?: unknown[]) => {
    const { name: _, ...config } = typeof query === 'string' ? { text: query } : query;
    const client = await pool.connect();
    try {
      await client.query(`begin; ${limits}`);
      const result = await client.query({ ...config, values: values ?? config.values });
      await client.query('commit');
      return result;
    } catch (error) {
      // Where the connection is lost, so is the transaction, and the pool drops the connection.
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  };
}
