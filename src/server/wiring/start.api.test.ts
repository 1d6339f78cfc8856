import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, readConfig } from '#server/ground/config/config.ts';
import { StartError } from '#server/ground/config/start-error.ts';
import { createTestDatabase, silentLog } from '#tests/database.ts';
import { testKeys } from '#tests/people.ts';
import { start } from './start.ts';

type Environment = Record<string, string>;

/** Starts a server with this environment as a process would; rejects if the start fails. */
async function begin(environment: Environment) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mingshi-start-'));
  const onFatal = (reason: string) => expect.fail(reason);
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', ...environment });
  const server = start({ config, log: silentLog, onFatal });
  onTestFinished(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true });
  });
  return { address: await server.ready, stop: server.stop };
}

async function withDatabase(options: { empty?: boolean } = {}) {
  const { url, database, drop } = await createTestDatabase(options);
  onTestFinished(drop);
  // The configuration requires a host in the URL; the socket folder in its `host` parameter takes precedence.
  const environment = { DATABASE_URL: url.replace('@/', '@localhost/'), DEMO: '0', PUBLIC_URL, ...testKeys };
  return { environment, database };
}

const PUBLIC_URL = 'https://mingshi.example';
const nowhere = 'postgres://nobody@127.0.0.1:1/none';
const refusals: [string, Environment, RegExp][] = [
  ['an invalid port', { PORT: 'ninety' }, /^Wrong configuration: PORT=ninety .*See \.env\.example\.$/],
  [
    'an unreachable database',
    { DATABASE_URL: nowhere, PUBLIC_URL, ...testKeys },
    /^The database does not let us in .*DATABASE_URL\.$/,
  ],
  [
    'an external database without configured keys',
    { DATABASE_URL: nowhere, PUBLIC_URL },
    /^With DATABASE_URL, PHONE_KEYS and SECRET_KEY have to be given.*$/,
  ],
  [
    'an unusable data directory',
    { DATA_DIR: '/dev/null/data' },
    /^DATA_DIR \/dev\/null\/data cannot be used .*$/,
  ],
  // Node's own recursive mkdir never ends there.
  [
    'a data directory in /proc',
    { DATA_DIR: '/proc/none/data' },
    /^DATA_DIR \/proc\/none\/data cannot be used .*$/,
  ],
  [
    'an unusable data directory beside an external database',
    { DATABASE_URL: nowhere, PUBLIC_URL, DATA_DIR: '/dev/null/data', ...testKeys },
    /^DATA_DIR \/dev\/null\/data cannot be used .*$/,
  ],
  [
    'no PUBLIC_URL outside demo mode',
    { DATABASE_URL: nowhere, ...testKeys },
    /^Outside demo mode PUBLIC_URL has to be given, such as .*See \.env\.example\.$/,
  ],
];
test.each(refusals)('%s ends the start with a one-sentence error', async (_name, environment, sentence) => {
  const refused = await begin({ ROLES: 'web,worker', ...environment }).then(
    () => expect.fail('it started'),
    (error) => error,
  );
  expect(refused instanceof ConfigError || refused instanceof StartError).toBe(true);
  expect(refused.message).toMatch(sentence);
});

test('a port in use makes the start fail with a one-sentence message', { tags: ['whole'] }, async () => {
  const { environment } = await withDatabase();
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  await expect(begin({ ...environment, ROLES: 'web,worker', PORT: String(port) })).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is already taken; stop what uses it, or set PORT to another number.`,
  );
});

const roles: [string, { pages: boolean; jobs: boolean }][] = [
  ['web', { pages: true, jobs: false }],
  ['worker', { pages: false, jobs: true }],
  ['web,worker', { pages: true, jobs: true }],
];
test.each(roles)('ROLES=%s starts and stops only the parts it names', async (role, { pages, jobs }) => {
  const { environment, database } = await withDatabase();
  const { address, stop } = await begin({ ...environment, ROLES: role });
  expect(address !== undefined).toBe(pages);
  if (address) expect((await fetch(`${address}readyz`)).status).toBe(200);
  const { rows } = await database.pool.query(
    `select from pg_stat_activity where datname = current_database() and application_name like '%worker presence'`,
  );
  expect(rows.length > 0).toBe(jobs);
  // Outside demo mode there is no sample account.
  expect((await database.pool.query('select from users')).rowCount).toBe(0);
  await stop();
  if (address) await expect(fetch(`${address}readyz`)).rejects.toThrow('fetch failed');
});

test('ten processes start concurrently on one empty database, and each migration runs once', {
  tags: ['whole'],
}, async () => {
  const { environment, database } = await withDatabase({ empty: true });
  await Promise.all(Array.from({ length: 10 }, () => begin({ ...environment, ROLES: 'worker' })));
  const { rows } = await database.pool.query(
    'select count(*)::int = count(distinct name)::int as once, count(*)::int > 0 as any from migrations',
  );
  expect(rows).toEqual([{ once: true, any: true }]);
});
