import pg from 'pg';
import type { Logger } from 'pino';
import { connectionString, limitsOfSession, limitsOfTransaction, type TimeLimits } from './connection.ts';
import { type Asked, type Config, createFlight, goesAlone, limitsFirst, unnamed } from './flight.ts';

export type PoolOptions = {
  log: Logger;
  /** Shown in pg_stat_activity, so that a person can tell whose a connection is. */
  name: string;
  poolSize: number;
  limits: TimeLimits;
  /** The address is a pooler's in transaction mode: no session is ours for longer than a transaction. */
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
    // A pooler refuses a connection that begins with settings it does not know.
    ...(!throughPooler && limitsOfSession(limits)),
    keepAlive: true,
  });
  const open = new Set<Promise<void>>();
  pool.on('connect', (client) => {
    // Node ends the process over an 'error' event that nobody hears; the pool replaces the connection by itself, and
    // whoever was using it gets the error from the query.
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
  // The pool repeats what an idle connection has already said.
  pool.on('error', () => {});
  return {
    pool,
    /** The pool's own `end` says goodbye without waiting; a database stopped meanwhile would call it an error. */
    async close() {
      await pool.end();
      await Promise.all(open);
    },
  };
}

type Callback = (error: unknown, result?: unknown) => void;
type Query = string | Config | pg.Submittable;

/**
 * Makes a connection fit for a pooler in transaction mode (PgBouncer), behind which every transaction may meet another
 * session of the database. Nothing is prepared under a name, for the next session does not know it; and the time limits
 * travel with each statement, in one flight and one transaction with it.
 */
function sendThroughPooler(client: pg.PoolClient, limits: string) {
  const send = client.query.bind(client) as (query: unknown, callback?: unknown) => unknown;

  function ask(asked: Asked) {
    // It may hold several statements, which travel by themselves; the server's own limits hold for them.
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
