import pino, { type Logger } from 'pino';
import { type Config, ConfigError, loadConfig } from '#server/ground/config/config.ts';
import { DataDirInUse, lockDataDir } from '#server/ground/config/data-dir.ts';
import { StartError } from '#server/ground/config/start-error.ts';
import { type Database, openDatabase } from '#server/ground/db/db.ts';
import { migrate } from '#server/ground/db/migrate.ts';
import { createLog } from '#server/ground/log/log.ts';
import { abandonOnSignal, runningPostgresUrl, startPostgres } from '#server/ground/postgres/postgres.ts';
import { seedDatabase } from '../seed.ts';

/** A command's frame: the configuration as the server reads it, one sentence for what somebody can put right. */
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
 * Runs a command's work on the product's database: DATABASE_URL, or the embedded one, which it shares with a server
 * that is running on the same folder or else starts for itself.
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
  // What is to be backed up before a newer version takes over must not be brought to that version first.
  const onOurs = asItIs ? work : onMigrated;
  if (config.databaseUrl)
    return over(openDatabase(config.databaseUrl, { log, directUrl: config.databaseDirectUrl }), onOurs);

  const lock = await lockDataDir(config.dataDir).catch((error) => {
    if (error instanceof DataDirInUse) return undefined;
    throw error;
  });
  // The running server keeps its tables at its own version; a command of another version must not change them.
  if (!lock) return over(openDatabase(await runningPostgresUrl(config.dataDir), { log }), work);

  const postgres = await startPostgres({ dataDir: config.dataDir, log });
  abandonOnSignal(postgres);
  try {
    return await over(openDatabase(postgres.url, { log }), onOurs);
  } finally {
    await postgres.stop();
    lock.release();
  }
}

async function over<T>(database: Database, work: (database: Database) => Promise<T>) {
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
