import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { createChunkReader, type Finished } from './model-chunks.ts';

const options = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
/** How long an endpoint may take to close the connection after its last event. */
const hangUpMs = 100;

/** An endpoint answered with an error status; tells whether a retry may help, and when. */
export class CallError extends Error {
  override name = 'CallError';
  readonly isRetryable: boolean;
  readonly retryAfterSeconds: number | undefined;
  constructor({ statusCode = 0, headers }: IncomingMessage) {
    super(`the endpoint answered ${statusCode}`);
    this.isRetryable = statusCode >= 500 || [408, 409, 429].includes(statusCode);
    const seconds = Number(headers['retry-after']);
    this.retryAfterSeconds = Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
  }
}

export type ModelRequest = {
  /** Up to and without `/chat/completions`. */
  baseUrl: string;
  apiKey: string | undefined;
  /** The request as OpenAI defines it. */
  body: object;
  signal: AbortSignal;
  /** Called once for each piece of network data, however many chunks it holds. */
  onText: (text: string) => void;
  /** The model is reasoning: no text to show, but it is not silent. */
  onThought?: () => void;
};

/**
 * One streamed answer of an OpenAI-compatible endpoint. Parsed by hand: only a few fields of a chunk matter,
 * and every layer between the socket and them costs time for every word of every answer.
 */
export function streamFromModel({
  baseUrl,
  apiKey,
  body,
  signal,
  onText,
  onThought,
}: ModelRequest): Promise<Finished> {
  const { promise, resolve, reject } = Promise.withResolvers<Finished>();
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/chat/completions`);
  const payload = JSON.stringify(body);
  const isPlain = url.protocol === 'http:';
  const outgoing = (isPlain ? httpRequest : httpsRequest)(url, {
    method: 'POST',
    agent: isPlain ? agents['http:'] : agents['https:'],
    signal,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
      accept: 'text/event-stream',
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    },
  });
  outgoing.on('error', reject);
  outgoing.on('response', (response) => {
    if (response.statusCode !== 200) {
      reject(new CallError(response));
      response.destroy();
      return;
    }
    const reader = createChunkReader();
    const bulk = createBulkReading(response.socket);
    const fail = (error: unknown) => {
      reject(error);
      response.destroy();
    };
    response.setEncoding('utf8');
    /** A connection that breaks after the last event does not spoil the answer. */
    const broken = (error: unknown) => {
      try {
        resolve(reader.finish());
      } catch {
        reject(error);
      }
    };
    let thoughts = 0;
    response.on('error', broken);
    response.on('data', (piece: string) => {
      try {
        const text = reader.read(piece);
        if (text !== '') onText(text);
        if (reader.thoughts() > thoughts) onThought?.();
        thoughts = reader.thoughts();
        bulk.rest();
      } catch (error) {
        return fail(error);
      }
      if (!reader.isDone()) return;
      bulk.over();
      response.removeAllListeners('data');
      response.resume();
      setTimeout(() => resolve(reader.finish()), hangUpMs).unref();
    });
    response.on('end', () => {
      bulk.over();
      try {
        resolve(reader.finish());
      } catch (error) {
        fail(error);
      }
    });
    // A connection that was cut emits 'close' without 'end'.
    response.on('close', () => {
      bulk.over();
      broken(new Error('the connection was cut'));
    });
  });
  outgoing.end(payload);
  return promise;
}

/**
 * With this many answers at once, each is read less often; readers do not see text more often than that
 * anyway.
 */
const manyAnswers = 16;
const pauseMs = 60;

let reading = 0;
const resting = new Set<Socket>();

function wakeAll() {
  const all = [...resting];
  resting.clear();
  for (const socket of all) socket.resume();
}

/**
 * For one answer: `rest` leaves its next data in the kernel's buffer for a while, so that several pieces are
 * read at once.
 */
function createBulkReading(socket: Socket) {
  reading += 1;
  let isOver = false;
  return {
    rest() {
      if (isOver || reading < manyAnswers || resting.has(socket)) return;
      socket.pause();
      resting.add(socket);
      if (resting.size === 1) setTimeout(wakeAll, pauseMs);
    },
    /** The connection may serve the next request. */
    over() {
      if (isOver) return;
      isOver = true;
      reading -= 1;
      if (resting.delete(socket)) socket.resume();
    },
  };
}
