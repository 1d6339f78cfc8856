import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Writes server-sent events to a client. */
export type EventSink = {
  /** Writes complete events, each ended by an empty line. */
  write(events: string): void;
  end(): void;
  /** How many bytes are buffered because the client has not read them yet. */
  pending(): number;
  onClose(listen: () => void): void;
};

/** An answer as a stream of events; `begin` is called when the headers have been sent. */
export type StreamAnswer = { headers?: Record<string, string>; begin(sink: EventSink): void };

const open = new WeakMap<FastifyInstance['server'], Set<ServerResponse>>();

/** Sends a stream that must not be cached, nor buffered by a proxy. */
export function sendStream(app: FastifyInstance, reply: FastifyReply, { headers, begin }: StreamAnswer) {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value as string);
  }
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    ...headers,
  });
  raw.flushHeaders();
  const streams = open.get(app.server) ?? new Set();
  open.set(app.server, streams.add(raw));
  raw.on('close', () => streams.delete(raw));
  raw.on('error', () => raw.destroy());
  begin({
    write: (events) => void raw.write(events),
    end: () => void raw.end(),
    pending: () => raw.writableLength,
    onClose: (listen) => void raw.on('close', listen),
  });
}

/**
 * Ends all streams when the server closes: it would otherwise wait for them, and then for the next request on
 * the same connection.
 */
export function endStreams(app: FastifyInstance) {
  for (const raw of open.get(app.server) ?? []) {
    const { socket } = raw;
    raw.end(() => socket?.destroySoon());
  }
}
