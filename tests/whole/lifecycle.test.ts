import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  createDataDir,
  isAlive,
  postgresPid,
  type ServerProcess,
  startServer,
} from '#tests/server-process.ts';

const faultServer: [string, string] = [process.execPath, 'tests/fault-server.ts'];

// A start takes about a second on an idle machine and many seconds on a busy one.
vi.setConfig({ testTimeout: 120_000 });

/** Shared by all tests: the first start creates the database, later starts find what the one before left. */
let dataDir: string;
beforeAll(async () => {
  dataDir = await createDataDir(afterAll);
});

const oneSentence = /^[^\n]+\n$/;
/** A signal sent earlier would not find a running request. */
const slowBegan = ({ stdout }: ServerProcess) =>
  vi.waitFor(() => expect(stdout()).toContain('a slow request began'));

/** Waits until the server logs that it is stopping, and returns the time of that log line. */
const stoppingTime = ({ stdout }: ServerProcess) =>
  vi.waitFor(() => {
    const line = stdout()
      .split('\n')
      .find((text) => text.includes('"msg":"stopping"'));
    return JSON.parse(line ?? '').time as number;
  });

test('a server serves pages, a second start on its data directory fails without harm, and SIGTERM stops it cleanly', async () => {
  const first = startServer({ DATA_DIR: dataDir });
  const address = await first.address;
  const home = await fetch(`${address}/`);
  expect(home.status).toBe(200);
  expect(await home.text()).toContain('明師');
  expect(first.stdout()).toContain('示範');

  const second = startServer({ DATA_DIR: dataDir });
  expect(await second.exit).toBe(1);
  expect(second.stderr()).toMatch(oneSentence);
  expect(second.stderr()).toContain(`already running on ${dataDir}`);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);

  const postgres = await postgresPid(dataDir);
  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);
  expect(first.stdout(), 'warnings while stopping').not.toContain('"level":40');
  expect(await postgresPid(dataDir)).toBeUndefined();
  expect(isAlive(Number(postgres))).toBe(false);
});

test('an invalid setting ends the process with exit code 1 and a one-sentence message', async () => {
  const server = startServer({ PORT: 'ninety' });
  expect(await server.exit).toBe(1);
  expect(server.stderr()).toMatch(/^Wrong configuration: PORT=ninety .*See \.env\.example\.\n$/);
});

test('Ctrl-C, sent to the whole process group, lets the running request finish first', async () => {
  const server = startServer({ DATA_DIR: dataDir }, faultServer);
  const address = await server.address;
  const running = fetch(`${address}/fault-test/slow/1500`);
  await slowBegan(server);
  process.kill(-Number(server.child.pid), 'SIGINT');
  // npm and scripts/start.mjs forward the same signal a moment later.
  await stoppingTime(server);
  process.kill(Number(server.child.pid), 'SIGINT');
  await vi.waitFor(() => expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed'));
  const answer = await running;
  expect([answer.status, await answer.json()]).toEqual([200, { one: 1 }]);
  expect(await server.exit).toBe(0);
  expect(await postgresPid(dataDir)).toBeUndefined();
});

test('a second signal more than a second after the first ends the server at once', async () => {
  const server = startServer({ DATA_DIR: dataDir }, faultServer);
  fetch(`${await server.address}/fault-test/slow/60000`).catch(() => {});
  await slowBegan(server);
  server.child.kill('SIGTERM');
  const stoppingAt = await stoppingTime(server);
  // A signal within one second counts as a repetition of the first.
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(stoppingAt + 1_000));
  expect(server.child.exitCode).toBeNull();
  const postgres = Number(await postgresPid(dataDir));
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(1);
  await vi.waitFor(() => expect(isAlive(postgres)).toBe(false), 5_000);
});

test('the next start recovers after kill -9; an uncaught exception or the death of the database ends the server with exit code 1', async () => {
  const killed = startServer({ DATA_DIR: dataDir }, faultServer);
  await fetch(`${await killed.address}/fault-test/write/precious`, { method: 'POST' });
  killed.child.kill('SIGKILL');
  await killed.exit;

  const crashing = startServer({ DATA_DIR: dataDir }, faultServer);
  const saved = await fetch(`${await crashing.address}/fault-test/kept`);
  expect(await saved.json()).toMatchObject({ writes: ['precious'] });
  await fetch(`${await crashing.address}/fault-test/crash`, { method: 'POST' });
  expect(await crashing.exit).toBe(1);
  expect(crashing.stdout()).toContain('crashed on purpose');
  expect(await postgresPid(dataDir)).toBeUndefined();

  const withoutDatabase = startServer({ DATA_DIR: dataDir });
  await withoutDatabase.address;
  process.kill(Number(await postgresPid(dataDir)), 'SIGQUIT');
  expect(await withoutDatabase.exit).toBe(1);
  expect(withoutDatabase.stdout()).toContain('PostgreSQL ended unexpectedly');
});
