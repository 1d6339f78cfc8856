import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/db.ts';

/** A balancer asks every second; a database that takes longer to answer is not there for people either. */
const patienceMs = 2_000;

/**
 * `/healthz`: the process lives. `/readyz`: it can serve, that is, it reaches its database and is not about to leave.
 * Bound before everything else, because what it adds to answers has to be on all of them.
 */
export function bindHealth(app: FastifyInstance, { database }: { database: Database }) {
  let isLeaving = false;
  let asking: Promise<unknown> | undefined;

  /** However many ask while the database is silent, it is asked once. */
  function askDatabase() {
    asking ??= database.pool.query('select 1').finally(() => {
      asking = undefined;
    });
    return asking;
  }

  app.decorate('leave', () => {
    isLeaving = true;
  });
  app.addHook('preClose', async () => app.leave());
  app.addHook('onSend', async (_request, reply) => {
    // A balancer keeps connections; each is given up after its next answer, before this process closes it itself.
    if (isLeaving) reply.header('connection', 'close');
  });

  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isLeaving) return reply.code(503).send({ status: 'draining' });
    try {
      await within(patienceMs, askDatabase());
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready: the database does not answer');
      return reply.code(503).send({ status: 'database does not answer' });
    }
  });
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const impatience = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(impatience);
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on it says that it is not ready, and serves whoever still comes. */
    leave(): void;
  }
}
