import type pg from 'pg';
import { type Asked, type Config, createFlight, goesAlone, limitsFirst, unnamed } from './flight.ts';

type Callback = (error: unknown, result?: unknown) => void;
type Query = string | Config | pg.Submittable;

/**
 * Makes a connection fit for a pooler in transaction mode (PgBouncer), behind which every transaction may meet another
 * session of the database. Nothing is prepared under a name, for the next session does not know it; and the time limits
 * travel with each statement, in one flight and one transaction with it.
 */
export function sendThroughPooler(client: pg.PoolClient, limits: string) {
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
