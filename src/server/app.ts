import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import etag from '@fastify/etag';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { createPhoneVault } from './accounts/phone-vault.ts';
import { createCallTable } from './calls.ts';
import type { Config } from './config.ts';
import { contentRoutes } from './content/routes.ts';
import { allowOrigins } from './cors.ts';
import type { Database } from './db.ts';
import { answerErrors } from './error-handler.ts';
import { AppError } from './errors.ts';
import type { Files } from './files.ts';
import { healthRoutes } from './health.ts';
import type { Keys } from './keys.ts';
import { messageRoutes } from './messages/routes.ts';
import { publishOpenApi } from './openapi.ts';
import { operatorRoutes } from './operator/routes.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { createQuota } from './quota/quota.ts';
import { referenceRoutes } from './reference/routes.ts';
import { serveWeb } from './ssr.ts';
import { visitorOf } from './visitor.ts';

export type AppParts = {
  config: Config;
  keys: Keys;
  database: Database;
  files: Files;
  log: FastifyBaseLogger;
};

/** The whole product behind one port, ready to listen or to be injected into by a test. */
export async function buildApp({ config, keys, database, files, log }: AppParts) {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy,
    bodyLimit: 1_048_576,
    requestTimeout: 30_000,
    handlerTimeout: 20_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => app.errorHandler(error, request, reply),
  });
  app.decorate('calls', createCallTable());
  app.decorate('identify', async (request) => request.visitor);
  app.decorateRequest('visitor');
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => JSON.stringify);
  answerErrors(app, config);

  app.addHook('onRequest', async (request, reply) => {
    request.visitor = visitorOf(request, config);
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const [path] = request.url.split('?');
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method: request.method, path, status: reply.statusCode, ms }, 'answered');
  });
  await app.register(cookie);
  await app.register(helmet, { contentSecurityPolicy: false, strictTransportSecurity: !config.demo });
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(rateLimit, {
    max: config.rateLimitPerMinute,
    timeWindow: '1 minute',
    allowList: (request) => !/^\/api/.test(request.url),
  });
  allowOrigins(app, config.corsOrigins);

  const vault = createPhoneVault(keys.phone);
  const quota = createQuota(config.quota);
  await app.register(healthRoutes, { database });
  await app.register(async (api) => {
    await api.register(etag, { weak: true });
    await publishOpenApi(api);
    await api.register(referenceRoutes, { config, database });
    await api.register(contentRoutes, { config, database });
    await api.register(messageRoutes, { database });
    await api.register(operatorRoutes, { database, vault, quota, smsSpend: notYet });
    await api.register(privacyRoutes, { database, vault, files, verifyAgain: notYet });
  });
  await serveWeb(app, { config, database });
  return app;
}

/** For what SMS codes bring: until they do, nobody passes. */
async function notYet(): Promise<never> {
  throw new AppError('notReady');
}
