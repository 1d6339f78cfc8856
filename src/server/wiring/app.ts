import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import etag from '@fastify/etag';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { guardAgainstForgery, sessionByCookies } from '#server/domains/accounts/csrf.ts';
import type { Config } from '#server/ground/config/config.ts';
import { createCallTable } from '#server/ground/http/calls.ts';
import { closeConnectionsOnClose } from '#server/ground/http/close-connections.ts';
import { answerErrors } from '#server/ground/http/error-handler.ts';
import { bindHealth } from '#server/ground/http/health.ts';
import { publishOpenApi } from '#server/ground/http/openapi.ts';
import { openSharedLimits } from '#server/ground/http/rate-limits.ts';
import { allowOrigins, answerPolicy } from '#server/ground/http/security-headers.ts';
import { serveWeb } from '#server/ground/http/ssr.ts';
import { refuseWritesWithoutRoom, watchStorage } from '#server/ground/http/storage-watch.ts';
import { visitorOf } from '#server/ground/http/visitor.ts';
import { measureRequests } from '#server/ground/telemetry/measure-requests.ts';
import { type AppParts, bindDomains, openDomains } from './domains.ts';

/** The path segment after /safe/ is a secret, which must not be logged. */
const secretPath = /^((?:\/[\w-]+)?\/safe\/)[^/]+/;

/** Builds the whole product as one Fastify app, ready to listen or for `inject` in a test. */
export async function buildApp(parts: AppParts, servePages = serveWeb) {
  const { config, database, log } = parts;
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // Trust only the X-Forwarded-For entries that our own proxies added; earlier entries come from the
    // visitor.
    trustProxy: config.trustProxy > 0 && ((_address, hop) => hop < config.trustProxy),
    bodyLimit: 1_048_576,
    requestTimeout: 30_000,
    handlerTimeout: 20_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // While closing, requests on open connections are still answered; only new connections are refused.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    rewriteUrl: originForm,
    frameworkErrors: (error, request, reply) => app.errorHandler(error, request, reply),
  });
  closeConnectionsOnClose(app);
  app.decorate('calls', createCallTable());
  app.decorateRequest('visitor');
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => JSON.stringify);
  answerErrors(app, config);
  const storage = watchStorage(database, ownFolders(config));
  bindHealth(app, { database, storage });
  if (parts.telemetry) measureRequests(app, parts.telemetry);

  const domains = await openDomains(parts);
  app.addHook('onClose', domains.close);
  const limits = await openSharedLimits(database, log);
  app.addHook('onClose', limits.close);
  const { signIn } = domains.accounts;
  app.decorate('identify', signIn.identify);
  app.decorate('identifyByCookie', signIn.identifyByCookie);

  app.addHook('onRequest', async (request, reply) => {
    request.visitor = visitorOf(request, config);
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?')[0]?.replace(secretPath, '$1…');
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method: request.method, path, status: reply.statusCode, ms }, 'answered');
  });
  await app.register(cookie);
  await app.register(helmet, { contentSecurityPolicy: false, strictTransportSecurity: !config.demo });
  await app.register(compress, {
    threshold: 1024,
    // Our clients never compress request bodies, and decompressing would allow bodies above the size limit.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(rateLimit, {
    max: config.rateLimitPerMinute,
    timeWindow: '1 minute',
    store: limits.store,
    // The route too: the router decodes a path such as /%61pi before it looks for one.
    allowList: ({ url, routeOptions }) => ![url, routeOptions.url].some((path) => path?.startsWith('/api')),
    // Per session for signed-in users, because a whole school may share one IP address.
    keyGenerator: (request) => signIn.sessionIdOf(request) ?? request.ip,
  });
  allowOrigins(app, config.corsOrigins);

  await app.register(async (api) => {
    await api.register(etag, { weak: true });
    api.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', answerPolicy);
    });
    guardAgainstForgery(api, config, signIn.csrf);
    refuseWritesWithoutRoom(api, storage);
    await publishOpenApi(api);
    await bindDomains(api, domains);
  });
  await servePages(app, { config, database, sessionOf: (request) => sessionByCookies(request, signIn.csrf) });
  return app;
}

/** Where this process itself writes. */
const ownFolders = ({ dataDir, files }: Config) =>
  files.kind === 'folder' ? [dataDir, files.directory] : [dataDir];

/**
 * A request may name its path together with a host (`GET http://x/faq`), as to a proxy. It is answered like one for the
 * path: the host is not believed anyway, and everything after this reads paths.
 */
function originForm({ url = '/' }: { url?: string }) {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') || path === '*' ? path : `/${path}`;
}
