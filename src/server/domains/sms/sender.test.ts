import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { ConfigError, readConfig, showsCodes } from '#server/ground/config/config.ts';
import { phone } from '#tests/sms.ts';
import { createSender } from './sender.ts';
import { messageText } from './sms.ts';

type Seen = { method: string | undefined; headers: IncomingMessage['headers']; body: string };
type Answer = (response: ServerResponse, request: IncomingMessage) => void;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A gateway that answers each request in turn, and repeats the last answer. */
async function gateway(...answers: Answer[]) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    seen.push({ method: request.method, headers: request.headers, body });
    answers[Math.min(seen.length, answers.length) - 1]?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send?key=secret` };
}

const status =
  (code: number, headers = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end('{}');
const to = phone('91234567');
/** For a gateway that never answers; a busy machine must not wait for it long, nor take a slow one for it. */
const impatient = { SMS_HTTP_TIMEOUT_MS: '300' };
const text = 'a "quoted" {to}\nline & 明師';

function senderTo(url: string, environment: Record<string, string> = {}) {
  const config = readConfig({
    DEMO: '0',
    SMS_SENDER: 'http',
    SMS_HTTP_URL: url,
    SMS_SENDER_NAME: '#Mingshi',
    SMS_HTTP_TIMEOUT_MS: '15000',
    ...environment,
  });
  const sender = createSender(config, { info() {} });
  if (!sender) throw new Error('there is no sender');
  return sender;
}

test('a JSON body is escaped, and placeholders inside the text are not replaced', async () => {
  const { seen, url } = await gateway(status(200));
  await senderTo(url, { SMS_HTTP_HEADERS: '{"authorization":"Bearer x"}' }).send({ to, text });
  expect(seen).toHaveLength(1);
  expect(seen[0]?.method).toBe('POST');
  expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer x', 'content-type': 'application/json' });
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ to: '+85291234567', from: '#Mingshi', text });
});

test('a form body is URL-encoded', async () => {
  const { seen, url } = await gateway(status(202));
  await senderTo(url, {
    SMS_HTTP_HEADERS: '{"Content-Type":"application/x-www-form-urlencoded; charset=utf-8"}',
    SMS_HTTP_BODY: 'To={to}&From={sender}&Body={text}',
  }).send({ to, text });
  const form = new URLSearchParams(seen[0]?.body);
  expect(Object.fromEntries(form)).toEqual({ To: '+85291234567', From: '#Mingshi', Body: text });
});

describe('sending is retried', () => {
  const reset: Answer = (_response, request) => void request.socket.resetAndDestroy();
  test.each([
    ['a 500', status(500)],
    ['a 503', status(503)],
    ['a 429', status(429, { 'retry-after': '1' })],
    ['a reset', reset],
  ])('after %s', async (_name, answer) => {
    const { seen, url } = await gateway(answer, status(200));
    await senderTo(url).send({ to, text });
    expect(seen).toHaveLength(2);
  });

  test.each([
    ['500', status(500), 'the SMS gateway answered 500'],
    ['reset', reset, /^the SMS gateway: \w+$/],
  ])('up to three attempts in all: %s', async (_name, answer, message) => {
    const { seen, url } = await gateway(answer);
    await expect(senderTo(url).send({ to, text })).rejects.toThrow(message);
    expect(seen).toHaveLength(3);
  });

  test('when the connection is refused, and the error contains no secret', async () => {
    const { url } = await gateway(status(200));
    for (const close of closing.splice(0)) close();
    const error = await senderTo(url)
      .send({ to, text })
      .catch((caught: Error) => caught);
    expect(String(error)).toBe('GatewayError: the SMS gateway: ECONNREFUSED');
    expect(JSON.stringify([error, (error as Error).cause])).not.toMatch(/secret|9123/);
  });
});

describe('sending is not retried', () => {
  test.each([
    ['a 400', status(400)],
    ['a 401', status(401)],
    ['a redirect', status(307, { location: '/elsewhere' })],
  ])('after %s', async (_name, answer) => {
    const { seen, url } = await gateway(answer, status(200));
    await expect(senderTo(url).send({ to, text })).rejects.toThrow(/^the SMS gateway answered \d+$/);
    expect(seen).toHaveLength(1);
  });

  test('when the gateway received the request but does not answer', async () => {
    const { seen, url } = await gateway(() => {}, status(200));
    await expect(senderTo(url, impatient).send({ to, text })).rejects.toThrow('did not answer in time');
    expect(seen).toHaveLength(1);
  });

  test('after a 2xx whose body hangs or breaks off', async () => {
    const hangs: Answer = (response) => response.writeHead(200, { 'content-length': '100' }).write('{');
    const breaks: Answer = (response, request) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
      setTimeout(() => request.socket.resetAndDestroy(), 20);
    };
    for (const answer of [hangs, breaks]) {
      const { seen, url } = await gateway(answer);
      await senderTo(url, { SMS_HTTP_TIMEOUT_MS: '2000' }).send({ to, text });
      expect(seen).toHaveLength(1);
    }
  });

  test('while a slow answer is still in time', async () => {
    const slow: Answer = (response) => void setTimeout(() => status(200)(response, undefined as never), 150);
    const { seen, url } = await gateway(slow);
    await senderTo(url).send({ to, text });
    expect(seen).toHaveLength(1);
  });
});

describe('choice of the sender', () => {
  test('is the console in demo mode and none otherwise, and the console log contains no number', async () => {
    const lines: unknown[] = [];
    const log = { info: (details: object, message: string) => void lines.push(details, message) };
    await createSender(readConfig({}), log)?.send({ to, text: 'code 123456' });
    expect(JSON.stringify(lines)).toContain('123456');
    expect(JSON.stringify(lines)).not.toContain('9123');
    expect(createSender(readConfig({ DEMO: '0' }), log)).toBeUndefined();
    const config = readConfig({});
    expect(createSender({ ...config, demo: false }, log)).toBeUndefined();
    expect(showsCodes(config)).toBe(true);
    expect(showsCodes({ ...config, demo: false })).toBe(false);
    expect(showsCodes({ ...config, sms: { ...config.sms, sender: 'http' } })).toBe(false);
  });

  const url = 'https://gateway.example/';
  test.each([
    [{ DEMO: '0', SMS_SENDER: 'console' }, 'SMS_SENDER=console'],
    [{ SMS_SENDER: 'pigeon' }, 'SMS_SENDER=pigeon'],
    [{ SMS_SENDER: 'http' }, 'SMS_HTTP_URL='],
    [{ SMS_SENDER: 'http', SMS_HTTP_URL: url }, 'SMS_SENDER_NAME='],
    [{ SMS_SENDER_NAME: 'Mingshi' }, 'SMS_SENDER_NAME=Mingshi'],
    [{ SMS_SENDER_NAME: '#MingshiTooLong' }, 'SMS_SENDER_NAME='],
    [{ SMS_HTTP_HEADERS: '{"a":1}' }, 'SMS_HTTP_HEADERS=…'],
    [{ SMS_HTTP_HEADERS: '{"a":"b\\r\\nc: d"}' }, 'SMS_HTTP_HEADERS=…'],
    [{ SMS_HTTP_HEADERS: 'secret' }, 'SMS_HTTP_HEADERS=…'],
    [
      { SMS_SENDER: 'http', SMS_HTTP_URL: url, SMS_HTTP_BODY: '{"to":{to},"text":{text}}' },
      'SMS_HTTP_BODY=… (must be JSON)',
    ],
    [{ SMS_SENDER: 'http', SMS_HTTP_URL: url, SMS_HTTP_BODY: '{"to":"{to}"}' }, 'must have {text}'],
    [
      {
        SMS_SENDER: 'http',
        SMS_HTTP_URL: url,
        SMS_SENDER_NAME: '#Mingshi',
        SMS_HTTP_HEADERS: '{"content-type":"text/xml"}',
      },
      'SMS_HTTP_HEADERS=…',
    ],
    [{ SMS_DIAL_CODES: 'HK' }, 'SMS_DIAL_CODES=HK'],
    [{ SMS_PRICE: '0' }, 'SMS_PRICE=0'],
  ])('%o is refused', (environment, part) => {
    const attempt = () => readConfig(environment as Record<string, string>);
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(part);
    expect(attempt).not.toThrow(/secret/);
  });
});

test('the text is in the requested language, fits one message, and names the domain for autofill', () => {
  const publicUrl = 'https://www.mingshi.example:8443';
  expect(messageText('012345', 'zh-Hant', publicUrl)).toBe(
    '明師驗證碼 012345，5 分鐘內有效，請勿告訴他人。\n\n@www.mingshi.example #012345',
  );
  expect(messageText('012345', 'zh-Hant', publicUrl).length).toBeLessThanOrEqual(70);
  expect(messageText('012345', 'en', publicUrl)).toMatch(
    /Mingshi code is 012345.*\n\n@www\.mingshi\.example #012345$/,
  );
  expect(messageText('012345', 'en', publicUrl).length).toBeLessThanOrEqual(160);
  expect(messageText('012345', 'en', undefined)).not.toContain('@');
});
