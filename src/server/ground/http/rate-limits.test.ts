import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createApiApp } from '#tests/api-app.ts';
import { createTestDatabase } from '#tests/database.ts';

/** Processes of one product: as many apps over one database. */
async function startApps(count: number, limit: string) {
  const { database, drop } = await createTestDatabase();
  const apps: FastifyInstance[] = [];
  for (let at = 0; at < count; at++)
    apps.push(await createApiApp(database, { RATE_LIMIT_PER_MINUTE: limit }));
  onTestFinished(async () => {
    for (const app of apps) await app.close();
    await drop();
  });
  return {
    database,
    ask: async (at: number, remoteAddress: string, url = '/api/common_info/weekday') =>
      (await apps[at]?.inject({ url, remoteAddress }))?.statusCode,
  };
}

/** Asks fewer times than the process would allow by its own count, with time between for what others tell. */
async function untilRefused(tries: number, ask: () => Promise<number | undefined>) {
  let status: number | undefined;
  for (let at = 0; at < tries && status !== 429; at++) {
    await sleep(1_000);
    status = await ask();
  }
  return status;
}

test('whoever has used up what they may at one process is refused at the others, and nobody else is', async () => {
  const { ask } = await startApps(2, '4');
  for (let call = 0; call < 4; call++) expect(await ask(0, '203.0.113.7')).toBe(200);
  expect(await untilRefused(3, () => ask(1, '203.0.113.7'))).toBe(429);
  expect(await ask(0, '203.0.113.7')).toBe(429);
  expect(await ask(1, '203.0.113.8')).toBe(200);
});

test('a call with a limit of its own is counted apart, at all processes together', async () => {
  const { ask } = await startApps(2, '100000');
  const mayTwenty = '/api/users/is_banned';
  for (let call = 0; call < 20; call++) expect(await ask(0, '203.0.113.9', mayTwenty)).not.toBe(429);
  expect(await untilRefused(10, () => ask(1, '203.0.113.9', mayTwenty))).toBe(429);
  expect(await ask(1, '203.0.113.9')).toBe(200);
});

test('a steady crowd below its limit is told to nobody', async () => {
  const { ask, database } = await startApps(2, '100000');
  const told: string[] = [];
  onTestFinished(
    await database.listen(
      'rate_limits',
      (payload) => told.push(payload),
      () => {},
    ),
  );
  for (let call = 0; call < 50; call++) await ask(0, `203.0.113.${call}`);
  await sleep(600);
  expect(told).toEqual([]);
});
