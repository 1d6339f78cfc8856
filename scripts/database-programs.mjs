// PgBouncer, which the tests put before the database, and openssl, which makes its certificate.
import { findProgram, installPackages } from './programs.mjs';
import { SetupError } from './setup.mjs';

const find = () => ({
  pgbouncer: findProgram(['pgbouncer'], {
    variable: 'PGBOUNCER_PATH',
    // Not on the search path of an ordinary user.
    otherPaths: ['/usr/sbin/pgbouncer'],
  }),
  openssl: findProgram(['openssl'], { variable: 'OPENSSL_PATH' }),
});

const missingPackages = (found) => Object.keys(found).filter((name) => !found[name]);

/** The paths of both. */
export async function findOrInstallDatabasePrograms() {
  const missing = missingPackages(find());
  if (missing.length > 0)
    await installPackages(missing, {
      purpose: 'The database tests',
      elsewhere: 'install pgbouncer and openssl, or set PGBOUNCER_PATH and OPENSSL_PATH',
    });
  const found = find();
  const still = missingPackages(found);
  if (still.length > 0) throw new SetupError(`apt-get did not bring ${still.join(' and ')}.`);
  return found;
}
