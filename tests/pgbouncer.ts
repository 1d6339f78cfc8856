import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../deploy/cluster/free-ports.ts';

const program = process.env.PGBOUNCER_PATH || '/usr/sbin/pgbouncer';

type Options = {
  /** One database of the PostgreSQL behind it; all its other databases can be reached too. */
  url: string;
  /** Server connections that all clients share, per database. */
  sessions?: number;
  tls?: boolean;
};

export type PgBouncer = {
  /** The URL of the same database through PgBouncer. */
  urlOf(directUrl: string): string;
  /** The path of the certificate to verify it with. */
  certificate: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

/** Starts the real PgBouncer on loopback, in transaction mode, in front of a PostgreSQL. */
export async function startPgBouncer({ url, sessions = 3, tls = false }: Options): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'mingshi-pgbouncer-'));
  const [port = 0] = await freePorts(1);
  const file = join(folder, 'pgbouncer.ini');
  const certificate = join(folder, 'server.crt');
  if (tls) makeCertificate(folder);
  await writeFile(file, settings({ url, port, sessions, tls: tls ? folder : undefined }));
  // PgBouncer does not run as root, and its user has to read this folder.
  await chmod(folder, 0o755);
  const user = await ownerOfSocket(url);
  let child: ChildProcess | undefined;

  async function start() {
    const started = spawn(program, ['-q', file], { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    started.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const failed = once(started, 'error').then(([error]) => {
      throw error;
    });
    failed.catch(() => {});
    child = started;
    for (let tries = 0; !(await listens(port)); tries += 1) {
      if (started.exitCode !== null || tries > 400) throw new Error(`PgBouncer does not start: ${stderr}`);
      await Promise.race([sleep(25), failed]);
    }
  }

  async function kill() {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  await start();
  return {
    certificate,
    urlOf(directUrl) {
      const { username, password, pathname } = new URL(directUrl);
      return `postgresql://${username}:${password}@127.0.0.1:${port}${pathname}`;
    },
    kill,
    start,
    async close() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}

function settings({
  url,
  port,
  sessions,
  tls,
}: Omit<Options, 'tls'> & { port: number; tls: string | undefined }) {
  const { username, password, searchParams } = new URL(url);
  return `[databases]
* = host=${searchParams.get('host')} port=${searchParams.get('port')} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
server_idle_timeout = 5
${tls ? `client_tls_sslmode = require\nclient_tls_cert_file = ${tls}/server.crt\nclient_tls_key_file = ${tls}/server.key` : ''}
`;
}

/** A self-signed certificate for the name `localhost` only. */
function makeCertificate(folder: string) {
  const key = join(folder, 'server.key');
  execFileSync(
    process.env.OPENSSL_PATH || 'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
      ...['-keyout', key, '-out', join(folder, 'server.crt')],
    ],
    { stdio: 'pipe' },
  );
  execFileSync('chmod', ['644', key]);
}

/** The user that owns PostgreSQL's socket folder, the only one that may use the socket. */
async function ownerOfSocket(url: string) {
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = await stat(new URL(url).searchParams.get('host') ?? '/');
  return uid === 0 ? {} : { uid, gid };
}

function listens(port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
