import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startPostgres } from '#server/ground/postgres/postgres.ts';
import { testKey } from '#tests/people.ts';
import { createDataDir, startServer } from '#tests/server-process.ts';
import { canMountDisks, mountSmallDisk } from '#tests/small-disk.ts';
import { eventually } from '../../deploy/cluster/keep.ts';

const megabyte = 1024 * 1024;
const readiness = async (address: string) => {
  const answer = await fetch(`${address}/readyz`);
  return [answer.status, (await answer.json()).status];
};
const untilReady = (address: string) =>
  eventually('it is ready again', async () => (await readiness(address))[0] === 200);
const untilFull = (address: string) =>
  eventually('it is not ready', async () => (await readiness(address))[1] === 'no room left to write');

/** A write of the database: the code of the answer, and its message. */
async function askForCode(address: string, language: string) {
  const answer = await fetch(`${address}/api/users/send_sms`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify({ mobile: `6${Math.floor(1_000_000 + Math.random() * 8_999_999)}` }),
  });
  const { code, message } = await answer.json();
  return { status: answer.status, code, message };
}

const files = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

test.skipIf(!canMountDisks)(
  'on a full disk pages are served, writes are refused in words, nothing half-written stays, and it is ready again by itself',
  async () => {
    const disk = mountSmallDisk(260);
    const dataDir = join(disk.folder, 'data');
    const server = startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'error' });
    const address = await server.address;
    await untilReady(address);

    // Nearly full: still enough room for the database itself.
    await disk.fill('most', 50 * megabyte);
    await untilFull(address);
    expect(await askForCode(address, 'zh-HK')).toEqual({
      status: 507,
      code: 1014,
      message: '服務的儲存空間暫時已滿，剛才的內容沒有儲存；請稍後再試',
    });
    expect((await askForCode(address, 'en')).message).toBe(
      'The service has no storage left for now and nothing was saved; please try again later',
    );
    const upload = new FormData();
    upload.set('file', new Blob([new Uint8Array(megabyte)]), 'photo.jpg');
    const refused = await fetch(`${address}/api/users/evidence`, { method: 'POST', body: upload });
    expect((await refused.json()).code).toBe(1014);
    expect((await fetch(`${address}/faq`)).status).toBe(200);

    // Full to the last byte.
    await disk.fill('rest');
    expect((await readiness(address))[0]).toBe(503);
    expect((await askForCode(address, 'en')).code).toBe(1014);
    expect((await fetch(`${address}/faq`)).status).toBe(200);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect(await files(join(dataDir, 'files'))).toBe(0);
    expect(await files(join(dataDir, 'scratch'))).toBe(0);

    await disk.free('rest');
    await disk.free('most');
    await untilReady(address);
    expect((await askForCode(address, 'en')).code).toBe(0);
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
  },
  120_000,
);

test.skipIf(!canMountDisks)(
  'a process whose database has a full disk is not ready, answers the same, and is ready again by itself',
  async () => {
    const disk = mountSmallDisk(220);
    const postgres = await startPostgres({
      dataDir: disk.folder,
      log: pino({ level: 'silent' }),
      durable: false,
    });
    onTestFinished(() => postgres.stop());
    const key = testKey.toString('base64');
    const server = startServer(
      {
        DATABASE_URL: postgres.url,
        DATA_DIR: await createDataDir(),
        DEMO: '1',
        ROLES: 'web',
        LOG_LEVEL: 'error',
        PHONE_KEYS: `k1:${key}`,
        SECRET_KEY: key,
      },
      [process.execPath, 'tests/fault-server.ts'],
    );
    const address = await server.address;
    await untilReady(address);
    await disk.fill('all');
    await untilFull(address);
    // Each row is a page of its own, so that the table has to grow.
    const writes = Array.from({ length: 200 }, (_, at) =>
      fetch(`${address}/fault-test/write/${at}-${'x'.repeat(450)}`, { method: 'POST' }),
    );
    const answers = await Promise.all((await Promise.all(writes)).map((answer) => answer.json()));
    expect(new Set(answers.map(({ code }) => code))).toContain(1014);
    expect((await fetch(`${address}/faq`)).status).toBe(200);
    await disk.free('all');
    await untilReady(address);
    const written = await fetch(`${address}/fault-test/write/again`, { method: 'POST' });
    expect(await written.json()).toEqual({ id: 'again' });
  },
  120_000,
);
