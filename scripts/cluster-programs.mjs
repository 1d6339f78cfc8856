// What stands around many processes: HAProxy and nginx before them, PostgreSQL with Patroni, etcd and PgBouncer behind.
import { existsSync, readdirSync } from 'node:fs';
import { findOrInstall, findProgram } from './programs.mjs';

const balancers = { haproxy: 'HAPROXY_PATH', nginx: 'NGINX_PATH' };
const databases = { etcd: 'ETCD_PATH', patroni: 'PATRONI_PATH', pgbouncer: 'PGBOUNCER_PATH' };

/** Debian keeps what only servers need apart. */
const find = (variables) =>
  Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [
      name,
      findProgram([name], { variable, otherPaths: [`/usr/sbin/${name}`] }),
    ]),
  );

/** The folder of PostgreSQL's own programs; one that can copy itself for a replica. */
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

/** The paths of what stands before the web processes. */
export const findOrInstallBalancers = () => findOrInstall(() => find(balancers), { purpose });

/** And of all that a cluster needs. */
export const findOrInstallClusterPrograms = () =>
  findOrInstall(() => ({ ...find(balancers), ...find(databases), postgres: findPostgres() }), {
    purpose,
    packages: { etcd: 'etcd-server', postgres: 'postgresql' },
  });
