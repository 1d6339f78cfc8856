import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { readConfig } from '#server/ground/config/config.ts';
import { createCallTable } from '#server/ground/http/calls.ts';
import { answerErrors } from '#server/ground/http/error-handler.ts';
import { visitorOf } from '#server/ground/http/visitor.ts';
import { acceptCallerHeader } from './callers.ts';
import { silentLog } from './database.ts';

/** An app with the routes of single domains, for tests that replace their parts; other tests use `serve`. */
export async function createDomainApp(
  register: (app: FastifyInstance) => Promise<void>,
  log: FastifyBaseLogger = silentLog,
) {
  const config = readConfig({});
  const app: FastifyInstance = Fastify({ loggerInstance: log, routerOptions: { ignoreTrailingSlash: true } });
  app.decorate('calls', createCallTable());
  app.decorate('identify', async (request) => visitorOf(request, config));
  app.decorateRequest('visitor');
  acceptCallerHeader(app);
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => JSON.stringify);
  answerErrors(app, config);
  await app.register(cookie);
  await register(app);
  await app.ready();
  return app;
}
