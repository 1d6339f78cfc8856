import type { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import { createApiApp } from './api-app.ts';
import { createBrowser, newNumber } from './browser.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { testKey } from './people.ts';

/** The API for one test file, with browsers that come to it. Its keys are known, so that a test can sign like it. */
export function serveAccounts(environment: Record<string, string> = {}) {
  let testDatabase: TestDatabase;
  let app: FastifyInstance;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    const key = testKey.toString('base64');
    app = await createApiApp(testDatabase.database, {
      PHONE_KEYS: `k1:${key}`,
      SECRET_KEY: key,
      ...environment,
    });
  });
  afterAll(async () => {
    await app.close();
    await testDatabase.drop();
  });

  const newBrowser = (userAgent?: string) => createBrowser(app, userAgent);
  return {
    newBrowser,
    run: (statement: ReturnType<typeof sql>) => testDatabase.database.db.execute(statement),
    database: () => testDatabase.database,
    app: () => app,

    /** Somebody new, logged in. */
    async registered(given: object = {}, number = newNumber()) {
      const browser = newBrowser();
      const answer = await browser.register(number, given);
      expect(answer).toMatchObject({ code: 0, data: { status: 'signed_in' } });
      return { browser, number, id: answer.data.user.id as number };
    },
  };
}
