import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClusterPrograms } from '../../scripts/cluster-programs.mjs';
import { peerAccount } from '../../tests/s3/s3-peer.ts';
import { startDatabases } from './database.ts';
import { freePorts } from './free-ports.ts';
import { eventually, type Kept, keep } from './keep.ts';

const host = '127.0.0.1';
const root = fileURLToPath(new URL('../..', import.meta.url));
const deploy = (file: string) => join(root, 'deploy', file);
const key = Buffer.alloc(32, 7).toString('base64');

type Wanted = {
  folder: string;
  programs: ClusterPrograms;
  webs?: number;
  workers?: number;
  voices?: number;
  environment?: Record<string, string>;
  /** The web processes' program, where it is not the product's own. */
  webProgram?: string;
  say?: (what: string) => void;
};

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** The product on many processes, on loopback, with everything that stands around them. */
export async function startCluster(wanted: Wanted) {
  const { folder, programs, webs = 3, workers = 2, voices = 1, environment = {}, say = () => {} } = wanted;
  const { webProgram = 'src/server/main.ts' } = wanted;
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    for (const one of started.splice(0).reverse()) await one.stop();
  };
  try {
    await mkdir(folder, { recursive: true });
    // For root's databases, which run as another user.
    await chmod(folder, 0o711);
    const logFile = (name: string) => join(folder, `${name}.log`);
    const [s3Port, frontPort, ...webPorts] = await freePorts(2 + webs);

    const s3 = keep({
      name: 's3',
      file: process.execPath,
      args: ['deploy/cluster/s3-process.ts', String(s3Port), join(folder, 'bucket')],
      cwd: root,
      logFile: logFile('s3'),
    });
    started.push(s3);
    say('databases');
    const databases = await startDatabases(join(folder, 'databases'), programs);
    started.push(databases);

    const { region, ...credentials } = peerAccount;
    const common = {
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node'),
      DATABASE_URL: databases.pooledUrl,
      DATABASE_DIRECT_URL: databases.directUrl,
      FILES_URL: 's3://mingshi/cluster',
      S3_ENDPOINT: `http://${host}:${s3Port}`,
      S3_REGION: region,
      S3_FORCE_PATH_STYLE: '1',
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      PHONE_KEYS: `k1:${key}`,
      SECRET_KEY: key,
      HOST: host,
      PUBLIC_URL: `http://${host}:${frontPort}`,
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '3',
      LOG_LEVEL: 'warn',
      ...environment,
    };
    const start = async (name: string, program: string, own: Record<string, string>) => {
      const dataDir = join(folder, name);
      await mkdir(dataDir, { recursive: true });
      const env = { ...common, DATA_DIR: dataDir, ...own };
      const kept = keep({
        name,
        file: process.execPath,
        args: [program],
        cwd: root,
        env,
        logFile: logFile(name),
      });
      started.push(kept);
      return kept;
    };

    say('processes');
    const web: Kept[] = [];
    const worker: Kept[] = [];
    const voice: Kept[] = [];
    for (const [at, port] of webPorts.entries())
      web.push(await start(`web${at + 1}`, webProgram, { ROLES: 'web', PORT: String(port) }));
    for (let at = 1; at <= workers; at++)
      worker.push(await start(`worker${at}`, 'src/server/main.ts', { ROLES: 'worker' }));
    for (let at = 1; at <= voices; at++)
      voice.push(await start(`voice${at}`, 'src/server/main.ts', { ROLES: 'voice' }));
    for (const kept of [...web, ...worker, ...voice]) await untilUp(kept);

    const front = keep({
      name: 'haproxy',
      file: programs.haproxy,
      args: ['-db', '-f', deploy('haproxy.cfg')],
      env: {
        FRONT: `${host}:${frontPort}`,
        ...Object.fromEntries(webPorts.map((port, at) => [`WEB_${at + 1}`, `${host}:${port}`])),
      },
      logFile: logFile('haproxy'),
    });
    started.push(front);
    const address = `http://${host}:${frontPort}`;
    await eventually('the product answers', async () => (await fetch(`${address}/readyz`)).ok);
    return { address, databases, s3, web, worker, voice, environment: common, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** It prints its name when everything is up. */
export async function untilUp(kept: Kept, patienceMs = 400_000) {
  await eventually(
    `${kept.name} is up (${kept.logFile})`,
    async () => (await kept.log()).includes('明師 Mingshi  '),
    patienceMs,
  );
}
