import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  type Call,
  type CallData,
  type CallKey,
  type Calls,
  type HandlerInput,
  splitKey,
} from '#shared/call.ts';
import { codes } from '#shared/codes/codes.ts';
import { envelope, FailedEnvelope } from '#shared/envelope.ts';
import { fieldErrors } from '#shared/field-errors.ts';
import type { Locale } from '#shared/locale.ts';
import { AppError, failure } from './errors.ts';
import { type FileAnswer, sendFile } from './file-answer.ts';
import { readUpload } from './read-upload.ts';
import { endStreams, type StreamAnswer, sendStream } from './stream-answer.ts';
import { admit, type Visitor, type VisitorFor } from './visitor.ts';

/** Reads the cookies of a request and sets those of its response. */
export type Cookies = {
  /** Whether the request came over TLS. */
  secure: boolean;
  get(name: string): string | undefined;
  set(name: string, value: string, options: CookieSerializeOptions): void;
};

export type Handler<C extends Call> = (
  input: HandlerInput<C> & { visitor: VisitorFor<C['audience']>; cookies: Cookies },
) => Answer<C> | Promise<Answer<C>>;
type Answer<C extends Call> = C extends { download: readonly string[] }
  ? FileAnswer
  : C extends { stream: true }
    ? StreamAnswer
    : CallData<C> | VoidIfEmpty<CallData<C>>;
/** A call without declared fields: its handler may return nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: it is a handler's return type, selected by a condition.
type VoidIfEmpty<Data> = Data extends Record<string, never> ? void : never;
export type Handlers<M extends Calls> = { [K in keyof M & CallKey]: Handler<M[K]> };

type RawInput = { params?: unknown; query?: unknown; body?: unknown; file?: Uint8Array; text?: string };
type BoundCall = { call: Call; handle: Handler<Call>; pattern: RegExp; method: string };

export type ReadCookies = Pick<Cookies, 'secure' | 'get'>;

const noCookies: ReadCookies = { secure: false, get: () => undefined };

/** Server rendering may only read cookies; setting one throws. */
const readOnly = (cookies: ReadCookies): Cookies => ({
  ...cookies,
  set() {
    throw new Error('a call made while rendering a page tried to set a cookie');
  },
});

export const cookiesOf = (request: FastifyRequest): ReadCookies => ({
  secure: request.protocol === 'https',
  get: (name) => request.cookies[name],
});

/** The registered calls: HTTP routes and server rendering run the same handlers through it. */
type CallTable = ReturnType<typeof createCallTable>;

export function createCallTable() {
  const bound = new Map<CallKey, BoundCall>();

  return {
    keys: () => [...bound.keys()],

    add(key: CallKey, call: Call, handle: Handler<Call>) {
      const { method, path } = splitKey(key);
      const pattern = new RegExp(`^${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`);
      bound.set(key, { call, handle, pattern, method });
    },

    /** The methods that calls accept at this path; empty for an unknown path. */
    methodsAt: (path: string) =>
      [...bound.values()].filter(({ pattern }) => pattern.test(path)).map(({ method }) => method),

    /** Validates the input, runs the handler, and removes undeclared fields from the answer. */
    async run(key: CallKey, raw: RawInput, visitor: Visitor, cookies: Cookies) {
      const found = bound.get(key);
      if (!found) throw new AppError('unknownPath');
      const { call, handle } = found;
      const admitted = admit(call, visitor) as VisitorFor<Call['audience']>;
      const input = parseInput(call, raw, visitor.locale);
      const answer = await handle({ ...input, visitor: admitted, cookies });
      return call.download || call.stream ? answer : parseAnswer(call, answer ?? {});
    },

    /** Like `run`, but returns an envelope; server rendering uses it instead of an HTTP request to itself. */
    async answer(key: CallKey, raw: RawInput, visitor: Visitor, cookies = noCookies) {
      try {
        return { code: 0, data: await this.run(key, raw, visitor, readOnly(cookies)), message: '' };
      } catch (error) {
        if (error instanceof AppError) return failure(error.code, visitor.locale, error);
        throw error;
      }
    },
  };
}

/** Parsed answers by the object that a domain returned, for domains that return the same object again. */
const parsedAnswers = new WeakMap<Call, WeakMap<object, unknown>>();

function parseAnswer(call: Call, answer: unknown) {
  const cached = parsedAnswers.get(call);
  if (!cached || typeof answer !== 'object' || answer === null) return call.data.parse(answer);
  const parsed = cached.get(answer) ?? frozen(call.data.parse(answer));
  cached.set(answer, parsed);
  return parsed;
}

/** Pages of many visitors share the cached object, so it must not be changed. */
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

function parseInput(call: Call, raw: RawInput, locale: Locale): HandlerInput<Call> {
  const parsed: Record<string, unknown> = { file: raw.file, text: raw.text };
  const issues: z.core.$ZodIssue[] = [];
  for (const part of ['params', 'query', 'body'] as const) {
    const result = call[part]?.safeParse(raw[part] ?? {}, { reportInput: true });
    if (result?.success) parsed[part] = result.data;
    else if (result) issues.push(...result.error.issues);
  }
  if (issues.length > 0) throw new AppError('badInput', { fields: fieldErrors(issues, locale) });
  return parsed as HandlerInput<Call>;
}

const slowMs = 10 * 60 * 1000;

export type BindOptions = {
  /** Runs before the answer is sent, for headers such as Cache-Control. */
  headers?: (reply: FastifyReply) => void;
  /** The handlers return the same object until its content changes, so that its parsed form is cached. */
  keepsAnswers?: boolean;
};

/** Registers a domain's calls as HTTP routes with their declared method and path. */
export function bindCalls<M extends Calls>(
  app: FastifyInstance,
  calls: M,
  handlers: Handlers<M>,
  options: BindOptions = {},
) {
  if (Object.values<Call>(calls).some(({ stream }) => stream))
    app.addHook('preClose', async () => endStreams(app));
  for (const key of Object.keys(calls) as (keyof M & CallKey)[]) {
    const call = calls[key] as Call;
    app.calls.add(key, call, handlers[key] as unknown as Handler<Call>);
    if (options.keepsAnswers) parsedAnswers.set(call, new WeakMap());
    const { method, path } = splitKey(key);
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      ...(call.plainText && { bodyLimit: call.plainText.maxBytes }),
      ...(call.isSlow && { handlerTimeout: slowMs }),
      ...(call.perMinute && { config: { rateLimit: { max: call.perMinute, timeWindow: '1 minute' } } }),
      schema: {
        tags: [path.split('/').slice(1, 3).join('/')],
        summary: call.summary,
        ...(call.params && { params: call.params }),
        ...(call.query && { querystring: call.query }),
        ...bodySchema(call),
        response: { 200: answerSchema(call), default: FailedEnvelope },
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const visitor = await app.identify(request);
        const cookies: Cookies = {
          ...cookiesOf(request),
          set: (name, value, options) => reply.setCookie(name, value, options),
        };
        const input = await inputOf(request, call, visitor);
        const data = await app.calls.run(key, input, visitor, cookies);
        // Answers are not cached unless the domain sets another header.
        reply.header('cache-control', 'no-store');
        options.headers?.(reply);
        if (call.download) return sendFile(reply, data as FileAnswer);
        if (call.stream) return sendStream(app, reply, data as StreamAnswer);
        if (call.plainText) return sendText(reply, data as string);
        return { code: codes.ok.code, data, message: '' };
      },
    });
  }
}

/** Checks the audience before an uploaded file is read. */
async function inputOf(request: FastifyRequest, call: Call, visitor: Visitor): Promise<RawInput> {
  if (call.plainText) return { params: request.params, query: request.query, text: textOf(request) };
  if (!call.upload) return { params: request.params, query: request.query, body: request.body };
  const { fields, file } = await readUpload(request, call.upload, admit(call, visitor));
  return { params: request.params, query: request.query, body: fields, file };
}

/** A request without a body has no content type; it counts as an empty text. */
function textOf({ body, headers }: FastifyRequest) {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? 'text/plain';
  if (type !== 'text/plain') throw new AppError('wrongType');
  return typeof body === 'string' ? body : '';
}

/** Sends the text unchanged; the API's default serializer would write it as JSON. */
const sendText = (reply: FastifyReply, text: string) =>
  reply
    .serializer((value) => value as string)
    .type('text/plain; charset=utf-8')
    .send(text);

function bodySchema({ body, upload, plainText }: Call) {
  if (plainText) return { consumes: ['text/plain'], body: z.string().max(plainText.maxBytes) };
  if (!upload) return body && { body };
  const fields = body instanceof z.ZodObject ? body : z.object({});
  return { consumes: ['multipart/form-data'], body: fields.safeExtend({ [upload.field]: z.file() }) };
}

function answerSchema({ data, download, stream, plainText }: Call) {
  if (plainText) return { content: { 'text/plain': { schema: z.string() } } };
  if (stream) return { content: { 'text/event-stream': { schema: z.string() } } };
  if (!download) return envelope(data);
  return { content: Object.fromEntries(download.map((type) => [type, { schema: z.file() }])) };
}

declare module 'fastify' {
  interface FastifyInstance {
    calls: CallTable;
    /** The visitor of a request, with the session of its bearer token, if any. */
    identify(request: FastifyRequest): Promise<Visitor>;
    /** Like `identify`, but by the session cookie, for rendering pages. */
    identifyByCookie(request: FastifyRequest, face: 'product' | 'ai'): Promise<Visitor>;
  }
  interface FastifyRequest {
    visitor: Visitor;
  }
}
