import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Telemetry } from './telemetry.ts';

const openReplies = new WeakMap<FastifyInstance['server'], Set<FastifyReply>>();
/** Nobody was there any more to be answered. */
const leftBefore = 499;

/** Tells of every answer, and makes each request a trace of its own: what a visitor says of traces is not believed. */
export function measureRequests(app: FastifyInstance, telemetry: Telemetry) {
  const open = new Set<FastifyReply>();
  openReplies.set(app.server, open);
  // Streams are written past Fastify, and never come here.
  const answers = new WeakSet<FastifyReply>();
  app.addHook('onSend', (_request, reply, payload, next) => {
    answers.add(reply);
    next(null, payload);
  });

  app.addHook('onRequest', (request, reply, next) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'none';
    const begun = performance.now();
    open.add(reply);
    const asked = { 'http.request.method': method, 'http.route': route };
    const traced = telemetry.span(`${method} ${route}`, asked, async (span) => {
      const ended = Promise.withResolvers<void>();
      reply.raw.once('close', ended.resolve);
      next();
      await ended.promise;
      open.delete(reply);
      const isAnswer = answers.has(reply);
      const status = isAnswer || reply.sent ? reply.raw.statusCode : leftBefore;
      span.note({ 'http.response.status_code': status });
      if (status >= 500) span.fail();
      const seconds = isAnswer ? (performance.now() - begun) / 1000 : undefined;
      telemetry.answered({ method, route, status, seconds });
    });
    traced.catch((error) => request.log.error({ err: error }, 'a request could not be measured'));
  });
}

/** What was written past Fastify and has not ended: streams of server-sent events that somebody follows now. */
export const countOpenStreams = (app: FastifyInstance) =>
  [...(openReplies.get(app.server) ?? [])].filter(({ sent, raw }) => sent && !raw.writableEnded).length;
