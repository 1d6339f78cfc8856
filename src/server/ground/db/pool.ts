import pg from 'pg';
import type { Logger } from 'pino';
import { connectionString, limitsOfSession, limitsOfTransaction, type TimeLimits } from './connection.ts';
import { type Asked, type Config, createFlight, goesAlone, limitsFirst, unnamed } from './flight.ts';

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
  const open = new Set<Promise<void>>();
  pool.on('connect', (client) => {
    // An unhandled 'error' event would end the process. The pool replaces the connection, and its user gets
    // the error from the query.
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
    if (throughPooler) sendThroughPooler(client, limitsOfTransaction(limits));
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

type Callback = (error: unknown, result?: unknown) => void;
type Query = string | Config | pg.Submittable;

/**
 * Adapts a connection to a pooler in transaction mode (PgBouncer), where each transaction may get another
 * session of the database. Statements are not prepared under a name, which the next session would not know,
 * and the time limits are sent with each statement, in the same flight and transaction.
 */
function sendThroughPooler(client: pg.PoolClient, limits: string) {
  const send = client.query.bind(client) as (query: unknown, callback?: unknown) => unknown;

  function ask(asked: Asked) {
    // The text may contain several statements, which cannot be combined with the limits; the server's own
    // limits apply.
    if (goesAlone(asked))
      send(asked.config, (error: unknown, result: unknown) => settle(asked, error, result));
    else send(createFlight([limitsFirst(limits), asked], () => {}));
  }

  function query(query: Query, values?: unknown[] | Callback, callback?: Callback) {
    if (typeof query === 'object' && 'submit' in query) return send(query);
    const config = unnamed(typeof query === 'string' ? { text: query } : query);
    const given = (Array.isArray(values) ? values : undefined) ?? config.values ?? [];
    const answered = typeof values === 'function' ? values : callback;
    const asking = new Promise((resolve, reject) => ask({ config, values: given, resolve, reject }));
    if (!answered) return asking;
    asking.then((result) => answered(null, result), answered);
    return undefined;
  }
  client.query = query as typeof client.query;
}

function settle({ resolve, reject }: Asked, error: unknown, result: unknown) {
  if (error) reject(error);
  else resolve(result);
}
