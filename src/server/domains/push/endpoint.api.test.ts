import dns from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '#server/ground/config/config.ts';
import { testKey } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { deliver, vapidKeysOf } from './deliver.ts';
import { isAcceptable, isPublicAddress, type Reach } from './endpoint.ts';

const { registered } = await serve();

const { publicKey: p256dh } = vapidKeysOf(Buffer.alloc(32, 9));
const keys = { p256dh, auth: 'A'.repeat(22) };

const sendTo = async (endpoint: string, reach: Reach = 'internet') => {
  const subscription = { id: 1, userId: 1, sessionId: '', locale: 'en' as const, endpoint, keys };
  const payload = { title: '', body: '', path: '', tag: '', lang: '' };
  return deliver(
    { vapid: vapidKeysOf(testKey), contact: 'mailto:a@b.example', reach },
    subscription,
    { payload, topic: 'x', urgency: 'normal' },
    new AbortController().signal,
  );
};

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fd00::1',
  '2002:7f00:1::',
  '2001:db8::1',
  'ff02::1',
  'nonsense',
])('%s is not a public address', (address) => expect(isPublicAddress(address)).toBe(false));

test.each(['8.8.8.8', '172.32.0.1', '142.250.1.1', '2607:f8b0:4005:80a::200a'])(
  '%s is a public address',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

const privateEndpoints = [
  'http://fcm.googleapis.com/fcm/send/x',
  'https://127.0.0.1/x',
  'https://127.1/x',
  'https://0x7f000001/x',
  'https://2130706433/x',
  'https://[::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/x',
  'https://postgres/x',
  'https://fcm.googleapis.com:8443/x',
  'https://name:secret@fcm.googleapis.com/x',
];

test.each(privateEndpoints)(
  '%s is refused by the URL check, by the endpoint and by the sender',
  async (endpoint) => {
    expect(isAcceptable(endpoint, 'internet')).toBe(false);
    const person = await registered();
    const answer = await person.browser.put('/api/users/push', { endpoint, keys });
    expect(answer).toMatchObject({ status: 400, code: 1001 });
    expect(Object.keys(answer.data.fields)).toEqual(['endpoint']);
    await expect(sendTo(endpoint)).rejects.toThrow('not one to send to');
  },
);

test('the host names of push services are accepted', () => {
  for (const host of [
    'fcm.googleapis.com',
    'updates.push.services.mozilla.com',
    'web.push.apple.com',
    'wns2-sg2p.notify.windows.com',
  ])
    expect(isAcceptable(`https://${host}/send/abc:def`, 'internet')).toBe(true);
});

describe('a host name that resolves to a private address', () => {
  /** A DNS resolver that is controlled by the owner of the name. */
  const resolvingTo = (...addresses: string[]) => {
    const answer = ((_name: string, _options: object, callback: (...given: unknown[]) => void) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as unknown as typeof dns.lookup;
    const spy = vi.spyOn(dns, 'lookup').mockImplementation(answer);
    onTestFinished(() => spy.mockRestore());
  };
  const endpoint = 'https://push.example.com/x';

  test.each([['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::1']])(
    'is refused by the endpoint: %s %s',
    async (...addresses) => {
      const person = await registered();
      resolvingTo(...addresses);
      const answer = await person.browser.put('/api/users/push', { endpoint, keys });
      expect(Object.keys(answer.data.fields)).toEqual(['endpoint']);
    },
  );

  test('while a name that resolves to a public address is accepted', async () => {
    const person = await registered();
    resolvingTo('8.8.8.8');
    expect((await person.browser.put('/api/users/push', { endpoint, keys })).code).toBe(0);
  });

  test('is refused when connecting, if it resolves there only later', async () => {
    resolvingTo('127.0.0.1');
    await expect(sendTo(endpoint)).rejects.toThrow('not public');
  });
});

test('of an endless response only the status is read', async () => {
  const closed = Promise.withResolvers<'closed'>();
  const server = createServer((_request, response) => {
    response.writeHead(201);
    const pouring = setInterval(() => response.write('x'.repeat(10_000)), 1);
    response.on('close', () => {
      clearInterval(pouring);
      closed.resolve('closed');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await sendTo(`http://127.0.0.1:${port}/x`, 'anywhere')).toBe(201);
  // Long before the response timeout.
  expect(await Promise.race([closed.promise, sleep(5_000, 'still open')])).toBe('closed');
});

test('delivery to this machine is allowed only in demo mode', () => {
  expect(readConfig({}).push.anywhere).toBe(false);
  expect(() => readConfig({ DEMO: '0', PUSH_ANYWHERE: '1' })).toThrow(/PUSH_ANYWHERE/);
});

test('the same secret gives the same VAPID key pair, another secret another pair', () => {
  const [one, same, other] = [testKey, Buffer.from(testKey), Buffer.alloc(32, 8)].map(vapidKeysOf);
  expect(one).toEqual(same);
  expect(one?.publicKey).not.toBe(other?.publicKey);
  expect(one?.publicKey).toMatch(/^B[\w-]{86}$/);
});
