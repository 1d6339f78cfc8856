import { expect, onTestFinished, test, vi } from 'vitest';
import { serve } from '#tests/serve.ts';

/** Processes of one product: two apps over one database. */
async function serveTwice(limit: string) {
  const environment = { RATE_LIMIT_PER_MINUTE: limit };
  const one = await serve({ environment, whenOver: onTestFinished });
  const other = await serve({ environment, over: one.database, whenOver: onTestFinished });
  return {
    database: one.database,
    ask: async (at: 0 | 1, remoteAddress: string, url = '/api/common_info/weekday') =>
      (await [one, other][at]?.app.inject({ url, remoteAddress }))?.statusCode,
  };
}

/** Asks fewer times than the process would allow by its own count, with time between for what others tell. */
const untilRefused = (ask: () => Promise<number | undefined>) =>
  vi.waitFor(async () => expect(await ask()).toBe(429), { timeout: 15_000, interval: 1_000 });

test('whoever has used up what they may at one process is refused at the others, and nobody else is', async () => {
  const { ask } = await serveTwice('20');
  for (let call = 0; call < 20; call++) expect(await ask(0, '203.0.113.7')).toBe(200);
  await untilRefused(() => ask(1, '203.0.113.7'));
  expect(await ask(0, '203.0.113.7')).toBe(429);
  expect(await ask(1, '203.0.113.8')).toBe(200);
});

test('a call with a limit of its own is counted apart, at all processes together', async () => {
  const { ask } = await serveTwice('100000');
  const mayTwenty = '/api/users/is_banned';
  for (let call = 0; call < 20; call++) expect(await ask(0, '203.0.113.9', mayTwenty)).not.toBe(429);
  await untilRefused(() => ask(1, '203.0.113.9', mayTwenty));
  expect(await ask(1, '203.0.113.9')).toBe(200);
});

test('of a crowd that calls little nothing is told, of whoever calls much it is', async () => {
  const { ask, database } = await serveTwice('100');
  const told = new Set<string>();
  const hear = (payload: string) => {
    for (const [who] of JSON.parse(payload).news) told.add(who);
  };
  onTestFinished(await database.listen('rate_limits', hear, () => {}));
  for (let call = 0; call < 50; call++) await ask(0, `203.0.113.${call}`);
  for (let call = 0; call < 5; call++) await ask(0, '203.0.113.99');
  await vi.waitFor(() => expect(told.size).toBe(1));
});
