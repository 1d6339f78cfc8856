import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#server/ground/db/db.ts';

/** Settings with rate limits so high that only tests of the limits reach them. */
export const generous = {
  ...{ RATE_LIMIT_PER_MINUTE: '100000', SMS_FREE_RATE: '100000' },
  AI_BUILT_IN_WRITING_MS: '0',
};

export const silentLog = pino({ level: 'silent' });

export type TestDatabase = {
  /** A direct connection to PostgreSQL, even when `database` goes through a pooler. */
  url: string;
  database: Database;
  /** To be called in afterAll or onTestFinished. */
  drop(): Promise<void>;
};

/** Creates a database for one test: migrated and seeded, or empty. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = empty ? 'template0' : 'mingshi';
  // The default strategy (wal_log) takes 1.5 times the processor time to create a database and three times to
  // drop it.
  await asMaintainer(`create database ${name} template ${template} strategy file_copy`);
  const url = withDatabase(name);
  const pooled = inject('poolerUrl')?.replace(/mingshi$/, name);
  const database = openDatabase(pooled ?? url, {
    log: silentLog,
    poolSize: 5,
    directUrl: pooled === undefined ? undefined : url,
  });
  return {
    url,
    database,
    async drop() {
      await database.close();
      await dropDatabase(name);
    },
  };
}

/** Retries while PostgreSQL vacuums the database in a process that only a superuser may terminate. */
async function dropDatabase(name: string, tries = 20) {
  try {
    await asMaintainer(`drop database ${name} with (force)`);
  } catch (error) {
    const insufficientPrivilege = '42501';
    if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege || tries === 0)
      throw error;
    await sleep(250);
    await dropDatabase(name, tries - 1);
  }
}

/** Connects to `postgres` and not to the template: a database with open connections cannot be copied. */
async function asMaintainer(statement: string) {
  const client = new pg.Client(withDatabase('postgres'));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(name: string) {
  const template: string | undefined = inject('templateUrl');
  if (!template) throw new Error('a test that needs a database is named *.api.test.ts');
  return template.replace('/mingshi?', `/${name}?`);
}
