import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Where server-sent events go. */
export type EventSink = {
  /** Whole events, each ended by an empty line. */
  write(events: string): void;
  end(): void;
  /** How much was written that the other side has not taken yet. */
  pending(): number;
  onClose(listen: () => void): void;
};

/** Begins to write once it is handed a place to write to. */
export type StreamAnswer = { headers?: Record<string, string>; begin(sink: EventSink): void };

const open = new WeakMap<FastifyInstance['server'], Set<ServerResponse>>();

/** A stream is nobody's cache and is not to be held back by a proxy. */
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
 * Streams never end by themselves in time; a server that closes would wait for them, and then for the next request over
 * the same connection.
 */
export function endStreams(app: FastifyInstance) {
  for (const raw of open.get(app.server) ?? []) {
    const { socket } = raw;
    raw.end(() => socket?.destroySoon());
  }
}
