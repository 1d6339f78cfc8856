import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/ground/http/errors.ts';
import { type EventSink, sendStream } from '#server/ground/http/stream-answer.ts';
import { admit, type Session } from '#server/ground/http/visitor.ts';
import type { Events } from './events.ts';

/** Proxies close connections that are silent for a minute. Each heartbeat also checks the session. */
const beatMs = 25_000;
/** The maximum of open event streams per user; more are abandoned ones. */
const mostWindows = 12;

/**
 * Server-sent events for the pages of logged-in users. A browser's EventSource sends no Authorization header,
 * so this uses the session cookie, as pages do; an event only says that something changed, and pages request
 * the data.
 */
export function serveEvents(app: FastifyInstance, events: Events, path: string, face: 'product' | 'ai') {
  const open = new Set<() => void>();

  app.get(path, { schema: { hide: true } }, async (request, reply) => {
    const { session } = admit({ audience: 'aiUser' }, await app.identifyByCookie(request, face));
    if (!session) throw new AppError('notSignedIn');
    if (events.count(session.userId) >= mostWindows) throw new AppError('tooMany');

    // Otherwise a connection whose stream the server has ended would keep the server from closing.
    const headers = { connection: 'close' };
    return sendStream(app, reply, { headers, begin: (sink) => follow(session, sink) });

    function follow({ userId, id }: Session, { write, end, onClose }: EventSink) {
      write('retry: 3000\n\n');
      const unfollow = events.follow(userId, (event) => write(`data: ${JSON.stringify(event)}\n\n`));
      const beat = setInterval(async () => {
        const still = await app.identifyByCookie(request, face).catch(() => undefined);
        // A failed check says nothing about the session; the next heartbeat checks again.
        if (still && (still.session?.id !== id || still.session.isSuspended)) end();
        else write(': \n\n');
      }, beatMs);
      open.add(end);
      onClose(() => {
        clearInterval(beat);
        unfollow();
        open.delete(end);
      });
    }
  });

  // A stream never ends by itself, so the server would wait for it when closing.
  app.addHook('preClose', async () => {
    for (const end of open) end();
  });
}
