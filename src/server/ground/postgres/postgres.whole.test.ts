import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '#tests/database.ts';
import { chooseAccount } from './account.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { findPrograms } from './programs.ts';

const isRoot = process.getuid?.() === 0;
let root: string;
let running: Postgres | undefined;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'mingshi-pg-'));
  await chmod(root, 0o711);
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});
afterAll(() => rm(root, { recursive: true }));

async function freshDataDir(name: string) {
  const dataDir = join(root, name);
  await mkdir(dataDir, { recursive: true });
  return dataDir;
}

async function startIn(dataDir: string, onExit?: (reason: string) => void) {
  running = await startPostgres({ dataDir, log: silentLog, durable: false, onExit });
  return running;
}

async function query(url: string, text: string) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const postmasterPid = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

/** A zombie process (ended, but not yet reaped by its parent) does not count as alive. */
function isAlive(pid: number) {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}

describe('an embedded PostgreSQL', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await freshDataDir('life');
    await (await startIn(dataDir)).stop();
    running = undefined;
  });

  test('supports Chinese trigrams and UTF-8, and its role is not a superuser', async () => {
    const { url } = await startIn(dataDir);
    await query(url, 'create extension if not exists pg_trgm');
    const [row] = await query(
      url,
      `select cardinality(show_trgm('香港')) as trigrams, upper('é') as upper, usesuper,
         current_setting('server_encoding') as encoding
       from pg_user where usename = current_user`,
    );
    expect(row).toEqual({ trigrams: 3, upper: 'É', usesuper: false, encoding: 'UTF8' });
  });

  test('refuses logins with a wrong password or as superuser, and the password file is private', async () => {
    const { url } = await startIn(dataDir);
    const password = /:([^:@]+)@/.exec(url)?.[1] ?? '';
    await expect(query(url.replace(password, 'guess'), 'select 1')).rejects.toThrow(
      /password authentication failed/,
    );
    await expect(query(url.replace('//mingshi', '//postgres'), 'select 1')).rejects.toThrow(
      /no pg_hba.conf entry/,
    );
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o077).toBe(0);
  });

  test('keeps committed data over a stop and start', async () => {
    await query((await startIn(dataDir)).url, 'create table kept as select 7 as seven');
    await running?.stop();
    expect(await query((await startIn(dataDir)).url, 'select seven from kept')).toEqual([{ seven: 7 }]);
  });

  test('creates a new password if the password file is lost', async () => {
    await rm(join(dataDir, 'postgres-password'));
    expect(await query((await startIn(dataDir)).url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('runs in its own process group, so that Ctrl-C does not reach it', async () => {
    await startIn(dataDir);
    const groupOf = (pid: number) => Number(execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)]));
    const pid = await postmasterPid(dataDir);
    expect(groupOf(pid)).toBe(pid);
    expect(groupOf(pid)).not.toBe(groupOf(process.pid));
  });

  test('calls onExit with a reason when it ends unexpectedly', async () => {
    const reason = new Promise<string>((resolve) => startIn(dataDir, resolve));
    while (!running) await sleep(20);
    process.kill(await postmasterPid(dataDir), 'SIGQUIT');
    expect(await reason).toMatch(/^PostgreSQL ended unexpectedly/);
  });

  test('starts despite a stale lock file whose process id now belongs to another process, and does not kill that process', async () => {
    // Run as PostgreSQL's user: only such a process could be signalled or mistaken for another PostgreSQL.
    const { uid, gid } = await stat(join(dataDir, 'postgres'));
    const bystander = spawn('sleep', ['60'], { stdio: 'ignore', ...(isRoot ? { uid, gid } : {}) });
    await running?.stop();
    const pidFile = join(dataDir, 'postgres/postmaster.pid');
    await writeFile(pidFile, `${bystander.pid}\n${dataDir}/postgres\n1\n5432\n`);
    await writeFile(join(dataDir, 'postgres/.s.PGSQL.5432.lock'), `${bystander.pid}\n`);
    expect(await query((await startIn(dataDir)).url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
    bystander.kill('SIGKILL');
  });
});

test('a start stops the PostgreSQL that a killed server left running, and keeps its data', async () => {
  const dataDir = await freshDataDir('orphan');
  const script = `
    const { startPostgres } = await import(${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)});
    const log = { debug() {}, warn() {}, error() {} };
    console.log((await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log })).url);`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(parent.stdout, 'data');
  await query(String(url).trim(), 'create table kept as select 7 as seven');
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  const orphan = await postmasterPid(dataDir);
  expect(isAlive(orphan)).toBe(true);
  expect(await query((await startIn(dataDir)).url, 'select seven from kept')).toEqual([{ seven: 7 }]);
  expect(isAlive(orphan)).toBe(false);
});

test('after a first start that was killed half-way, the next start creates the database anew', async () => {
  const dataDir = await freshDataDir('half');
  await mkdir(join(dataDir, 'postgres.new-1/base'), { recursive: true });
  expect(await query((await startIn(dataDir)).url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres-password']);
});

test('PostgreSQL listens on loopback, with the password, if the path is too long for a socket', async () => {
  const dataDir = await freshDataDir('x'.repeat(90));
  const { url } = await startIn(dataDir);
  expect(url).toContain('host=127.0.0.1');
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await expect(query(url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(
    /password authentication failed/,
  );
});

test('a start that fails because of a broken configuration or another major version says so in one sentence', async () => {
  const dataDir = await freshDataDir('broken');
  await (await startIn(dataDir)).stop();
  running = undefined;
  await appendFile(join(dataDir, 'postgres/postgresql.conf'), 'nonsense = 1\n');
  await expect(startIn(dataDir)).rejects.toThrow(
    /^PostgreSQL did not start on .*configuration file .* contains errors/,
  );
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '12\n');
  await expect(startIn(dataDir)).rejects.toThrow(
    /was made by PostgreSQL 12 and this version brings PostgreSQL 18/,
  );
});

test.runIf(isRoot)('under root the data folder may be below a folder that only root can enter', async () => {
  const dataDir = await freshDataDir('private/data');
  await chmod(join(root, 'private'), 0o700);
  await chmod(dataDir, 0o711);
  expect(await query((await startIn(dataDir)).url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(0);
});

test.runIf(isRoot)('under root the programs may be below a folder that only root can enter', async () => {
  const dir = await freshDataDir('private-programs');
  const { postgres } = await findPrograms();
  await cp(join(dirname(postgres), '..'), join(dir, 'native'), { recursive: true, verbatimSymlinks: true });
  await chmod(dir, 0o700);
  const copy = join(dir, 'native/bin/postgres');
  const account = await chooseAccount({ dataDir: root, cluster: join(root, 'none'), postgres: copy });
  expect(account.command(copy, []).file).toBe('setpriv');
});
