import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDataDir, postgresPid, startServer } from '#tests/server-process.ts';

// A start takes about a second on an idle machine and many seconds on a busy one.
vi.setConfig({ testTimeout: 120_000 });

let dataDir: string;
beforeAll(async () => {
  dataDir = await createDataDir(afterAll);
});

test.each([
  ['SIGTERM to npm', 'SIGTERM', 1],
  ['Ctrl-C to npm and its child processes', 'SIGINT', -1],
] as const)('npm start forwards %s and ends after the server has ended', async (_name, signal, groupSign) => {
  const npm = startServer({ DATA_DIR: dataDir }, ['npm', 'start']);
  await npm.address;
  process.kill(groupSign * Number(npm.child.pid), signal);
  expect(await npm.exit).toBe(0);
  expect(await postgresPid(dataDir)).toBeUndefined();
});

test('npm run dev serves pages from the source files and stops cleanly on SIGTERM', async () => {
  const npm = startServer({ DATA_DIR: dataDir }, ['npm', 'run', 'dev']);
  const home = await fetch(`${await npm.address}/`);
  expect(home.status).toBe(200);
  expect(await home.text()).toContain('明師');
  // Their addresses are fixed, so they are no modules of the development server.
  for (const path of ['/sw.js', '/clock-in-offline.js']) {
    const script = await fetch(`${await npm.address}${path}`);
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript']);
  }
  npm.child.kill('SIGTERM');
  expect(await npm.exit).toBe(0);
  expect(await postgresPid(dataDir)).toBeUndefined();
});

test('the server ends when its npm process is killed', async () => {
  const npm = startServer({ DATA_DIR: dataDir }, ['npm', 'start']);
  const address = await npm.address;
  npm.child.kill('SIGKILL');
  await vi.waitFor(() => expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed'), 10_000);
  await npm.exit;
  expect(await postgresPid(dataDir)).toBeUndefined();
});
