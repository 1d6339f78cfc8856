// Programs of the cluster tests: the load balancers HAProxy and nginx; PostgreSQL with Patroni, etcd and PgBouncer.
import { existsSync, readdirSync } from 'node:fs';
import { findOrInstall, findProgram } from './programs.mjs';

const balancers = { haproxy: 'HAPROXY_PATH', nginx: 'NGINX_PATH' };
const databases = { etcd: 'ETCD_PATH', patroni: 'PATRONI_PATH', pgbouncer: 'PGBOUNCER_PATH' };

/** Debian installs server programs in /usr/sbin, which is not on a user's PATH. */
const find = (variables) =>
  Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [
      name,
      findProgram([name], { variable, otherPaths: [`/usr/sbin/${name}`] }),
    ]),
  );

/** The newest folder of PostgreSQL programs that has pg_basebackup, which creates replicas. */
function findPostgres() {
  const versions = '/usr/lib/postgresql';
  const given = process.env.PG_BIN_DIR;
  const folders = given
    ? [given]
    : existsSync(versions)
      ? readdirSync(versions)
          .sort((one, other) => Number(other) - Number(one))
          .map((version) => `${versions}/${version}/bin`)
      : [];
  return folders.find((folder) => existsSync(`${folder}/pg_basebackup`));
}

const purpose = 'The tests of many processes';

/** The paths of the load balancers. */
export const findOrInstallBalancers = () => findOrInstall(() => find(balancers), { purpose });

/** The paths of all programs that a cluster needs. */
export const findOrInstallClusterPrograms = () =>
  findOrInstall(() => ({ ...find(balancers), ...find(databases), postgres: findPostgres() }), {
    purpose,
    packages: { etcd: 'etcd-server', postgres: 'postgresql' },
  });
