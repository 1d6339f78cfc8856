import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type InjectOptions } from 'fastify';
import { readConfig } from '#server/ground/config/config.ts';
import { createCallTable } from '#server/ground/http/calls.ts';
import { answerErrors } from '#server/ground/http/error-handler.ts';
import { type Visitor, visitorOf } from '#server/ground/http/visitor.ts';
import { silentLog } from './database.ts';

export type Caller = {
  id: number;
  operator?: boolean;
  secondFactor?: boolean;
  face?: 'product' | 'ai';
  locale?: 'zh-Hant' | 'en';
};

/** Some domains' routes by themselves, whose callers are whoever the test says. */
export async function createDomainApp(
  register: (app: FastifyInstance) => Promise<void>,
  log: FastifyBaseLogger = silentLog,
) {
  const config = readConfig({});
  const app: FastifyInstance = Fastify({ loggerInstance: log, routerOptions: { ignoreTrailingSlash: true } });
  app.decorate('calls', createCallTable());
  app.decorate('identify', async (request): Promise<Visitor> => {
    const visitor = visitorOf(request, config);
    const header = request.headers['x-caller'];
    if (typeof header !== 'string') return visitor;
    const { id, operator = false, secondFactor = operator, face = 'product' }: Caller = JSON.parse(header);
    const secondFactorAt = secondFactor ? new Date() : null;
    const session = {
      id: crypto.randomUUID(),
      userId: id,
      face,
      openedAt: new Date(),
      openedByProduct: false,
      identity: 1 as const,
    };
    return { ...visitor, session: { ...session, operator, secondFactorAt } };
  });
  app.decorateRequest('visitor');
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => JSON.stringify);
  answerErrors(app, config);
  await app.register(cookie);
  await register(app);
  await app.ready();
  return app;
}

/** One call as somebody, or as nobody; the envelope with the HTTP status. */
export async function callAs(
  app: FastifyInstance,
  caller: Caller | undefined,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: InjectOptions['payload'],
) {
  const response = await app.inject({
    method,
    url,
    headers: {
      'accept-language': caller?.locale ?? 'zh-Hant',
      ...(caller && { 'x-caller': JSON.stringify(caller) }),
    },
    ...(body !== undefined && { payload: body }),
  });
  return { status: response.statusCode, ...response.json() };
}
