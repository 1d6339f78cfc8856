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
    /** The one PostgreSQL of this run; its database is the migrated and seeded template. Connect to copies only. */
    templateUrl: string;
    /** With TEST_POOLER=1 a PgBouncer stands before it, and what the product does goes through it. */
    poolerUrl: string | undefined;
    /** With TEST_S3=1 the files of whole apps are in a bucket. */
    s3Endpoint: string | undefined;
  }
}

export default async function setup(project: TestProject) {
  // Tests cut connections on purpose; PostgreSQL warns of each.
  const log = pino({ level: 'error' });
  const dataDir = await mkdtemp(join(quickDir(), 'mingshi-test-'));
  // For root's PostgreSQL, which runs as another user.
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
    // As many sessions as the most transactions that a test has wait for one another.
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

/** Thousands of connections are opened in a run, and each would compute for milliseconds to show that it may. */
async function makePasswordCheap({ pool }: Database, url: string) {
  const { username, password } = new URL(url);
  await pool.query(`set scram_iterations = 1; alter role ${username} password '${password}'`);
}
