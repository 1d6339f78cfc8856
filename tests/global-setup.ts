import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { type Database, openDatabase } from '#server/db.ts';
import { migrate } from '#server/migrate.ts';
import { startPostgres } from '#server/postgres.ts';
import { seedDatabase } from '#server/seed.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The one PostgreSQL of this run; its database is the migrated and seeded template. Connect to copies only. */
    templateUrl: string;
  }
}

export default async function setup(project: TestProject) {
  // Tests cut connections on purpose; PostgreSQL warns of each.
  const log = pino({ level: 'error' });
  const dataDir = await mkdtemp(join(tmpdir(), 'mingshi-test-'));
  // For root's PostgreSQL, which runs as another user.
  await chmod(dataDir, 0o711);
  const postgres = await startPostgres({ dataDir, log, durable: false });
  const tearDown = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  };
  try {
    await fillTemplate(postgres.url);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('templateUrl', postgres.url);
  return tearDown;

  async function fillTemplate(url: string) {
    const database = openDatabase(url, { log });
    try {
      await makePasswordCheap(database, url);
      await migrate(url, { log, afterwards: () => seedDatabase(database) });
    } finally {
      await database.close();
    }
  }
}

/** Thousands of connections are opened in a run, and each would compute for milliseconds to show that it may. */
async function makePasswordCheap({ pool }: Database, url: string) {
  const { username, password } = new URL(url);
  await pool.query(`set scram_iterations = 1; alter role ${username} password '${password}'`);
}
