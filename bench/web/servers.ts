import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, open, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePorts } from '../../deploy/cluster/free-ports.ts';
import { runningPostgresUrl } from '../../src/server/ground/postgres/postgres.ts';

const root = join(import.meta.dirname, '../..');
const startTimeoutMs = 60_000;
const helloServer = 'bench/peers/hello/serve.ts';

export type Running = {
  url: string;
  /** CPU milliseconds, user and system, that the process has used so far. */
  cpuMs(): Promise<number>;
};

/** All measured servers; each is started once, on first use. */
export type Servers = ReturnType<typeof openServers>;

/** `folder` is an empty folder for their data and logs. */
export function openServers(folder: string) {
  const children: ChildProcess[] = [];
  const dataDir = join(folder, 'data');

  async function startServer(
    name: string,
    script: string,
    settings: Record<string, string> = {},
  ): Promise<Running> {
    const [port = 0] = await freePorts(1);
    const logFile = join(folder, `${name}.log`);
    const log = await open(logFile, 'w');
    const child = fork(script, {
      execArgv: ['--import', join(root, 'bench/peers/report-cpu.ts')],
      env: {
        ...cleanEnvironment(),
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        ...settings,
      },
      stdio: ['ignore', log.fd, log.fd, 'ipc'],
    });
    children.push(child);
    const url = `http://127.0.0.1:${port}`;
    await log.close();
    if (!(await untilAnswering(url, child)))
      throw new Error(
        `The ${name} server did not come up.\n${(await readFile(logFile, 'utf8')).slice(-2000)}`,
      );
    return {
      url,
      async cpuMs() {
        child.send('cpu');
        const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage];
        return (user + system) / 1000;
      },
    };
  }

  /** The product as built and shipped, but without the rate limit, which a single address would reach at once. */
  const product = lazily(async () =>
    startServer('product', join(root, 'src/server/main.ts'), {
      DATA_DIR: dataDir,
      RATE_LIMIT_PER_MINUTE: '1000000000',
    }),
  );
  return {
    product,

    /** A minimal React Router page, behind the product's own adapter on a bare Fastify. */
    hello: lazily(async () => startServer('hello', join(await buildHello(folder), helloServer))),

    /** A bare Fastify that sends the given HTML at /. */
    rawPage: lazily(async (html: string) =>
      startServer('raw-page', join(root, 'bench/peers/raw-page.ts'), { HTML: html }),
    ),

    /** A bare Fastify that queries the grades from the same PostgreSQL for every request. */
    rawApi: lazily(async () => {
      await product();
      const databaseUrl = await runningPostgresUrl(dataDir);
      return startServer('raw-api', join(root, 'bench/peers/raw-api.ts'), { DATABASE_URL: databaseUrl });
    }),

    async stop() {
      await Promise.all(
        children.map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          child.kill('SIGTERM');
          await once(child, 'exit');
        }),
      );
    },
  };
}

function lazily<Args extends unknown[], Value>(start: (...args: Args) => Promise<Value>) {
  let started: Promise<Value> | undefined;
  return (...args: Args) => {
    started ??= start(...args);
    return started;
  };
}

/** Environment variables of the shell must not affect the measurement. */
function cleanEnvironment() {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return { PATH, HOME, TMPDIR, LANG };
}

/**
 * Builds the hello page in a folder laid out like the project: the same server code, another build. So it always
 * uses the product's current adapter between Fastify and the router. serve.ts keeps its path, because it imports by
 * relative paths.
 */
async function buildHello(parent: string) {
  const folder = join(parent, 'hello');
  await cp(join(root, 'bench/peers/hello'), folder, { recursive: true });
  for (const part of ['package.json', 'src/server', 'src/shared', helloServer])
    await cp(join(root, part), join(folder, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build', folder],
    { cwd: folder, env: { ...cleanEnvironment(), NODE_ENV: 'production' } },
  );
  return folder;
}

async function untilAnswering(url: string, child: ChildProcess) {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) return false;
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer) return true;
    await sleep(100);
  }
  return false;
}
