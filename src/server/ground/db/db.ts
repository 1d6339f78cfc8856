import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Logger } from 'pino';
import { limitsOfTransaction, usualLimits } from './connection.ts';
import { createListener, type OnGap, type OnNotice, type Unlisten } from './listener.ts';
import { openPool } from './pool.ts';
import { openReplica } from './replica.ts';

export type Db = NodePgDatabase;

/** A running transaction. Functions that write take one, so that they cannot write outside of it. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export type Database = {
  url: string;
  /** Without a pooler, for features that need a session: advisory locks, LISTEN, the job queue. */
  directUrl: string;
  db: Db;
  pool: pg.Pool;
  /**
   * Reads from the replica if there is one that keeps up. For data that may be a second old and that the
   * reader has not just written. Not for data that is then cached until a notification: that may arrive
   * before the replica has the change.
   */
  readFromReplica<T>(read: (db: Db) => Promise<T>): Promise<T>;
  /** Undefined without a replica. */
  replicaLagMs: (() => number) | undefined;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Receives notifications from any process on a channel. Those sent while the connection was lost are
   * missed: `onGap` is then called, and cached data must be read again.
   */
  listen(channel: string, onNotice: OnNotice, onGap: OnGap): Promise<Unlisten>;
  /** Notifies all processes if the transaction commits. The payload has at most 7,999 bytes. */
  notify(tx: Tx, channel: string, payload: string): Promise<void>;
  close(): Promise<void>;
};

type DatabaseOptions = {
  log: Logger;
  name?: string;
  poolSize?: number;
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
  /** Set if `url` is a pooler in transaction mode. */
  directUrl?: string | undefined;
  readUrl?: string | undefined;
};

export function openDatabase(url: string, options: DatabaseOptions): Database {
  const { log, name = `mingshi ${process.pid}`, poolSize = 10, directUrl } = options;
  const limits = {
    ...usualLimits,
    ...(options.statementTimeoutMs !== undefined && { statementTimeoutMs: options.statementTimeoutMs }),
    ...(options.lockTimeoutMs !== undefined && { lockTimeoutMs: options.lockTimeoutMs }),
  };
  const throughPooler = directUrl !== undefined;
  const { pool, close } = openPool(url, { log, name, poolSize, limits, throughPooler });
  const transaction = transactionsOf(pool, throughPooler ? limitsOfTransaction(limits) : undefined);
  const db = Object.assign(drizzle({ client: pool }), { transaction });
  const replica =
    options.readUrl === undefined
      ? undefined
      : openReplica(options.readUrl, {
          ...{ log, poolSize, limits, throughPooler },
          name: `${name} read`,
          primary: { db, pool },
        });
  const listener = createListener(directUrl ?? url, `${name} listen`, log);
  return {
    url,
    directUrl: directUrl ?? url,
    db,
    pool,
    readFromReplica: replica?.mayLag ?? ((read) => read(db)),
    replicaLagMs: replica?.lagMs,
    transaction: (work) => db.transaction(work),
    listen: listener.listen,
    async notify(tx, channel, payload) {
      await tx.execute(sql`select pg_notify(${channel}, ${payload})`);
    },
    async close() {
      await listener.close();
      await replica?.close();
      await close();
    },
  };
}

/**
 * Over a connection of our own: drizzle never gives one back to the pool that is lost before its `begin` is answered.
 * Behind a pooler the session's time limits are not ours, so each transaction sets its own.
 */
function transactionsOf(pool: pg.Pool, limitsThroughPooler: string | undefined): Db['transaction'] {
  return async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle({ client: refusingFalseCommit(client) }).transaction(async (tx) => {
        if (limitsThroughPooler) await tx.execute(limitsThroughPooler);
        return work(tx);
      }, config);
    } finally {
      client.release();
    }
  };
}

/**
 * PostgreSQL rolls back a transaction in which a statement failed when it is asked to commit, and calls that a success. Code
 * that caught the statement's error would lose its writes without knowing.
 */
function refusingFalseCommit(client: pg.PoolClient): pg.PoolClient {
  const query = async (config: pg.QueryConfig, values?: unknown[]) => {
    const result = await client.query(config, values);
    if (config.text === 'commit' && result.command !== 'COMMIT')
      throw new Error('a transaction was to be committed after one of its statements had failed');
    return result;
  };
  return { query } as unknown as pg.PoolClient;
}
