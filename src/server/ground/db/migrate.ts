import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import { StartError } from '../config/start-error.ts';
import { quietGraphileLogger } from '../jobs/queue.ts';
import { connectionString, noLimits } from './connection.ts';
import { openPool } from './pool.ts';

type Migration = { name: string; sql: string; sha256: string };

const productDirectory = fileURLToPath(new URL('../../../../db/migrations', import.meta.url));

/** The advisory lock's number: arbitrary, but the same in every version of the product. */
const lockKey = '7223372036854770001';

/**
 * Migrates the database to this version of the product: the job queue's own schema, every file of
 * db/migrations, then `afterwards` (the seed). Several processes may call it at once: one does the work, the
 * others wait for its lock.
 */
export async function migrate(
  url: string,
  { log, directory = productDirectory, restoringTo, afterwards }: MigrateOptions,
): Promise<void> {
  // No statement timeout: waiting for another process and rebuilding a large table may both take long.
  const client = await connect(url);
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    if (restoringTo === undefined) await refuseHalfRestored(client);
    await installJobQueue(url, log);
    const migrations = await readMigrations(directory);
    await applyMigrations(client, restoringTo ? migrations.slice(0, restoringTo.length) : migrations, log);
    await afterwards?.();
  } finally {
    // Ending the session releases the lock, whatever happened.
    await client.end();
  }
}

async function connect(url: string) {
  try {
    const client = new pg.Client({
      connectionString: connectionString(url),
      application_name: `mingshi ${process.pid} migrate`,
    });
    await client.connect();
    return client;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The database does not let us in (${message || code}); check DATABASE_DIRECT_URL, or without it DATABASE_URL.`,
      { cause: error },
    );
  }
}

type MigrateOptions = {
  log: Logger;
  directory?: string;
  /** A restore migrates only to the backup's version; the next start applies the rest. */
  restoringTo?: readonly AppliedMigration[];
  afterwards?: () => Promise<void>;
};

export type AppliedMigration = Pick<Migration, 'name' | 'sha256'>;

/** A table that exists only while a restore into this database is unfinished. */
export const restoreMark = 'unfinished_restore';

async function refuseHalfRestored(client: pg.Client) {
  const { rows } = await client.query<{ half: boolean }>(
    `select to_regclass('public.${restoreMark}') is not null as half`,
  );
  if (rows[0]?.half)
    throw new StartError(
      'A restore into this database was broken off; run npm run restore again to finish it.',
    );
}

/** Throws a one-sentence error if this version cannot continue from these migrations. */
export async function checkMigrations(applied: readonly AppliedMigration[]): Promise<void> {
  checkHistory(await readMigrations(productDirectory), applied);
}

async function installJobQueue(url: string, log: Logger) {
  // graphile-worker's own pool would not wait until its connection has ended, nor handle its errors.
  const name = `mingshi ${process.pid} migrate`;
  const { pool, close } = openPool(url, { log, name, poolSize: 1, limits: noLimits });
  try {
    await runMigrations({ pgPool: pool, logger: quietGraphileLogger(log) });
  } finally {
    await close();
  }
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  for (const [index, name] of names.entries()) {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) {
      throw new StartError(`Migration ${name} has to be called like 0001_accounts.sql.`);
    }
    if (names[index - 1]?.slice(0, 4) === name.slice(0, 4)) {
      throw new StartError(`Migrations ${names[index - 1]} and ${name} have the same number; renumber one.`);
    }
  }
  return Promise.all(
    names.map(async (name) => {
      // Git may convert line endings to CR LF on another machine; that must not count as a change.
      const sql = (await readFile(`${directory}/${name}`, 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function applyMigrations(client: pg.Client, migrations: Migration[], log: Logger) {
  await client.query(`create table if not exists migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`);
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations order by name',
  );
  checkHistory(migrations, rows);
  for (const migration of migrations.slice(rows.length)) {
    await applyMigration(client, migration);
    log.info({ migration: migration.name }, 'migrated');
  }
}

/** The applied migrations have to be exactly the first ones of this version's list. */
function checkHistory(migrations: Migration[], applied: readonly AppliedMigration[]) {
  const known = new Set(migrations.map(({ name }) => name));
  for (const [index, { name, sha256 }] of applied.entries()) {
    const expected = migrations[index];
    if (!known.has(name)) {
      throw new StartError(
        `The database has migration ${name}, which this version does not know: start the newer version that made it.`,
      );
    }
    if (expected?.name !== name) {
      throw new StartError(
        `Migration ${expected?.name} comes before ${name}, which is already applied; give it a later number.`,
      );
    }
    if (expected.sha256 !== sha256) {
      throw new StartError(
        `Migration ${name} was changed after it was applied; restore it and write the change as a new migration.`,
      );
    }
  }
}

async function applyMigration(client: pg.Client, { name, sql, sha256 }: Migration) {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    const position = Number((error as pg.DatabaseError).position ?? 0);
    const line = position > 0 ? ` line ${sql.slice(0, position).split('\n').length}` : '';
    throw new StartError(`Migration ${name}${line} failed: ${(error as Error).message}.`, { cause: error });
  }
}
