import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '#server/ground/http/errors.ts';
import { createLog } from '#server/ground/log/log.ts';
import { serve } from '#tests/serve.ts';

const test = await serve({
  pages: true,
  register(app) {
    app.post('/api/test/echo', async (request) => request.body);
    app.get('/api/test/broken', async () => {
      throw new Error('secret detail');
    });
    app.get('/api/test/slow', { handlerTimeout: 30 }, () => new Promise(() => {}));
    app.get('/api/test/dead-session', async () => {
      throw new AppError('sessionInvalid');
    });
  },
});

const english = { 'accept-language': 'en' };

describe('every failed API call is answered with a JSON envelope', () => {
  it.each([
    [
      'bad JSON',
      {
        method: 'POST',
        url: '/api/test/echo',
        payload: '{"a":',
        headers: { 'content-type': 'application/json' },
      },
      400,
      1002,
    ],
    [
      'an empty JSON body',
      { method: 'POST', url: '/api/test/echo', payload: '', headers: { 'content-type': 'application/json' } },
      400,
      1002,
    ],
    [
      'a compressed body',
      {
        method: 'POST',
        url: '/api/test/echo',
        payload: gzipSync('{"a":1}'),
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      },
      400,
      1002,
    ],
    ['an unknown path', { method: 'GET', url: '/api/nothing' }, 404, 1003],
    ['an unknown AI path', { method: 'POST', url: '/api_ai/nothing' }, 404, 1003],
    ['a wrong method', { method: 'DELETE', url: '/api/common_info/grade' }, 405, 1004],
    ['a record that does not exist', { method: 'GET', url: '/api/common_info/school/999999' }, 404, 1005],
    [
      'a body that is too large',
      { method: 'POST', url: '/api/test/echo', payload: { a: 'x'.repeat(1_100_000) } },
      413,
      1006,
    ],
    [
      'a wrong content type',
      {
        method: 'POST',
        url: '/api/test/echo',
        payload: '<a/>',
        headers: { 'content-type': 'application/xml' },
      },
      415,
      1007,
    ],
    ['a handler that times out', { method: 'GET', url: '/api/test/slow' }, 503, 1009],
    ['a malformed URL', { method: 'GET', url: '/api/%E0%A4%A' }, 400, 1011],
    ['an unexpected exception', { method: 'GET', url: '/api/test/broken' }, 500, 1500],
    ['an ended session', { method: 'GET', url: '/api/test/dead-session' }, 401, 3001],
  ] as const)('%s has its status, code and localised message', async (_name, options, status, code) => {
    const chinese = await test.app.inject(options as never);
    expect(chinese.statusCode).toBe(status);
    expect(chinese.json()).toMatchObject({ code, data: null });
    expect(chinese.json().message).toMatch(/[\u4e00-\u9fff]/);
    expect(chinese.body).not.toMatch(/secret detail|node_modules|at \w+ \(/);
    expect(chinese.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    const inEnglish = await test.app.inject({
      ...options,
      headers: { ...('headers' in options ? options.headers : {}), ...english },
    } as never);
    expect(inEnglish.json().message).toMatch(/^[\x20-\x7e]+$/);
  });

  it('a wrong method is answered with the allowed methods in the Allow header', async () => {
    const response = await test.app.inject({ method: 'PUT', url: '/api/common_info/grade/' });
    expect(response.headers.allow).toBe('GET');
  });

  it('a validation error names the invalid fields with messages in the caller’s language', async () => {
    const response = await test.app.inject({ url: '/api/common_info/school?page=0&page_size=abc' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 1001,
      data: { fields: { page: '不可小於 1', page_size: '請輸入數字' } },
    });
    const inEnglish = await test.app.inject({
      url: '/api/common_info/school?page=-1&page_size=9999',
      headers: english,
    });
    expect(inEnglish.json().data.fields).toEqual({
      page: 'Must be 1 or more',
      page_size: 'Must be 2000 or less',
    });
  });

  it('too many API requests are answered 429 with Retry-After; pages are not counted', async () => {
    const limited = await serve({
      environment: { RATE_LIMIT_PER_MINUTE: '3' },
      pages: true,
      whenOver: onTestFinished,
    });
    const statuses = [];
    for (let i = 0; i < 5; i++)
      statuses.push((await limited.app.inject({ url: '/api/common_info/grade' })).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const refused = await limited.app.inject({ url: '/api/nothing', headers: english });
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 1008, message: expect.stringContaining('Too many') });
    expect(refused.headers['retry-after']).toBeTruthy();
    // Pages call the API inside the process, and such calls are not counted.
    for (let i = 0; i < 3; i++)
      expect(
        (await limited.app.inject({ url: '/faq', headers: { 'accept-language': 'zh' } })).statusCode,
      ).toBe(200);
  });

  it('the default rate limit lets 30 visitors behind one address start at once', {
    tags: ['whole'],
  }, async () => {
    const usual = await serve({
      environment: { RATE_LIMIT_PER_MINUTE: '' },
      pages: true,
      whenOver: onTestFinished,
    });
    const starts = Array.from({ length: 30 * 24 }, () =>
      usual.app.inject({ url: '/api/common_info/weekday' }),
    );
    const statuses = (await Promise.all(starts)).map((response) => response.statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('API headers', () => {
  it('a reference call with a current ETag is answered 304, per language', async () => {
    const first = await test.app.inject({ url: '/api/common_info/grade' });
    const again = await test.app.inject({
      url: '/api/common_info/grade',
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    const inEnglish = await test.app.inject({
      url: '/api/common_info/grade',
      headers: { ...english, 'if-none-match': String(first.headers.etag) },
    });
    expect(inEnglish.statusCode).toBe(200);
    expect(first.headers.vary).toContain('Accept-Language');
  });
  it('a long answer is compressed with Brotli on request', async () => {
    const response = await test.app.inject({ url: '/api/faqchat/faq', headers: { 'accept-encoding': 'br' } });
    expect(response.headers['content-encoding']).toBe('br');
  });
  it('CORS headers are sent only to configured origins', async () => {
    const origin = { origin: 'https://other.example' };
    expect(
      (await test.app.inject({ url: '/api/common_info/grade', headers: origin })).headers[
        'access-control-allow-origin'
      ],
    ).toBeUndefined();
    const open = await serve({
      environment: { CORS_ORIGINS: 'https://other.example' },
      pages: true,
      whenOver: onTestFinished,
    });
    const allowed = await open.app.inject({ url: '/api/common_info/grade', headers: origin });
    expect(allowed.headers['access-control-allow-origin']).toBe('https://other.example');
    const preflight = await open.app.inject({
      method: 'OPTIONS',
      url: '/api/common_info/grade',
      headers: { ...origin, 'access-control-request-method': 'GET' },
    });
    expect(preflight.statusCode).toBe(204);
    const other = await open.app.inject({
      url: '/api/common_info/grade',
      headers: { origin: 'https://evil.example' },
    });
    expect(other.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('around the API', () => {
  it('/healthz and /readyz answer that the process is alive and ready', async () => {
    expect((await test.app.inject('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await test.app.inject('/readyz')).json()).toEqual({ status: 'ready' });
  });
  it('the OpenAPI 3.1 document and a page to read it are published', async () => {
    const document = (await test.app.inject('/api/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths['/api/common_info/school/{id}'].get.parameters[0]).toMatchObject({
      name: 'id',
      in: 'path',
    });
    const page = await test.app.inject('/api/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toBeTruthy();
  });
});

describe('logs', () => {
  it('contain no IP address, query string, body, header or row values', async () => {
    const lines: string[] = [];
    const log = createLog('trace', { write: (line) => lines.push(line) });
    const logged = await serve({
      register(app) {
        app.post('/api/test/fails', async () => {
          throw Object.assign(new Error('duplicate key'), {
            code: '23505',
            detail: 'Key (mobile)=(61234567)',
          });
        });
      },
      parts: { log },
      pages: true,
      whenOver: onTestFinished,
    });
    await logged.app.inject({
      method: 'POST',
      url: '/api/test/fails?mobile=61234567',
      payload: { mobile: '61234567' },
      headers: { authorization: 'Bearer 61234567', cookie: 'a=61234567', 'x-request-id': '61234567' },
      remoteAddress: '203.0.113.9',
    });
    for (const prefix of ['', '/en']) await logged.app.inject(`${prefix}/safe/61234567aaaaaaaaaaaaaa`);
    const text = lines.join('');
    expect(text).toContain('"path":"/safe/…"');
    expect(text).toContain('"path":"/api/test/fails"');
    expect(text).toContain('應用層錯誤');
    expect(text).not.toMatch(/61234567|203\.0\.113\.9/);
  });
});

it('a cached list is one frozen object shared by all callers', async () => {
  const visitor = { locale: 'en', address: '', userAgent: '', origin: '' } as const;
  const request = async () =>
    (await test.app.calls.answer('GET /api/common_info/grade', {}, visitor)).data as {
      list: { name: string }[];
    };
  const first = await request();
  expect((await request()) === first).toBe(true);
  expect(() => first.list.reverse()).toThrow(TypeError);
  expect(() => Object.assign(first.list[0] ?? {}, { name: '' })).toThrow(TypeError);
});
