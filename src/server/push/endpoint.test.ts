import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serveAccounts } from '../../../tests/accounts-app.ts';
import { testKey } from '../../../tests/people.ts';
import { readConfig } from '../config.ts';
import { deliver } from './deliver.ts';
import { isAcceptable } from './endpoint.ts';
import { isPublicAddress, publicLookup } from './public-address.ts';
import { vapidKeysOf } from './vapid.ts';

const { registered } = serveAccounts();

const { publicKey: p256dh } = vapidKeysOf(Buffer.alloc(32, 9));
const keys = { p256dh, auth: 'A'.repeat(22) };

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
])('%s is not on the internet', (address) => expect(isPublicAddress(address)).toBe(false));

test.each(['8.8.8.8', '172.32.0.1', '142.250.1.1', '2607:f8b0:4005:80a::200a'])(
  '%s is on the internet',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

const inside = [
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

test.each(inside)('%s is refused by its letters, by the call and by the sender', async (endpoint) => {
  expect(isAcceptable(endpoint, 'internet')).toBe(false);
  const person = await registered();
  const answer = await person.browser.put('/api/users/push', { endpoint, keys });
  expect(answer).toMatchObject({ status: 400, code: 1001 });
  expect(Object.keys(answer.data.fields)).toEqual(['endpoint']);
  const sender = { vapid: vapidKeysOf(testKey), contact: 'mailto:a@b.example', reach: 'internet' as const };
  const subscription = { id: 1, userId: 1, sessionId: '', locale: 'en' as const, endpoint, keys };
  const payload = { title: '', body: '', path: '', tag: '', lang: '' };
  const attempt = async () =>
    deliver(sender, subscription, { payload, topic: 'x', urgency: 'normal' }, new AbortController().signal);
  await expect(attempt()).rejects.toThrow('not one to send to');
});

test('the names of push services are taken', () => {
  for (const host of [
    'fcm.googleapis.com',
    'updates.push.services.mozilla.com',
    'web.push.apple.com',
    'wns2-sg2p.notify.windows.com',
  ])
    expect(isAcceptable(`https://${host}/send/abc:def`, 'internet')).toBe(true);
});

test('a name that leads inside is refused where the connection is made', async () => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { default: http } = await import('node:http');
  // A resolver may give any name such an address; this one every machine has.
  const attempt = new Promise((resolve, reject) =>
    http.get({ host: 'localhost', port, lookup: publicLookup }, resolve).on('error', reject),
  );
  await expect(attempt).rejects.toThrow('not public');
  expect(asked).toBe(0);
});

test('delivery to this machine is for tests in demo mode', () => {
  expect(readConfig({}).push.anywhere).toBe(false);
  expect(() => readConfig({ DEMO: '0', PUSH_ANYWHERE: '1' })).toThrow(/PUSH_ANYWHERE/);
});

test('the same secret makes the same pair, another one another', () => {
  const [one, same, other] = [testKey, Buffer.from(testKey), Buffer.alloc(32, 8)].map(vapidKeysOf);
  expect(one).toEqual(same);
  expect(one?.publicKey).not.toBe(other?.publicKey);
  expect(one?.publicKey).toMatch(/^B[\w-]{86}$/);
});
