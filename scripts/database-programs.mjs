// PgBouncer, which the tests put before the database, and openssl, which makes its certificate.
import { findOrInstall, findProgram } from './programs.mjs';

const find = () => ({
  pgbouncer: findProgram(['pgbouncer'], {
    variable: 'PGBOUNCER_PATH',
    // Not on the search path of an ordinary user.
    otherPaths: ['/usr/sbin/pgbouncer'],
  }),
  openssl: findProgram(['openssl'], { variable: 'OPENSSL_PATH' }),
});

/** The paths of both. */
export const findOrInstallDatabasePrograms = () =>
  findOrInstall(find, {
    purpose: 'The database tests',
    elsewhere: 'install pgbouncer and openssl, or set PGBOUNCER_PATH and OPENSSL_PATH',
  });
