import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#server/ground/db/db.ts';

/** Limits that a test meets only when it means to. */
export const generous = {
  ...{ RATE_LIMIT_PER_MINUTE: '100000', SMS_FREE_RATE: '100000' },
  AI_BUILT_IN_WRITING_MS: '0',
};

export const silentLog = pino({ level: 'silent' });

export type TestDatabase = {
  /** Of the database itself, also where `database` goes through a pooler. */
  url: string;
  database: Database;
  /** For afterAll or onTestFinished. */
  drop(): Promise<void>;
};

/** A database of the test's own: migrated and seeded, or empty. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = empty ? 'template0' : 'mingshi';
  // Page by page through the log, as is the default, takes half as much again of a core to make and thrice to drop.
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

/** PostgreSQL may be tidying the database up at this moment, in a process that nobody but its superuser may end. */
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

/** Not over the template's own database: one that somebody is connected to cannot be copied. */
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
