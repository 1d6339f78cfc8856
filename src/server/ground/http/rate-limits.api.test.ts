import { expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '#tests/serve.ts';

/** Two apps on one database, like two processes of the product. */
async function serveTwice(limit: string) {
  const environment = { RATE_LIMIT_PER_MINUTE: limit };
  const one = await serve({ environment, whenOver: onTestFinished });
  const other = await serve({ environment, over: one.database, whenOver: onTestFinished });
  return {
    database: one.database,
    request: async (at: 0 | 1, remoteAddress: string, url = '/api/common_info/weekday') =>
      (await [one, other][at]?.app.inject({ url, remoteAddress }))?.statusCode,
  };
}

/** Makes fewer requests than the process's own count allows, with pauses for the other's broadcasts. */
const untilRefused = (request: () => Promise<number | undefined>) =>
  vi.waitFor(async () => expect(await request()).toBe(429), { timeout: 15_000, interval: 1_000 });

test('a client that has reached the rate limit at one process is refused at the others too; other clients are not', async () => {
  const { request } = await serveTwice('20');
  for (let call = 0; call < 20; call++) expect(await request(0, '203.0.113.7')).toBe(200);
  await untilRefused(() => request(1, '203.0.113.7'));
  expect(await request(0, '203.0.113.7')).toBe(429);
  expect(await request(1, '203.0.113.8')).toBe(200);
});

test('a call with its own rate limit is counted separately, across all processes', {
  tags: ['whole'],
}, async () => {
  const { request } = await serveTwice('100000');
  const limitedTo20 = '/api/users/is_banned';
  for (let call = 0; call < 20; call++) expect(await request(0, '203.0.113.9', limitedTo20)).not.toBe(429);
  await untilRefused(() => request(1, '203.0.113.9', limitedTo20));
  expect(await request(1, '203.0.113.9')).toBe(200);
});

test('only the counts of clients with many calls are broadcast to other processes', async () => {
  const { request, database } = await serveTwice('100');
  const broadcast = new Set<string>();
  const receive = (payload: string) => {
    for (const [client] of JSON.parse(payload).news) broadcast.add(client);
  };
  onTestFinished(await database.listen('rate_limits', receive, () => {}));
  for (let call = 0; call < 50; call++) await request(0, `203.0.113.${call}`);
  for (let call = 0; call < 5; call++) await request(0, '203.0.113.99');
  await vi.waitFor(() => expect(broadcast.size).toBe(1));
});
