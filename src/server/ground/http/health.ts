import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/db.ts';
import type { StorageWatch } from './storage-watch.ts';

/** A database that takes longer than this counts as down; balancers check every second. */
const timeoutMs = 2_000;

type Parts = { database: Database; storage: StorageWatch };

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve, that is, it reaches its database, can write and is
 * not draining. Registered first, because its onSend hook has to run for all answers.
 */
export function bindHealth(app: FastifyInstance, { database, storage }: Parts) {
  let isDraining = false;
  let pinging: Promise<unknown> | undefined;

  /** Concurrent checks share one query. */
  function pingDatabase() {
    pinging ??= database.pool.query('select 1').finally(() => {
      pinging = undefined;
    });
    return pinging;
  }

  app.decorate('startDraining', () => {
    isDraining = true;
  });
  app.addHook('preClose', async () => app.startDraining());
  app.addHook('onSend', async (_request, reply) => {
    // Makes balancers close their keep-alive connections after the next answer, before this process closes
    // them.
    if (isDraining) reply.header('connection', 'close');
  });

  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isDraining) return reply.code(503).send({ status: 'draining' });
    try {
      await within(timeoutMs, pingDatabase());
      if (await within(timeoutMs, storage.canWrite())) return { status: 'ready' };
      request.log.warn('not ready: there is no room left to write');
      return reply.code(503).send({ status: 'no room left to write' });
    } catch (error) {
      request.log.warn({ err: error }, 'not ready: the database does not answer');
      return reply.code(503).send({ status: 'database does not answer' });
    }
  });
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Starts draining: `/readyz` answers 503, and requests are still served. */
    startDraining(): void;
  }
}
