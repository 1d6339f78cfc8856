import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { connectionString } from './connection.ts';

export type SteadyConnection = {
  /** Skipped while the connection is lost: `onConnect` then restores the session's state. */
  query(text: string, values?: unknown[]): Promise<void>;
  close(): Promise<void>;
};

type SteadyOptions = {
  url: string;
  applicationName: string;
  log: Logger;
  /** Runs on every new connection before it is used; `again` is true after a reconnect. */
  onConnect(client: pg.Client, again: boolean): Promise<void>;
};

const firstPauseMs = 100;
const longestPauseMs = 5_000;
const heartbeatMs = 30_000;

/** A connection with session state (LISTEN, advisory locks) that reconnects after every loss. */
export async function openSteadyConnection(options: SteadyOptions): Promise<SteadyConnection> {
  const { log } = options;
  const closing = new AbortController();
  let current: pg.Client | undefined;
  let recovery: Promise<void> | undefined;

  async function connect(again: boolean) {
    const client = new pg.Client({
      connectionString: connectionString(options.url),
      application_name: options.applicationName,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
      keepAlive: true,
    });
    client.on('error', (error) => lost(client, error));
    client.on('end', () => lost(client, new Error('the server closed the connection')));
    try {
      await client.connect();
      await options.onConnect(client, again);
    } catch (error) {
      discard(client);
      throw error;
    }
    current = client;
  }

  function lost(client: pg.Client, error: unknown) {
    if (client !== current || closing.signal.aborted) return;
    current = undefined;
    log.warn({ err: error }, `lost the database connection "${options.applicationName}"`);
    discard(client);
    recovery = recover();
  }

  async function recover() {
    for (let pause = firstPauseMs; !closing.signal.aborted; pause = Math.min(pause * 2, longestPauseMs)) {
      // Jitter, so that many processes do not reconnect at the same time.
      await sleep(pause * (0.5 + Math.random()), undefined, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      try {
        await connect(true);
        return;
      } catch (error) {
        log.warn({ err: error }, `cannot restore the database connection "${options.applicationName}" yet`);
      }
    }
  }

  // node-postgres allows one query at a time on a single connection.
  let turn: Promise<unknown> = Promise.resolve();
  function query(text: string, values?: unknown[]): Promise<void> {
    const mine = turn.then(async () => {
      await current?.query(text, values);
    });
    turn = mine.catch(() => {});
    return mine;
  }

  // A server that vanished without closing the connection is noticed only by a query.
  const heartbeat = setInterval(() => {
    const client = current;
    if (client) query('select 1').catch((error) => lost(client, error));
  }, heartbeatMs);
  heartbeat.unref();

  await connect(false);
  return {
    query,
    async close() {
      clearInterval(heartbeat);
      closing.abort();
      await recovery;
      await current?.end();
    },
  };
}

/** Does not wait for the end, because the socket may be dead. */
function discard(client: pg.Client) {
  client.removeAllListeners();
  client.on('error', () => {});
  client.end().catch(() => {});
}
