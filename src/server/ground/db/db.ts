import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Logger } from 'pino';
import { limitsOfTransaction, usualLimits } from './connection.ts';
import { createListener, type OnGap, type OnNotice, type Unlisten } from './listener.ts';
import { openPool } from './pool.ts';
import { openReplica } from './replica.ts';

export type Db = NodePgDatabase;

/** A running transaction. A function that writes takes one, so that it can never write beside it by mistake. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export type Database = {
  url: string;
  /** The same database without a pooler between, for what needs a session of its own: locks, LISTEN, the job queue. */
  directUrl: string;
  db: Db;
  pool: pg.Pool;
  /**
   * For what may be a second old, and is nobody's own fresh writing: asks the replica, where there is one that keeps up. Never
   * for what is then kept in memory until a notice: the notice may come before the replica has what it tells of.
   */
  mayLag<T>(read: (db: Db) => Promise<T>): Promise<T>;
  /** Undefined without a replica. */
  replicaLagMs: (() => number) | undefined;
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
  name?: string;
  poolSize?: number;
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
  /** Given where `url` is a pooler's in transaction mode. */
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
    mayLag: replica?.mayLag ?? ((read) => read(db)),
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
      return await drizzle({ client }).transaction(async (tx) => {
        if (limitsThroughPooler) await tx.execute(limitsThroughPooler);
        return work(tx);
      }, config);
    } finally {
      client.release();
    }
  };
}
