import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  randomBytes,
  verify as verifySignature,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Delivery = {
  path: string;
  headers: IncomingHttpHeaders;
  /** Decrypted with the browser's own keys. */
  payload: unknown;
  vapid: { publicKey: string; claims: { aud: string; exp: number; sub: string } };
};

/** A push service on this machine with simulated browsers, which accepts only what the standards allow. */
export async function openPushPeer() {
  const browsers = new Map<string, Browser>();
  const deliveries: Delivery[] = [];
  const problems: unknown[] = [];
  let status = 201;
  let pauseMs = 0;

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    if (status !== 201) return response.writeHead(status).end('x'.repeat(1000));
    try {
      const path = request.url ?? '';
      const browser = browsers.get(path);
      if (!browser || request.method !== 'POST') throw new Error(`nothing is at ${request.method} ${path}`);
      const { headers } = request;
      if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not aes128gcm');
      if (!/^\d+$/.test(String(headers.ttl))) throw new Error('RFC 8030 asks for a TTL');
      const vapid = checkVapid(headers.authorization ?? '', origin());
      const payload = JSON.parse(decrypt(Buffer.concat(parts), browser).toString());
      deliveries.push({ path, headers, payload, vapid });
      if (pauseMs > 0) await sleep(pauseMs);
      response.writeHead(201).end();
    } catch (error) {
      problems.push(error);
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    deliveries,
    problems,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    answer(next: number) {
      status = next;
    },
    /** Takes messages as before, and answers only after this time. */
    slow(ms: number) {
      pauseMs = ms;
    },
    /** A new browser's subscription, as its pushManager would give it. */
    subscription() {
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      browsers.set(path, { pair, auth });
      return {
        endpoint: origin() + path,
        keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
      };
    },
  };
}

type Browser = { pair: ReturnType<typeof createECDH>; auth: Buffer };

const hmac = (key: Buffer, ...parts: (Buffer | string)[]) => {
  const made = createHmac('sha256', key);
  for (const part of parts) made.update(part);
  return made.digest();
};
const one = Buffer.from([1]);

/** RFC 8291 §3.4 for the key, RFC 8188 §2 for the content: a push message is a single record. */
function decrypt(message: Buffer, { pair, auth }: Browser) {
  const salt = message.subarray(0, 16);
  const recordSize = message.readUInt32BE(16);
  const idLength = message.readUInt8(20);
  const serverKey = message.subarray(21, 21 + idLength);
  const record = message.subarray(21 + idLength);
  if (idLength !== 65 || record.length > recordSize) throw new Error('not one record after a P-256 key');

  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), serverKey]);
  const inputKey = hmac(hmac(auth, pair.computeSecret(serverKey)), keyInfo, one);
  const pseudoRandomKey = hmac(salt, inputKey);
  const contentKey = hmac(pseudoRandomKey, 'Content-Encoding: aes128gcm\0', one).subarray(0, 16);
  const nonce = hmac(pseudoRandomKey, 'Content-Encoding: nonce\0', one).subarray(0, 12);

  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('the last record ends with a 2');
  return padded.subarray(0, end);
}

/** RFC 8292: a JWT signed with ES256 by the named key, for this audience, valid for at most a day. */
function checkVapid(authorization: string, origin: string): Delivery['vapid'] {
  const [, token = '', publicKey = ''] = /^vapid t=([^,\s]+),\s*k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  if (read(head).alg !== 'ES256') throw new Error('not ES256');
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signed = Buffer.from(`${head}.${body}`);
  const isValid = verifySignature(
    'sha256',
    signed,
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isValid) throw new Error('the signature is not by that key');
  const claims = read(body);
  const now = Date.now() / 1000;
  if (claims.aud !== origin) throw new Error(`for ${claims.aud}, not for ${origin}`);
  if (!(claims.exp > now && claims.exp <= now + 24 * 60 * 60)) throw new Error('not good now');
  return { publicKey, claims };
}
