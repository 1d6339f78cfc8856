import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/ground/http/errors.ts';
import type { LiveEvent } from '#shared/live-events.ts';
import type { Events } from './events.ts';

/** Proxies close what is silent for a minute. Each beat also looks whether the session still holds. */
const beatMs = 25_000;
/** A person with more windows than this has left some behind. */
const mostWindows = 12;

/**
 * Server-sent events for the pages of who is logged in. A browser's EventSource sends no Authorization header, so this
 * goes by the session cookie, as pages do; it only tells that something changed, and pages ask for what it was.
 */
export function serveEvents(app: FastifyInstance, events: Events, path: string, face: 'product' | 'ai') {
  const open = new Set<() => void>();

  app.get(path, { schema: { hide: true } }, async (request, reply) => {
    const { session } = await app.identifyByCookie(request, face);
    if (!session) throw new AppError('notSignedIn');
    if (events.count(session.userId) >= mostWindows) throw new AppError('tooMany');

    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      // Else a connection whose stream the server has ended would keep the server from closing.
      connection: 'close',
    });
    const write = (event: LiveEvent) => raw.write(`data: ${JSON.stringify(event)}\n\n`);
    raw.write('retry: 3000\n\n');
    const unfollow = events.follow(session.userId, write);
    const beat = setInterval(async () => {
      const still = await app.identifyByCookie(request, face).catch(() => undefined);
      // A look that failed says nothing of the session; the next beat looks again.
      if (still && still.session?.id !== session.id) raw.end();
      else raw.write(': \n\n');
    }, beatMs);
    const end = () => raw.end();
    open.add(end);
    raw.on('close', () => {
      clearInterval(beat);
      unfollow();
      open.delete(end);
    });
  });

  // A stream never ends by itself; the server would wait for it.
  app.addHook('preClose', async () => {
    for (const end of open) end();
  });
}
