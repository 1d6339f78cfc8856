import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createChatClient } from '#tests/chat.ts';
import { createTestDatabase } from '#tests/database.ts';
import { testKey } from '#tests/people.ts';
import { createDataDir, startServer } from '#tests/server-process.ts';
import { eventually } from '../../deploy/cluster/keep.ts';

const key = testKey.toString('base64');

async function startOn(url: string, environment: Record<string, string> = {}) {
  const server = startServer(
    {
      DATABASE_URL: url,
      DATA_DIR: await createDataDir(),
      DEMO: '1',
      ROLES: 'web',
      LOG_LEVEL: 'error',
      PHONE_KEYS: `k1:${key}`,
      SECRET_KEY: key,
      ...environment,
    },
    [process.execPath, 'tests/fault-server.ts'],
  );
  return { ...server, address: await server.address };
}

test('after SIGTERM a process reports not ready, keeps serving while it drains, ends event streams and finishes running requests', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const { child, exit, address } = await startOn(url, { DRAIN_SECONDS: '3' });
  const visitor = createChatClient(address);
  const thread = await visitor.newThread();
  const stream = await fetch(`${address}/api_ai/chat_ai/threads/${thread}/events`, {
    headers: { cookie: visitor.cookie() },
  });
  expect(stream.status).toBe(200);
  let endedAt = 0;
  const streamed = stream.text().then(() => {
    endedAt = performance.now();
  });

  const signalledAt = performance.now();
  child.kill('SIGTERM');
  await eventually('it is not ready', async () => (await fetch(`${address}/readyz`)).status === 503);
  const during = await fetch(`${address}/api/common_info/grade`);
  expect([during.status, during.headers.get('connection')]).toEqual([200, 'close']);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  expect(endedAt).toBe(0);
  const late = fetch(`${address}/fault-test/slow/3500`);
  await streamed;
  expect(endedAt - signalledAt).toBeGreaterThan(2_900);
  const answer = await late;
  expect([answer.status, await answer.json()]).toEqual([200, { one: 1 }]);
  expect(await exit).toBe(0);
  await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed');
}, 60_000);

test('a process that loses its database reports not ready, and becomes ready again by itself', async () => {
  const { url, database, drop } = await createTestDatabase();
  onTestFinished(drop);
  const { address } = await startOn(url);
  const ready = async () => (await fetch(`${address}/readyz`)).status;
  expect(await ready()).toBe(200);
  const name = new URL(url).pathname.slice(1);
  await asMaintainer(url, `alter database ${name} allow_connections false`);
  await asMaintainer(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`,
  );
  expect(await ready()).toBe(503);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  await asMaintainer(url, `alter database ${name} allow_connections true`);
  await eventually('it is ready again', async () => (await ready()) === 200, 15_000);
  expect((await fetch(`${address}/fault-test/kept`)).status).toBe(200);
  await database.pool.query('select 1');
}, 60_000);

async function asMaintainer(url: string, statement: string) {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const client = new pg.Client(maintenance.href);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
