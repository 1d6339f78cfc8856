import { chmodSync, chownSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { ClusterPrograms } from '../../scripts/cluster-programs.mjs';
import { fillTemplate } from './fill-template.ts';
import { freePorts } from './free-ports.ts';
import { eventually, type Kept, keep } from './keep.ts';

const nodes = [1, 2, 3] as const;
const password = 'only-on-loopback';
const host = '127.0.0.1';
/** PostgreSQL and PgBouncer refuse root. */
const ids = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;
const deploy = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url));

/** etcd, three PostgreSQL under Patroni that replicate synchronously, HAProxy before the primary, PgBouncer before that. */
export async function startDatabases(folder: string, programs: ClusterPrograms) {
  const ports = await freePorts(11);
  const port = (at: number) => String(ports[at]);
  const [etcdPort, etcdPeerPort, primaryPort, replicasPort, poolPort] = [0, 1, 2, 3, 4].map(port) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const pgPort = (node: number) => port(4 + node);
  const patroniPort = (node: number) => port(7 + node);
  await mkdir(folder, { recursive: true });
  give(folder);
  const logFile = (name: string) => join(folder, `${name}.log`);

  const patronis: Kept[] = [];
  const others: Kept[] = [];
  async function stop() {
    const [etcdItself, ...before] = others;
    await Promise.all(before.map((kept) => kept.stop()));
    // Patroni stops its PostgreSQL; replicas first, lest one be promoted meanwhile.
    const last = await primary();
    const isLast = ({ name }: Kept) => name === `pg${last}`;
    for (const kept of patronis.toSorted((one, other) => Number(isLast(one)) - Number(isLast(other))))
      await kept.stop();
    await etcdItself?.stop();
  }
  try {
    return await bringUp();
  } catch (error) {
    await stop();
    throw error;
  }

  async function bringUp() {
    const etcdUrl = `http://${host}:${etcdPort}`;
    const peerUrl = `http://${host}:${etcdPeerPort}`;
    const etcd = keep({
      name: 'etcd',
      file: programs.etcd,
      args: [
        ...['--name', 'etcd1', '--data-dir', join(folder, 'etcd')],
        ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
        ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
        ...['--initial-cluster', `etcd1=${peerUrl}`, '--logger', 'zap', '--log-level', 'warn'],
      ],
      // Its makers test it on other processors less.
      env: { ETCD_UNSUPPORTED_ARCH: process.arch },
      logFile: logFile('etcd'),
    });
    others.push(etcd);
    await eventually('etcd is there', async () => (await fetch(`${etcdUrl}/health`)).ok);

    for (const node of nodes) {
      const settings = join(folder, `pg${node}.yml`);
      await fillTemplate(
        'patroni.yml',
        {
          NAME: `pg${node}`,
          PATRONI: `${host}:${patroniPort(node)}`,
          ETCD: `${host}:${etcdPort}`,
          PG: `${host}:${pgPort(node)}`,
          NETWORK: '127.0.0.1/32',
          DATA: dataOf(node),
          BIN: programs.postgres,
          PASSWORD: password,
          SOCKETS: folder,
        },
        settings,
      );
      patronis.push(
        keep({
          name: `pg${node}`,
          file: programs.patroni,
          args: [settings],
          env: { HOME: folder },
          logFile: logFile(`pg${node}`),
          cwd: folder,
          ids,
        }),
      );
      // The first one makes the cluster; the others copy it.
      if (node === 1) await eventually('a primary is there', primary, 90_000);
    }

    const balancer = keep({
      name: 'haproxy-postgres',
      file: programs.haproxy,
      args: ['-db', '-f', deploy('haproxy-postgres.cfg')],
      env: {
        PRIMARY: `${host}:${primaryPort}`,
        REPLICAS: `${host}:${replicasPort}`,
        ...Object.fromEntries(
          nodes.flatMap((node) => [
            [`PG_${node}`, `${host}:${pgPort(node)}`],
            [`PATRONI_${node}`, patroniPort(node)],
          ]),
        ),
      },
      logFile: logFile('haproxy-postgres'),
    });
    others.push(balancer);
    await eventually('the primary can be reached', () =>
      asSuperuser(
        `postgres://postgres:${password}@${host}:${primaryPort}/postgres`,
        `do $$ begin create role mingshi login createdb password '${password}'; exception when duplicate_object then end $$;
       alter role mingshi set statement_timeout = '30s';
       alter role mingshi set idle_in_transaction_session_timeout = '60s';`,
        'create database mingshi owner mingshi',
      ),
    );
    await eventually('there is a synchronous replica', hasSynchronousReplica, 90_000);

    const users = join(folder, 'pgbouncer-users');
    await writeFile(users, `"mingshi" "${password}"\n`);
    const poolSettings = join(folder, 'pgbouncer.ini');
    await fillTemplate(
      'pgbouncer.ini',
      { PG_HOST: host, PG_PORT: primaryPort, HOST: host, PORT: poolPort, USERS: users },
      poolSettings,
    );
    const pgbouncer = keep({
      name: 'pgbouncer',
      file: programs.pgbouncer,
      args: [poolSettings],
      logFile: logFile('pgbouncer'),
      ids,
      // At once; SIGTERM waits for clients to leave.
      stopSignal: 'SIGQUIT',
    });
    others.push(pgbouncer);
    const urlAt = (at: string) => `postgresql://mingshi:${password}@${host}:${at}/mingshi`;
    await eventually('PgBouncer is there', () => asSuperuser(urlAt(poolPort), 'select 1'));

    return {
      /** Straight to whoever is primary. */
      directUrl: urlAt(primaryPort),
      /** The same through PgBouncer, a transaction at a time. */
      pooledUrl: urlAt(poolPort),
      readUrl: urlAt(replicasPort),
      pgbouncer,
      primary,
      hasSynchronousReplica,
      /** PostgreSQL and its Patroni with -9, as if their machine had lost power; it comes back after `downMs`. */
      async killPrimary(downMs: number) {
        const node = await primary();
        if (node === undefined) throw new Error('there is no primary');
        const postmaster = Number(
          (await readFile(join(dataOf(node), 'postmaster.pid'), 'utf8')).split('\n')[0],
        );
        const killed = patronis[node - 1]?.kill(downMs);
        process.kill(postmaster, 'SIGKILL');
        await killed;
        return node;
      },
      stop,
    };
  }

  async function primary(): Promise<(typeof nodes)[number] | undefined> {
    for (const node of nodes) {
      const answer = await fetch(`http://${host}:${patroniPort(node)}/primary`).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.ok) return node;
    }
    return undefined;
  }

  async function hasSynchronousReplica() {
    const { rows } = await ask(
      `postgres://postgres:${password}@${host}:${primaryPort}/postgres`,
      `select from pg_stat_replication where sync_state = 'sync'`,
    );
    return rows.length > 0;
  }

  function dataOf(node: number) {
    return join(folder, `pg${node}`);
  }
}

function give(folder: string) {
  chmodSync(folder, 0o711);
  if (ids) chownSync(folder, ids.uid, ids.gid);
}

async function ask(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

async function asSuperuser(url: string, ...statements: string[]) {
  for (const statement of statements) await ask(url, statement);
  return true;
}
