import pino, { type Logger } from 'pino';
import { type Config, ConfigError, loadConfig } from '#server/ground/config/config.ts';
import { DataDirInUse, lockDataDir } from '#server/ground/config/data-dir.ts';
import { StartError } from '#server/ground/config/start-error.ts';
import { type Database, openDatabase } from '#server/ground/db/db.ts';
import { migrate } from '#server/ground/db/migrate.ts';
import { createLog } from '#server/ground/log/log.ts';
import { abandonOnSignal, runningPostgresUrl, startPostgres } from '#server/ground/postgres/postgres.ts';
import { seedDatabase } from '../seed.ts';

/** Runs a command with the server's configuration; errors that the operator can fix are one sentence. */
export async function runCommand(work: (config: Config, log: Logger) => Promise<void>) {
  try {
    await work(loadConfig(), createLog('warn', pino.destination(2)));
  } catch (error) {
    const expected = error instanceof ConfigError || error instanceof StartError;
    console.error(expected ? error.message : error);
    process.exitCode = 1;
  }
}

/**
 * Runs a command's work on the product's database: DATABASE_URL, or the embedded database, which it shares
 * with a server running on the same DATA_DIR or else starts itself. With `asItIs` the database is not
 * migrated first.
 */
export async function withDatabase<T>(
  config: Config,
  log: Logger,
  work: (database: Database) => Promise<T>,
  { asItIs = false } = {},
) {
  async function onMigrated(database: Database) {
    await migrate(database.directUrl, { log, afterwards: () => seedDatabase(database) });
    return work(database);
  }
  // A backup made before an upgrade must contain the old version, so it must not migrate the database first.
  const workIn = asItIs ? work : onMigrated;
  if (config.databaseUrl)
    return closingAfter(
      openDatabase(config.databaseUrl, { log, directUrl: config.databaseDirectUrl }),
      workIn,
    );

  const lock = await lockDataDir(config.dataDir).catch((error) => {
    if (error instanceof DataDirInUse) return undefined;
    throw error;
  });
  // The running server's tables are at its own version; a command of another version must not migrate them.
  if (!lock) return closingAfter(openDatabase(await runningPostgresUrl(config.dataDir), { log }), work);

  const postgres = await startPostgres({ dataDir: config.dataDir, log });
  abandonOnSignal(postgres);
  try {
    return await closingAfter(openDatabase(postgres.url, { log }), workIn);
  } finally {
    await postgres.stop();
    lock.release();
  }
}

async function closingAfter<T>(database: Database, work: (database: Database) => Promise<T>) {
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
