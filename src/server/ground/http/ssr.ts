import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallKey } from '#shared/call.ts';
import type { PageRequest, PageSettings } from '#shared/page-request.ts';
import { type Config, showsCodes } from '../config/config.ts';
import { codeOfFailure, databaseFailure } from '../db/database-failure.ts';
import type { Database } from '../db/db.ts';
import { cookiesOf } from './calls.ts';
import { answerUnknownCalls } from './error-handler.ts';
import { failure } from './errors.ts';
import { pageLimit, type SessionOf, sendTooManyPages } from './page-limit.ts';
import { pagePolicy } from './security-headers.ts';
import type { AppSide } from './session-cookies.ts';
import { createSharedPages, type SharedPage, type SharedView, sharedView } from './shared-pages.ts';
import type { Visitor } from './visitor.ts';
import { builtWeb, devWeb } from './web-source.ts';

type Parts = { config: Config; database: Database; sessionOf: SessionOf };
type Answer = { status: number; headers: [string, string][]; body: Buffer };

/** A browser asks again by itself; others are told when to. */
const comeBack: [string, string][] = [
  ['retry-after', '5'],
  ['refresh', '5'],
];

const payloadSuffix = '/_payload.json';

/** Every path that no call and no file took is a page. */
export async function serveWeb(app: FastifyInstance, { config, database, sessionOf }: Parts) {
  const { load, serveAssets } = process.env.NODE_ENV === 'development' ? await devWeb(app) : await builtWeb();
  await serveAssets(app);

  const settings: PageSettings = {
    locales: config.locales,
    localeDetection: config.localeDetection,
    localeCookieCrossOrigin: config.localeCookieCrossOrigin,
    demo: config.demo,
    sampleAccounts: showsCodes(config),
    publicUrl: config.publicUrl,
    apiBase: config.apiBase,
    apiAiBase: config.apiAiBase,
    analyticsContainerIds: config.analyticsContainerIds,
    dialCodes: config.sms.dialCodes.map(({ code }) => code),
  };

  app.get('/builds/latest.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { id: (await load()).assets.version };
  });

  const policy = pagePolicy(config);

  async function render(request: FastifyRequest, asked: Request, nonce: string): Promise<Answer> {
    const build = await load();
    const { provideContext, handle } = build.entry.module;
    const as = visitorByCookie(app, request);
    let isPassing = false;
    const context = provideContext({
      nonce,
      settings,
      buildId: build.assets.version,
      kind: kindOf(request.url),
      report: (error) => request.log.error({ err: error }, '應用層錯誤'),
      call: async (key, input, locale) => {
        try {
          return await app.calls.answer(key, input, { ...(await as(key)), locale }, cookiesOf(request));
        } catch (error) {
          const trouble = databaseFailure(error);
          if (!trouble) throw error;
          isPassing = true;
          request.log.error({ err: error }, '應用層錯誤');
          return failure(codeOfFailure[trouble], locale);
        }
      },
    });
    const response = await handle(build, asked, context);
    const body = Buffer.from(await response.arrayBuffer());
    const headers = [...response.headers];
    // The router knows of no failure that passes: what a loader could not get from the database is its 500.
    if (response.status !== 500 || !isPassing) return { status: response.status, headers, body };
    return { status: 503, headers: [...headers, ...comeBack], body };
  }

  const pages = await createSharedPages(database);
  app.addHook('onClose', () => pages.close());

  async function renderShared(request: FastifyRequest, { headers }: SharedView): Promise<SharedPage> {
    const { body, ...rest } = await render(request, webRequest(request, headers), pages.placeholder);
    return { ...rest, parts: split(body, pages.placeholder) };
  }

  function send(reply: FastifyReply, { status, headers, body }: Answer, nonce: string) {
    reply
      .code(status)
      .header('content-security-policy', policy(nonce))
      .header('cache-control', 'private, no-cache');
    for (const [name, value] of headers) reply.header(name, value);
    return reply.send(body);
  }

  const method = ['GET', 'HEAD', 'POST'];
  app.route({
    method,
    url: '/*',
    schema: { hide: true },
    config: { rateLimit: pageLimit(config.rateLimitPerMinute, sessionOf) },
    errorHandler: (error: FastifyError, request, reply) =>
      error.statusCode === 429 && kindOf(request.url) === 'page'
        ? sendTooManyPages(request, reply)
        : app.errorHandler(error, request, reply),
    handler: async (request, reply) => {
      const nonce = randomUUID();
      const shared = sharedView(request);
      if (!shared) return send(reply, await render(request, webRequest(request), nonce), nonce);
      const { parts, ...rest } = await pages.get(shared.key, () => renderShared(request, shared));
      return send(reply, { ...rest, body: join(parts, nonce) }, nonce);
    },
  });
  // Routes of their own, so that they are counted as calls and not as pages.
  for (const base of ['/api', '/api_ai', '/api_ai_jp'])
    for (const url of [base, `${base}/*`])
      app.route({ method, url, schema: { hide: true }, handler: (_request, reply) => reply.callNotFound() });
  answerUnknownCalls(app);
}

/** Pages know their visitor by the session cookie, and only read with it; each face is looked up at most once. */
export function visitorByCookie(app: FastifyInstance, request: FastifyRequest) {
  const faces = new Map<AppSide, Promise<Visitor>>();
  return (key: CallKey) => {
    if (!key.startsWith('GET ')) throw new Error(`a page may not ${key}`);
    const face = /^GET \/api_ai(_jp)?\//.test(key) ? 'ai' : 'product';
    const known = faces.get(face) ?? app.identifyByCookie(request, face);
    faces.set(face, known);
    return known;
  };
}

function kindOf(url: string): PageRequest['kind'] {
  const [path = ''] = url.split('?');
  if (path.endsWith(payloadSuffix)) return 'payload';
  return path.endsWith('.data') ? 'data' : 'page';
}

function webRequest(request: FastifyRequest, headers = headersOf(request)) {
  const payload = kindOf(request.url) === 'payload';
  const path = payload ? request.url.replace(payloadSuffix, '') || '/' : request.url;
  // Joined as text: resolved as a reference, a path like //elsewhere or /\elsewhere would name another host.
  const url = new URL(request.visitor.origin + path);
  return new Request(url, { method: request.method, headers });
}

function headersOf(request: FastifyRequest) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return headers;
}

function split(bytes: Buffer, separator: string) {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(separator); at >= 0; at = bytes.indexOf(separator, from)) {
    parts.push(bytes.subarray(from, at));
    from = at + separator.length;
  }
  return [...parts, bytes.subarray(from)];
}

function join(parts: readonly Buffer[], separator: string) {
  const between = Buffer.from(separator);
  return Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [between, part])));
}
