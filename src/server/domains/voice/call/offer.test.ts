import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { brokenOffers, isSurelyWrong } from '#tests/voice/broken-offers.ts';
import { goodOffer, openSockets } from '#tests/voice/good-offer.ts';
import { createHandoverSigner, type Handover, handOver } from '../process/handover.ts';
import { createRelay } from '../upstream/relay.ts';
import { cleanOffer } from './offer.ts';
import { openPeer } from './peer.ts';

let good: string;
beforeAll(async () => {
  good = await goodOffer();
});

const silent = { connected() {}, lost() {}, packet() {}, open() {}, message() {} };
const here = { publicIp: undefined, udpPorts: undefined, isLocal: true };

test('a valid SDP offer is answered; a broken one is refused with badOffer and leaves no socket open', async () => {
  const peer = await openPeer(good, here, silent);
  expect(peer.answer).toMatch(/^v=0/);
  await peer.close();
  const before = openSockets();
  for (const [index, { what, body, type }] of brokenOffers(good, 40).entries()) {
    const made = await openPeer(body, here, silent).catch((error) => error);
    if (made instanceof Error) expect(made, what).toMatchObject({ code: 'badOffer' });
    else {
      expect(isSurelyWrong(index, good) && type === undefined, what).toBe(false);
      await made.close();
    }
  }
  await vi.waitFor(() => expect(openSockets()).toBeLessThanOrEqual(before));
}, 60_000);

test('ICE candidates with host names or TCP are dropped from an offer', () => {
  const withCandidates = `${good}a=candidate:1 1 udp 1 secret.example 5000 typ host\r\na=candidate:2 1 tcp 1 10.0.0.1 5000 typ host\r\na=candidate:3 1 udp 1 10.0.0.2 5000 typ host\r\n`;
  const clean = cleanOffer(withCandidates);
  expect(clean).not.toContain('secret.example');
  expect(clean).not.toContain('10.0.0.1 ');
  expect(clean).toContain('10.0.0.2');
});

test('the configured public address is a candidate beside the machine’s own', async () => {
  const peer = await openPeer(good, { ...here, publicIp: '203.0.113.9' }, silent);
  expect(peer.answer).toMatch(/a=candidate:\S+ 1 udp \d+ 203\.0\.113\.9 \d+ typ host/);
  await peer.close();
});

test('TURN credentials are an HMAC of a user name with an expiry time, different for each user', () => {
  const relay = createRelay(
    { urls: ['turn:turn.example'], secret: 'the secret', ttlSeconds: 600 },
    Buffer.alloc(32, 1),
  );
  const { username, credential, ttl } = relay.credentials(5, 1_000_000_000_000);
  expect(ttl).toBe(600);
  expect(username).toMatch(/^1000000600:[\w-]{16}$/);
  expect(credential).toBe(createHmac('sha1', 'the secret').update(username).digest('base64'));
  expect(relay.credentials(6, 1_000_000_000_000).username).not.toBe(username);
  const none = createRelay({ urls: [], secret: undefined, ttlSeconds: 600 }, Buffer.alloc(32, 1));
  expect(none.credentials(5)).toMatchObject({ urls: [], credential: '' });
});

test('a hand-over signature is valid only for the same content, for ten seconds and with the same key', () => {
  let now = 1_000;
  const seal = createHandoverSigner(Buffer.alloc(32, 1), () => now);
  const signed = seal.sign('POST /calls', '{"a":1}');
  expect(seal.isSigned(signed, 'POST /calls', '{"a":1}')).toBe(true);
  expect(seal.isSigned(signed, 'POST /calls', '{"a":2}')).toBe(false);
  expect(seal.isSigned(signed, 'DELETE /calls', '{"a":1}')).toBe(false);
  expect(
    createHandoverSigner(Buffer.alloc(32, 2), () => now).isSigned(signed, 'POST /calls', '{"a":1}'),
  ).toBe(false);
  const [expires, signature] = signed.split('.');
  expect(seal.isSigned(`${Number(expires) + 1}.${signature}`, 'POST /calls', '{"a":1}')).toBe(false);
  now += 10_001;
  expect(seal.isSigned(signed, 'POST /calls', '{"a":1}')).toBe(false);
});

test('a voice process that dies while answering or answers nonsense counts as unavailable', async () => {
  const replies = ['<html>', '{"sdp":', 'null', '{}'];
  const server = createServer((_, response) => void response.end(replies.shift() ?? '')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (let i = 0; i < 4; i += 1)
    await expect(
      handOver(createHandoverSigner(Buffer.alloc(32, 1)), address, {} as Handover),
    ).rejects.toMatchObject({
      code: 'voiceUnavailable',
    });
});
