import rateLimit from '@fastify/rate-limit';
import Fastify from 'fastify';
import { readConfig } from '../../../src/server/ground/config/config.ts';
import type { Database } from '../../../src/server/ground/db/db.ts';
import { createCallTable } from '../../../src/server/ground/http/calls.ts';
import { serveWeb } from '../../../src/server/ground/http/ssr.ts';
import { visitorOf } from '../../../src/server/ground/http/visitor.ts';

// A single address would reach the limit of pages at once.
const config = { ...readConfig(process.env), rateLimitPerMinute: 1_000_000_000 };
// The page never changes, so no notifications are needed.
const silentDatabase = { listen: async () => async () => {} } as unknown as Database;
const app = Fastify();
app.decorate('calls', createCallTable());
app.decorateRequest('visitor');
// The adapter's not-found handler requires the rate-limit plugin; the page itself never meets its limit.
await app.register(rateLimit, { global: false });
app.addHook('onRequest', async (request) => {
  request.visitor = visitorOf(request, config);
});
await serveWeb(app, { config, database: silentDatabase, sessionOf: () => undefined });
await app.listen({ host: config.host, port: config.port });
