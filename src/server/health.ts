import type { FastifyInstance } from 'fastify';
import type { Database } from './db.ts';

/** `/healthz`: the process lives. `/readyz`: it can serve, that is, it reaches its database and is not draining. */
export async function healthRoutes(app: FastifyInstance, { database }: { database: Database }) {
  let draining = false;
  app.addHook('preClose', async () => {
    draining = true;
  });

  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (draining) return reply.code(503).send({ status: 'draining' });
    try {
      await database.pool.query('select 1');
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready: the database does not answer');
      return reply.code(503).send({ status: 'database does not answer' });
    }
  });
}
