import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from 'pino';
import { gatherFlights } from './db-flight.ts';
import { createListener, type OnGap, type OnNotice, type Unlisten } from './db-listener.ts';

export type Db = NodePgDatabase;

/** A running transaction. A function that writes takes one, so that it can never write beside it by mistake. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export type Database = {
  url: string;
  db: Db;
  pool: pg.Pool;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Hears what any process tells on a channel. Notices sent while the connection was away are lost:
   * `onGap` then says that whatever was cached must be read anew.
   */
  listen(channel: string, onNotice: OnNotice, onGap: OnGap): Promise<Unlisten>;
  /** Tells every process, when and only when the transaction commits. At most 7,999 bytes. */
  notify(tx: Tx, channel: string, payload: string): Promise<void>;
  close(): Promise<void>;
};

type DatabaseOptions = {
  log: Logger;
  /** Shown in pg_stat_activity, so that a person can tell whose a connection is. */
  name?: string;
  poolSize?: number;
  statementTimeoutMs?: number;
};

export function openDatabase(url: string, options: DatabaseOptions): Database {
  const { log, name = `mingshi ${process.pid}`, poolSize = 10, statementTimeoutMs = 30_000 } = options;
  const { pool, close } = openPool(url, { log, name, poolSize, statementTimeoutMs });
  const db = Object.assign(drizzle({ client: pool }), { transaction: transactionsOf(pool) });
  const listener = createListener(url, `${name} listen`, log);
  return {
    url,
    db,
    pool,
    transaction: (work) => db.transaction(work),
    listen: listener.listen,
    async notify(tx, channel, payload) {
      await tx.execute(sql`select pg_notify(${channel}, ${payload})`);
    },
    async close() {
      await listener.close();
      await close();
    },
  };
}

/** Over a connection of our own: drizzle never gives one back to the pool that is lost before its `begin` is answered. */
function transactionsOf(pool: pg.Pool): Db['transaction'] {
  // One for each connection, as what is prepared on it.
  const over = new WeakMap<pg.PoolClient, NodePgDatabase>();
  return async (work, config) => {
    const client = await pool.connect();
    try {
      const db = over.get(client) ?? drizzle({ client: gatherFlights(client) as unknown as pg.PoolClient });
      over.set(client, db);
      return await db.transaction(work, config);
    } finally {
      client.release();
    }
  };
}

export function openPool(url: string, options: Required<DatabaseOptions>) {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: options.name,
    max: options.poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  });
  const open = new Set<Promise<void>>();
  pool.on('connect', (client) => {
    // Node ends the process over an 'error' event that nobody hears; the pool replaces the connection by itself, and
    // whoever was using it gets the error from the query.
    client.on('error', (error) => options.log.warn({ err: error }, 'a database connection was lost'));
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
