import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Telemetry } from './telemetry.ts';

const openReplies = new WeakMap<FastifyInstance['server'], Set<FastifyReply>>();
/** Status recorded when the client disconnected before the answer. */
const clientClosedRequest = 499;

/** Records every answer and starts a new trace for each request; trace headers of visitors are ignored. */
export function measureRequests(app: FastifyInstance, telemetry: Telemetry) {
  const open = new Set<FastifyReply>();
  openReplies.set(app.server, open);
  // Event streams bypass Fastify's reply (hijack) and never reach onSend.
  const answers = new WeakSet<FastifyReply>();
  app.addHook('onSend', (_request, reply, payload, next) => {
    answers.add(reply);
    next(null, payload);
  });

  app.addHook('onRequest', (request, reply, next) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'none';
    const startedAt = performance.now();
    open.add(reply);
    const attributes = { 'http.request.method': method, 'http.route': route };
    const traced = telemetry.span(`${method} ${route}`, attributes, async (span) => {
      const ended = Promise.withResolvers<void>();
      reply.raw.once('close', ended.resolve);
      next();
      await ended.promise;
      open.delete(reply);
      const isAnswer = answers.has(reply);
      const status = isAnswer || reply.sent ? reply.raw.statusCode : clientClosedRequest;
      span.note({ 'http.response.status_code': status });
      if (status >= 500) span.fail();
      const seconds = isAnswer ? (performance.now() - startedAt) / 1000 : undefined;
      telemetry.answered({ method, route, status, seconds });
    });
    traced.catch((error) => request.log.error({ err: error }, 'a request could not be measured'));
  });
}

/** Counts open streams of server-sent events: hijacked replies that have not ended. */
export const countOpenStreams = (app: FastifyInstance) =>
  [...(openReplies.get(app.server) ?? [])].filter(({ sent, raw }) => sent && !raw.writableEnded).length;
