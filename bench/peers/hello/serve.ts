import rateLimit from '@fastify/rate-limit';
import Fastify from 'fastify';
import { readConfig } from '../../../src/server/ground/config/config.ts';
import type { Database } from '../../../src/server/ground/db/db.ts';
import { createCallTable } from '../../../src/server/ground/http/calls.ts';
import { serveWeb } from '../../../src/server/ground/http/ssr.ts';

const config = readConfig(process.env);
// The page never changes, so no notifications are needed.
const silentDatabase = { listen: async () => async () => {} } as unknown as Database;
const app = Fastify();
app.decorate('calls', createCallTable());
// The adapter's not-found handler requires the rate-limit plugin; the page itself has no limit.
await app.register(rateLimit, { global: false });
await serveWeb(app, { config, database: silentDatabase });
await app.listen({ host: config.host, port: config.port });
