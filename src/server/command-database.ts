import type { Logger } from 'pino';
import { abandonOnSignal } from './abandon-on-signal.ts';
import type { Config } from './config.ts';
import { DataDirInUse, lockDataDir } from './data-dir.ts';
import { type Database, openDatabase } from './db.ts';
import { migrate } from './migrate.ts';
import { startPostgres } from './postgres.ts';
import { runningPostgresUrl } from './running-postgres.ts';
import { seedDatabase } from './seed.ts';

/**
 * Runs a command's work on the product's database: DATABASE_URL, or the embedded one, which it shares with a server
 * that is running on the same folder or else starts for itself.
 */
export async function withDatabase<T>(
  config: Config,
  log: Logger,
  work: (database: Database) => Promise<T>,
  { asItIs = false } = {},
) {
  // What is to be backed up before a newer version takes over must not be brought to that version first.
  const onOurs = asItIs ? onDatabase<T> : onMigratedDatabase<T>;
  if (config.databaseUrl) return onOurs(config.databaseUrl, log, work);

  const lock = await lockDataDir(config.dataDir).catch((error) => {
    if (error instanceof DataDirInUse) return undefined;
    throw error;
  });
  // The running server keeps its tables at its own version; a command of another version must not change them.
  if (!lock) return onDatabase(await runningPostgresUrl(config.dataDir), log, work);

  const postgres = await startPostgres({ dataDir: config.dataDir, log });
  abandonOnSignal(postgres);
  try {
    return await onOurs(postgres.url, log, work);
  } finally {
    await postgres.stop();
    lock.release();
  }
}

async function onMigratedDatabase<T>(url: string, log: Logger, work: (database: Database) => Promise<T>) {
  return onDatabase(url, log, async (database) => {
    await migrate(url, { log, afterwards: () => seedDatabase(database) });
    return work(database);
  });
}

async function onDatabase<T>(url: string, log: Logger, work: (database: Database) => Promise<T>) {
  const database = openDatabase(url, { log });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
