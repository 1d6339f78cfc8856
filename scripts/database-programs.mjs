// PgBouncer, the connection pooler in front of the test database, and openssl, which creates its certificate.
import { findOrInstall, findProgram } from './programs.mjs';

const find = () => ({
  pgbouncer: findProgram(['pgbouncer'], {
    variable: 'PGBOUNCER_PATH',
    // Not on the PATH of an ordinary user.
    otherPaths: ['/usr/sbin/pgbouncer'],
  }),
  openssl: findProgram(['openssl'], { variable: 'OPENSSL_PATH' }),
});

export const findOrInstallDatabasePrograms = () =>
  findOrInstall(find, {
    purpose: 'The database tests',
    elsewhere: 'install pgbouncer and openssl, or set PGBOUNCER_PATH and OPENSSL_PATH',
  });
