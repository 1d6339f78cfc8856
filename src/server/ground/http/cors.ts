import type { FastifyInstance } from 'fastify';

/** Off unless configured: only the listed origins may read answers from another site, with their cookies. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]) {
  if (origins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (!origin || !origins.includes(origin)) return;
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-allow-credentials', 'true')
      .header('vary', 'Origin');
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'])
      return reply
        .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
        .header('access-control-allow-headers', 'Authorization, X-CSRFToken, Accept-Language, Content-Type')
        .header('access-control-max-age', '600')
        .code(204)
        .send();
  });
}
