import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { type Database, openDatabase } from '../../src/server/ground/db/db.ts';
import { migrate } from '../../src/server/ground/db/migrate.ts';
import { startPostgres } from '../../src/server/ground/postgres/postgres.ts';
import { seedDatabase } from '../../src/server/wiring/seed.ts';

/** Runs a measurement on a PostgreSQL of its own, migrated and seeded, and removes it afterwards. */
export async function onOwnDatabase(name: string, work: (database: Database) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), `mingshi-bench-${name}-`));
  // When run as root, PostgreSQL runs as another user and must enter the folder.
  await chmod(folder, 0o711);
  const log = pino({ level: 'error' });
  const postgres = await startPostgres({ dataDir: folder, log });
  try {
    const database = openDatabase(postgres.url, { log });
    try {
      await migrate(postgres.url, { log, afterwards: () => seedDatabase(database) });
      await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
