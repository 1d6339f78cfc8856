import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { type Database, openDatabase } from '#server/ground/db/db.ts';
import { migrate } from '#server/ground/db/migrate.ts';
import { startPostgres } from '#server/ground/postgres/postgres.ts';
import { seedDatabase } from '#server/wiring/seed.ts';
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts';
import { quickDir } from './quick-dir.ts';
import { startS3Peer } from './s3/s3-peer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** This run's PostgreSQL; its database is the migrated and seeded template. Connect to copies only. */
    templateUrl: string;
    /** With TEST_POOLER=1 the product connects through this PgBouncer. */
    poolerUrl: string | undefined;
    /** With TEST_S3=1 apps store their files in an S3 bucket at this endpoint. */
    s3Endpoint: string | undefined;
  }
}

export default async function setup(project: TestProject) {
  // Tests cut connections on purpose, and PostgreSQL logs a warning for each.
  const log = pino({ level: 'error' });
  const dataDir = await mkdtemp(join(quickDir(), 'mingshi-test-'));
  // When tests run as root, PostgreSQL runs as another user and has to reach this folder.
  await chmod(dataDir, 0o711);
  const postgres = await startPostgres({ dataDir, log, durable: false });
  let pooler: PgBouncer | undefined;
  const s3 = process.env.TEST_S3 === '1' ? await startS3Peer() : undefined;
  const tearDown = async () => {
    await pooler?.close();
    await s3?.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  };
  try {
    await fillTemplate(postgres.url);
    // Enough server connections for the largest number of transactions that wait for each other in one test.
    if (process.env.TEST_POOLER === '1') pooler = await startPgBouncer({ url: postgres.url, sessions: 12 });
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('templateUrl', postgres.url);
  project.provide('poolerUrl', pooler?.urlOf(postgres.url));
  project.provide('s3Endpoint', s3?.endpoint);
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

/** A run opens thousands of connections; the default SCRAM iterations would cost milliseconds for each. */
async function makePasswordCheap({ pool }: Database, url: string) {
  const { username, password } = new URL(url);
  await pool.query(`set scram_iterations = 1; alter role ${username} password '${password}'`);
}
