import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '#tests/database.ts';
import {
  createDataDir,
  isAlive,
  postgresPid,
  type ServerProcess,
  startServer,
} from '#tests/server-process.ts';

const faultServer: [string, string] = [process.execPath, 'tests/fault-server.ts'];

// A start takes about a second on a quiet machine and many on a crowded one.
vi.setConfig({ testTimeout: 120_000 });

const key = Buffer.alloc(32, 7).toString('base64');
const keys = { PHONE_KEYS: `k1:${key}`, SECRET_KEY: key };

/** The first start fills it; those after it find what the one before has left, as a person's second start does. */
let dataDir: string;
beforeAll(async () => {
  dataDir = await createDataDir(afterAll);
});

const oneSentence = /^[^\n]+\n$/;
/** A signal before that would find nothing running. */
const slowBegan = ({ stdout }: ServerProcess) =>
  vi.waitFor(() => expect(stdout()).toContain('a slow request began'));

test('serves; refuses a second start and a taken port without harm; stops cleanly', async () => {
  const first = startServer({ DATA_DIR: dataDir });
  const address = await first.address;
  const home = await fetch(`${address}/`);
  expect(home.status).toBe(200);
  expect(await home.text()).toContain('明師');
  expect(first.stdout()).toContain('示範');

  const second = startServer({ DATA_DIR: dataDir });
  const otherDataDir = await createDataDir();
  const samePort = startServer({ DATA_DIR: otherDataDir, PORT: new URL(address).port, LOG_LEVEL: 'silent' });
  expect(await second.exit).toBe(1);
  expect(second.stderr()).toMatch(oneSentence);
  expect(second.stderr()).toContain(`already running on ${dataDir}`);
  expect(await samePort.exit).toBe(1);
  expect(samePort.stderr()).toMatch(oneSentence);
  expect(samePort.stderr()).toContain(`Port ${new URL(address).port} of 127.0.0.1 is already taken`);
  expect(samePort.stdout()).toBe('');
  expect(await postgresPid(otherDataDir)).toBeUndefined();
  expect((await fetch(`${address}/readyz`)).status).toBe(200);

  const postgres = await postgresPid(dataDir);
  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);
  expect(first.stdout(), 'warnings while stopping').not.toContain('"level":40');
  expect(await postgresPid(dataDir)).toBeUndefined();
  expect(isAlive(Number(postgres))).toBe(false);
});

test.each([
  [{ PORT: 'ninety' }, /^Wrong configuration: PORT=ninety .*See \.env\.example\.\n$/],
  [
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', ...keys },
    /^The database does not let us in .*DATABASE_URL\.\n$/,
  ],
  [
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    /^With DATABASE_URL, PHONE_KEYS and SECRET_KEY have to be given.*\n$/,
  ],
  [{ DATA_DIR: '/dev/null/data' }, /^DATA_DIR \/dev\/null\/data cannot be used .*\n$/],
])('a wrong setting ends the start in one sentence: %j', async (environment, sentence) => {
  const server = startServer(environment);
  expect(await server.exit).toBe(1);
  expect(server.stderr()).toMatch(oneSentence);
  expect(server.stderr()).toMatch(sentence);
});

test('Ctrl-C, which reaches the whole process group, lets the running request end first', async () => {
  const server = startServer({ DATA_DIR: dataDir }, faultServer);
  const address = await server.address;
  const running = fetch(`${address}/fault-test/slow/1500`);
  await slowBegan(server);
  process.kill(-Number(server.child.pid), 'SIGINT');
  // npm and scripts/start.mjs pass the same signal on, a moment later.
  await sleep(100);
  process.kill(Number(server.child.pid), 'SIGINT');
  await sleep(300);
  await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed');
  const answer = await running;
  expect([answer.status, await answer.json()]).toEqual([200, { one: 1 }]);
  const answeredAt = Date.now();
  expect(await server.exit).toBe(0);
  expect(Date.now() - answeredAt).toBeLessThan(5_000);
  expect(await postgresPid(dataDir)).toBeUndefined();
});

test('a second signal, later, ends it at once', async () => {
  const server = startServer({ DATA_DIR: dataDir }, faultServer);
  fetch(`${await server.address}/fault-test/slow/60000`).catch(() => {});
  await slowBegan(server);
  server.child.kill('SIGTERM');
  await sleep(1_300);
  expect(server.child.exitCode).toBeNull();
  const postgres = Number(await postgresPid(dataDir));
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(1);
  await vi.waitFor(() => expect(isAlive(postgres)).toBe(false), 5_000);
});

test.each([
  ['SIGTERM to npm', 'SIGTERM', 1],
  ['Ctrl-C, to npm and all below', 'SIGINT', -1],
] as const)('npm start passes on %s and ends when the server has', async (_name, signal, groupSign) => {
  const npm = startServer({ DATA_DIR: dataDir }, ['npm', 'start']);
  await npm.address;
  process.kill(groupSign * Number(npm.child.pid), signal);
  expect(await npm.exit).toBe(0);
  expect(await postgresPid(dataDir)).toBeUndefined();
});

test('npm run dev serves pages from the sources and stops as cleanly', async () => {
  const npm = startServer({ DATA_DIR: dataDir }, ['npm', 'run', 'dev']);
  const home = await fetch(`${await npm.address}/`);
  expect(home.status).toBe(200);
  expect(await home.text()).toContain('明師');
  npm.child.kill('SIGTERM');
  expect(await npm.exit).toBe(0);
  expect(await postgresPid(dataDir)).toBeUndefined();
});

test('an npm that was killed takes the server along', async () => {
  const npm = startServer({ DATA_DIR: dataDir }, ['npm', 'start']);
  const address = await npm.address;
  npm.child.kill('SIGKILL');
  await vi.waitFor(() => expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed'), 10_000);
  await npm.exit;
  expect(await postgresPid(dataDir)).toBeUndefined();
});

test('after kill -9 the next start recovers; a bug that escapes, or the end of the database, ends it with 1', async () => {
  const killed = startServer({ DATA_DIR: dataDir }, faultServer);
  await fetch(`${await killed.address}/fault-test/write/precious`, { method: 'POST' });
  killed.child.kill('SIGKILL');
  await killed.exit;

  const crashing = startServer({ DATA_DIR: dataDir }, faultServer);
  const kept = await fetch(`${await crashing.address}/fault-test/kept`);
  expect(await kept.json()).toMatchObject({ writes: ['precious'] });
  await fetch(`${await crashing.address}/fault-test/crash`, { method: 'POST' });
  expect(await crashing.exit).toBe(1);
  expect(crashing.stdout()).toContain('crashed on purpose');
  expect(await postgresPid(dataDir)).toBeUndefined();

  const bereft = startServer({ DATA_DIR: dataDir });
  await bereft.address;
  process.kill(Number(await postgresPid(dataDir)), 'SIGQUIT');
  expect(await bereft.exit).toBe(1);
  expect(bereft.stdout()).toContain('PostgreSQL ended unexpectedly');
});

test('ten processes start at once on one empty database, without a lock between them', async () => {
  const { url, database, drop } = await createTestDatabase({ empty: true });
  onTestFinished(drop);
  const servers = Array.from({ length: 10 }, () =>
    startServer({ DATABASE_URL: url, DATA_DIR: dataDir, ROLES: 'worker', LOG_LEVEL: 'warn', ...keys }),
  );
  await Promise.all(servers.map(({ address }) => address));
  const { rows } = await database.pool.query(
    'select count(*)::int = count(distinct name)::int as once from migrations',
  );
  expect(rows).toEqual([{ once: true }]);
  for (const { child } of servers) child.kill('SIGTERM');
  expect(await Promise.all(servers.map(({ exit }) => exit))).toEqual(servers.map(() => 0));
  expect(servers.map(({ stderr }) => stderr())).toEqual(servers.map(() => ''));
});
