import { expect, onTestFinished, test, vi } from 'vitest';
import { startBalancer } from '#tests/cluster/balancer.ts';
import { loadSteadily } from '#tests/cluster/steady-load.ts';
import { createTestDatabase } from '#tests/database.ts';
import { testKey } from '#tests/people.ts';
import { createDataDir, startServer } from '#tests/server-process.ts';
import { freePorts } from '../../deploy/cluster/free-ports.ts';
import { eventually } from '../../deploy/cluster/keep.ts';

const key = testKey.toString('base64');

test.each(['haproxy', 'nginx'] as const)(
  'web processes behind %s are restarted one after the other: no request fails and no write is lost or repeated',
  async (kind) => {
    const { url, drop } = await createTestDatabase();
    onTestFinished(drop);
    const [front = 0, ...ports] = await freePorts(3);
    const start = async (port: number) => {
      const environment = {
        DATABASE_URL: url,
        PUBLIC_URL: 'https://mingshi.example',
        DATA_DIR: await createDataDir(),
        PORT: String(port),
        HOST: '127.0.0.1',
        ROLES: 'web',
        // As deploy/README.md says: longer than a balancer keeps an idle connection open.
        DRAIN_SECONDS: '5',
        TRUST_PROXY: '1',
        LOG_LEVEL: 'error',
        RATE_LIMIT_PER_MINUTE: '100000',
        PHONE_KEYS: `k1:${key}`,
        SECRET_KEY: key,
      };
      const server = startServer(environment, [process.execPath, 'tests/fault-server.ts']);
      await server.address;
      return server;
    };
    const servers = await Promise.all(ports.map(start));
    const address = await startBalancer(kind, front, ports);

    const load = loadSteadily(address, 100, (at) =>
      at % 4 === 0
        ? { method: 'POST', path: `/fault-test/write/${at}` }
        : { path: at % 4 === 1 ? '/fault-test/slow/200' : '/api/common_info/grade' },
    );
    await vi.waitFor(() => expect(load.answered.length).toBeGreaterThan(20));
    for (const [at, port] of ports.entries()) {
      servers[at]?.child.kill('SIGTERM');
      expect(await servers[at]?.exit).toBe(0);
      const { child } = await start(port);
      await eventually('the balancer knows of it', async () => {
        const response = await fetch(`${address}/fault-test/process`);
        return (await response.json()).pid === child.pid;
      });
    }
    const { sent, failed } = await load.stop();
    expect(failed).toEqual([]);
    const saved = await (await fetch(`${address}/fault-test/kept`)).json();
    expect(saved.writes.length).toBe(Math.ceil(sent / 4));
  },
  120_000,
);

test('with no process left, the balancer answers 503: API calls with the JSON envelope, pages with an HTML page that retries', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const [front = 0, one = 0, other = 0] = await freePorts(3);
  const server = startServer(
    {
      DATABASE_URL: url,
      PUBLIC_URL: 'https://mingshi.example',
      DATA_DIR: await createDataDir(),
      PORT: String(one),
      ROLES: 'web',
      LOG_LEVEL: 'error',
      PHONE_KEYS: `k1:${key}`,
      SECRET_KEY: key,
    },
    [process.execPath, 'tests/fault-server.ts'],
  );
  await server.address;
  const address = await startBalancer('haproxy', front, [one, other]);
  server.child.kill('SIGKILL');
  await server.exit;
  await eventually('nobody is there', async () => (await fetch(`${address}/readyz`)).status === 503);
  const call = await fetch(`${address}/api/common_info/grade`);
  expect([call.status, await call.json()]).toEqual([
    503,
    { code: 1010, data: null, message: expect.stringMatching(/請稍後再試.*try again shortly/) },
  ]);
  const page = await fetch(`${address}/`);
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('本頁會自動再試');
}, 60_000);
