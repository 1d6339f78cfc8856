import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartError } from '../config/start-error.ts';
import { type Account, chooseAccount } from './account.ts';
import { ensureCluster, roleName } from './cluster.ts';
import { stopOrphan } from './orphan.ts';
import { findPrograms, programEnvironment } from './programs.ts';

export type Postgres = {
  url: string;
  /** Fast shutdown: running transactions are rolled back, committed data is kept. */
  stop(): Promise<void>;
  /** Immediate shutdown without waiting: the next start recovers from the write-ahead log. */
  abandon(): void;
};

type PostgresOptions = {
  dataDir: string;
  log: Logger;
  /** Called when PostgreSQL ended unexpectedly. */
  onExit?: (reason: string) => void;
  /** Tests turn this off: PostgreSQL does not wait for the disk, and takes the connections of many apps at once. */
  durable?: boolean;
};

type Address = { host: string; port: number; settings: string[] };

const startTimeoutMs = 120_000;
const stopTimeoutMs = 30_000;

// The kernel allows 108 bytes (macOS 104) for the whole path, including the longest file name.
const longestSocketPath = 100;

/** Starts the PostgreSQL that npm installed on `dataDir/postgres`. Call it under `lockDataDir`. */
export async function startPostgres({
  dataDir,
  log,
  onExit,
  durable = true,
}: PostgresOptions): Promise<Postgres> {
  const cluster = join(dataDir, 'postgres');
  const { postgres, account, address, password } = await prepare(dataDir, cluster, durable, log);

  const child = spawnPostgres(account, postgres, ['-D', cluster, ...settings(address, durable)]);
  const recentErrors = forwardLog(child, log);
  const ended = untilEnded(child);
  await untilReady(child, ended, cluster, recentErrors);

  let stopping = false;
  ended.then((how) => {
    if (!stopping) onExit?.(`PostgreSQL ended unexpectedly (${how}). ${recentErrors()}`);
  });
  return {
    url: `postgresql://${roleName}:${password}@localhost/${roleName}?host=${encodeURIComponent(address.host)}&port=${address.port}`,
    async stop() {
      stopping = true;
      child.kill('SIGINT');
      const timer = setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs);
      await ended;
      clearTimeout(timer);
    },
    abandon() {
      stopping = true;
      child.kill('SIGQUIT');
    },
  };
}

async function prepare(dataDir: string, cluster: string, durable: boolean, log: Logger) {
  const programs = await findPrograms();
  try {
    const account = await chooseAccount({ dataDir, cluster, postgres: programs.postgres });
    await stopOrphan(cluster, socketPath(cluster, '.lock'), log);
    const password = await ensureCluster({ dataDir, cluster, programs, account, durable });
    return { postgres: programs.postgres, account, address: await chooseAddress(cluster), password };
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new StartError(
      `DATA_DIR ${dataDir} belongs to another user (${(error as Error).message}); start as that user, or name another DATA_DIR.`,
    );
  }
}

/** A socket in the cluster's folder, which only its owner may enter; loopback TCP if the path is too long. */
async function chooseAddress(cluster: string): Promise<Address> {
  if (Buffer.byteLength(socketPath(cluster, '.lock')) < longestSocketPath) {
    const settings = [
      'listen_addresses=',
      `unix_socket_directories=${cluster}`,
      'unix_socket_permissions=0700',
    ];
    return { host: cluster, port: socketPort, settings };
  }
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories='];
  return { host: '127.0.0.1', port, settings };
}

const socketPort = 5432;

function socketPath(cluster: string, suffix: string) {
  return join(cluster, `.s.PGSQL.${socketPort}${suffix}`);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

function settings(address: Address, durable: boolean) {
  const all = [
    ...address.settings,
    'timezone=UTC',
    'log_timezone=UTC',
    'jit=off',
    'log_line_prefix=',
    // Error details and failed statements quote personal data, which must not be logged.
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
    'logging_collector=off',
    ...(durable
      ? []
      : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']),
  ];
  return all.flatMap((setting) => ['-c', setting]);
}

function spawnPostgres(account: Account, program: string, args: string[]) {
  const { file, args: allArgs, options } = account.command(program, args);
  return spawn(file, allArgs, {
    ...options,
    env: programEnvironment,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C goes to the terminal's whole process group, but the database must keep running while requests
    // drain.
    detached: true,
  });
}

/** Forwards PostgreSQL's log to ours; the returned function gives its recent errors. */
function forwardLog(child: ChildProcess, log: Logger): () => string {
  const recent: string[] = [];
  if (!child.stderr) throw new Error('PostgreSQL was started without a log');
  createInterface({ input: child.stderr }).on('line', (line) => {
    recent.push(line);
    if (recent.length > 10) recent.shift();
    const level = /^(WARNING|FATAL): /.test(line) ? 'warn' : /^PANIC: /.test(line) ? 'error' : 'debug';
    log[level]({ from: 'postgres' }, line);
  });
  return () => recent.filter((line) => /^(FATAL|PANIC|ERROR|HINT|DETAIL): /.test(line)).join(' ');
}

function untilEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

async function untilReady(
  child: ChildProcess,
  ended: Promise<string>,
  cluster: string,
  recentErrors: () => string,
): Promise<void> {
  let end: string | undefined;
  ended.then((how) => {
    end = how;
  });
  const deadline = Date.now() + startTimeoutMs;
  while (end === undefined && Date.now() < deadline) {
    if (await isReady(child, cluster)) return;
    await sleep(15);
  }
  if (end === undefined) child.kill('SIGQUIT');
  throw new StartError(
    `PostgreSQL did not start on ${cluster} (${end ?? 'it took too long'}). ${recentErrors()}`,
  );
}

/** The postmaster writes its state to the eighth line of its lock file. */
async function isReady(child: ChildProcess, cluster: string) {
  try {
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
    return Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** For commands: PostgreSQL runs in its own process group and would survive the command's end. */
export function abandonOnSignal(postgres: Postgres) {
  const onSignal = () => {
    postgres.abandon();
    process.exit(1);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}

/** The URL of the embedded PostgreSQL that a running server has started on this folder. */
export async function runningPostgresUrl(dataDir: string): Promise<string> {
  try {
    const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
    const pidFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    // PostgreSQL's own format: process id, data folder, start time, port, socket folder, address, …
    const [, , , port, socketFolder, address] = pidFile.split('\n');
    const host = encodeURIComponent(socketFolder || address || '');
    return `postgresql://${roleName}:${password}@/${roleName}?host=${host}&port=${port}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new StartError(`The server on ${dataDir} is just starting; try again when it is up.`);
    if (code === 'EACCES')
      throw new StartError(
        `The server on ${dataDir} belongs to another user; run this as that user, or stop the server first.`,
      );
    throw error;
  }
}
