import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { users } from '#server/domains/accounts/tables.ts';
import { createTestDatabase, type TestDatabase } from '#tests/database.ts';
import { addPerson } from '#tests/people.ts';
import { addJob, defineJob, startWorker } from '../jobs/jobs.ts';
import { createLog } from './log.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

test.each([
  [
    'a value that is too long',
    '歐陽'.repeat(40),
    (name: string) => testDatabase.database.db.insert(users).values({ name }),
  ],
  [
    'a value of the wrong type',
    '歐陽娜',
    (name: string) => testDatabase.database.db.execute(sql`select ${name}::int`),
  ],
])('the log of a failed query does not contain %s', async (_, name, failing) => {
  await addPerson(testDatabase.database);
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  await failing(name).then(
    () => expect.unreachable(),
    (err: unknown) => log.error({ err }, 'failed'),
  );
  expect(lines.join()).toMatch(/Failed query: /);
  expect(lines.join()).not.toContain('歐陽');
});

test('the queue row and the log of a job that failed on a query do not contain the value', async () => {
  const { database } = testDatabase;
  const lines: string[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  const job = defineJob({
    name: 'failing',
    payload: z.object({}),
    run: async () => void (await database.db.insert(users).values({ name: '歐陽'.repeat(40) })),
  });
  await database.transaction((tx) => addJob(tx, job, {}));
  const worker = await startWorker({ database, jobs: [job], log });
  const lastError = async () =>
    (await database.pool.query('select last_error from graphile_worker.jobs')).rows[0]?.last_error;
  await vi.waitFor(async () => expect(await lastError()).toMatch(/Failed query: insert into "users"/), {
    timeout: 10_000,
  });
  await worker.stop();
  expect(await lastError()).not.toContain('歐陽');
  expect(lines.join()).toMatch(/Failed task/);
  expect(lines.join()).not.toContain('歐陽');
});
