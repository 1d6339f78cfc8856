import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Api, ApiError, browserApi } from './api.ts';

/** A test HTTP server: it sends the responses that a test has queued and records the requests. */
let server: Server;
let base = '';
let responses: { status: number; body: unknown; type?: string }[] = [];
let received: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ method: request.method, url: request.url, headers: request.headers, body });
    const answer = responses.shift() ?? { status: 200, body: { code: 0, data: 'ok', message: '' } };
    response
      .writeHead(answer.status, { 'content-type': answer.type ?? 'application/json' })
      .end(answer.type ? answer.body : JSON.stringify(answer.body));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  base = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => server.close());

const local = new Map<string, string>();
beforeEach(() => {
  responses = [];
  received = [];
  local.clear();
  vi.stubGlobal('localStorage', { getItem: (key: string) => local.get(key) ?? null });
  vi.stubGlobal('document', { cookie: 'a=b; csrftoken=signed' });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

// The contract grows with each domain; the API client is the same for every call, so any key will do here.
type AnyApi = (key: string, input?: object) => Promise<unknown>;
const onSessionInvalid = vi.fn();
const onSuspended = vi.fn();
const api = (options: Partial<Parameters<typeof browserApi>[0]> = {}) =>
  browserApi({ base, aiBase: `${base}/ai`, onSessionInvalid, onSuspended, ...options }) as Api as AnyApi;

it('every request carries language and access token; only POST, PUT and DELETE carry the CSRF token', async () => {
  local.set('token', 'product');
  await api()('GET /api/common_info/school/{id}', { params: { id: 'a/b' }, query: { x: 1, y: undefined } });
  expect(received[0]).toMatchObject({ method: 'GET', url: '/api/common_info/school/a%2Fb?x=1' });
  expect(received[0]?.headers).toMatchObject({
    'accept-language': 'zh-Hant',
    authorization: 'Bearer product',
  });
  expect(received[0]?.headers['x-csrftoken']).toBeUndefined();
  for (const method of ['POST', 'PUT', 'DELETE'])
    await api({ locale: 'en' })(`${method} /api/x`, { body: { a: 1 } });
  for (const request of received.slice(1)) {
    expect(request.headers).toMatchObject({
      'x-csrftoken': 'signed',
      'accept-language': 'en',
      'content-type': 'application/json',
    });
    expect(request.body).toBe('{"a":1}');
  }
});

it('a plain-text response is returned as it is, and an error response is an envelope', async () => {
  responses = [
    { status: 200, body: 'v=0\r\n', type: 'text/plain; charset=utf-8' },
    { status: 402, body: { code: 2009, data: null, message: 'used up' } },
  ];
  const call = () => api()('POST /api_ai_jp/realtime/answer_sdp', { text: 'v=0' });
  expect(await call()).toBe('v=0\r\n');
  await expect(call()).rejects.toMatchObject({ code: 2009, message: 'used up' });
});

it('only /api_ai/ paths use the AI base URL, and product and AI calls each send their own token', async () => {
  local.set('token', 'product');
  await api()('GET /api_ai/chat_ai/threads');
  local.set('ai_token', 'ai');
  await api()('GET /api_ai/chat_ai/threads');
  await api()('POST /api_ai_jp/realtime/answer_sdp', { text: 'v=0' });
  await api()('GET /api/users/info');
  expect(received.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/ai/api_ai/chat_ai/threads', undefined],
    ['/ai/api_ai/chat_ai/threads', 'Bearer ai'],
    ['/api_ai_jp/realtime/answer_sdp', 'Bearer ai'],
    ['/api/users/info', 'Bearer product'],
  ]);
  expect(received[2]?.headers['content-type']).toBe('text/plain');
  expect(received[2]?.body).toBe('v=0');
});

it.each([408, 409, 425, 429, 500, 502, 503, 504])(
  'a GET is retried once on status %i, a POST is not',
  async (status) => {
    responses = [{ status, body: {} }];
    expect(await api()('GET /api/x')).toBe('ok');
    expect(received).toHaveLength(2);
    responses = [{ status, body: { code: 1500, data: null, message: 'no' } }];
    await expect(api()('POST /api/x')).rejects.toThrow('no');
    expect(received).toHaveLength(3);
  },
);

it('a GET is not retried on other statuses, nor more than once', async () => {
  responses = [{ status: 400, body: { code: 1001, data: { fields: { a: 'wrong' } }, message: 'bad' } }];
  const error = await api()('GET /api/x').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 1001, fields: { a: 'wrong' }, message: 'bad' });
  expect(received).toHaveLength(1);
  const broken = { status: 503, body: { code: 1010, data: null, message: 'away' } };
  responses = [broken, broken, broken];
  await expect(api()('GET /api/x')).rejects.toThrow('away');
  expect(received).toHaveLength(3);
});

it('an invalid session is reported once, and every failed call is logged with the common prefix', async () => {
  responses = [{ status: 401, body: { code: 3001, data: null, message: 'dead' } }];
  await expect(api()('GET /api/x')).rejects.toThrow('dead');
  expect(onSessionInvalid).toHaveBeenCalledOnce();
  expect(vi.mocked(console.error).mock.calls[0]?.[0]).toMatch(/^應用層錯誤/);
});

it('event streams are returned as streams and files as blobs; an HTML page instead of an envelope is an error', async () => {
  const bare = (type: string, body: string, status = 200) => ({ status, body, type });
  responses = [bare('text/event-stream; charset=utf-8', 'data: 1\n\n')];
  const stream = (await api()('POST /api/x')) as ReadableStream<Uint8Array>;
  expect(await new Response(stream).text()).toBe('data: 1\n\n');
  responses = [bare('text/markdown; charset=utf-8', '# 標題')];
  expect(await ((await api()('GET /api/x')) as Blob).text()).toBe('# 標題');
  responses = [bare('text/html', '<p>'), bare('text/html', '<p>')];
  await expect(api()('GET /api/x')).rejects.toThrow();
  // A call refused before its stream begins answers with an ordinary envelope.
  responses = [{ status: 402, body: { code: 2009, data: null, message: '已用完' } }];
  await expect(api()('POST /api/x')).rejects.toThrow('已用完');
});
