import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Account, chooseAccount } from '#server/ground/postgres/account.ts';
import { findPrograms, programEnvironment, runProgram } from '#server/ground/postgres/programs.ts';

type Server = { url: string; start(): Promise<void>; stop(): Promise<void> };
export type ReplicatedPostgres = { primary: Server; replica: Server; close(): Promise<void> };

/** A primary and a streaming replica, each with its own folder in a temporary folder. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'mingshi-replica-'));
  await chmod(folder, 0o711);
  const programs = await findPrograms();
  const [primary, replica] = [join(folder, 'primary'), join(folder, 'replica')];
  const account = await chooseAccount({ dataDir: folder, cluster: primary, postgres: programs.postgres });
  for (const place of [primary, replica]) {
    await mkdir(place, { mode: 0o700 });
    await account.own(place);
  }
  await runProgram(account, programs.initdb, [
    ...['--pgdata', primary, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8'],
    ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--no-sync'],
  ]);
  // A cluster that was never started can be copied as plain files.
  await runProgram(account, '/bin/cp', ['-a', `${primary}/.`, replica]);
  await writeFile(join(replica, 'standby.signal'), '');
  const source = `host=${primary} port=5432 user=postgres application_name=replica`;
  await appendFile(join(replica, 'postgresql.conf'), `primary_conninfo = '${source}'\n`);

  const servers = {
    primary: serverIn(account, programs.postgres, primary, ['wal_keep_size=256MB']),
    replica: serverIn(account, programs.postgres, replica, ['wal_retrieve_retry_interval=200ms']),
  };
  await servers.primary.start();
  await servers.replica.start();
  return {
    ...servers,
    async close() {
      await servers.replica.stop();
      await servers.primary.stop();
      await rm(folder, { recursive: true });
    },
  };
}

function serverIn(account: Account, postgres: string, cluster: string, settings: string[]): Server {
  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(cluster)}&port=5432`;
  let child: ChildProcess | undefined;
  return {
    url,
    async start() {
      const all = ['listen_addresses=', `unix_socket_directories=${cluster}`, 'fsync=off', ...settings];
      const args = ['-D', cluster, ...all.flatMap((setting) => ['-c', setting])];
      const { file, args: allArgs, options } = account.command(postgres, args);
      const started = spawn(file, allArgs, {
        ...options,
        env: programEnvironment,
        cwd: '/',
        stdio: 'ignore',
      });
      child = started;
      for (let tries = 0; !(await answers(url)); tries += 1) {
        if (started.exitCode !== null || tries > 600) throw new Error(`no PostgreSQL in ${cluster}`);
        await sleep(50);
      }
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    },
  };
}

async function answers(url: string) {
  const client = new pg.Client(url);
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
