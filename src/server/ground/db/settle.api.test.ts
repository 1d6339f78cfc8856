import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/database.ts';
import { addPerson } from '#tests/people.ts';
import { transactionWithRetry } from './transaction-with-retry.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

test('of two transactions in a deadlock one is retried, and both succeed', async () => {
  const { database } = testDatabase;
  const [one, two] = [await addPerson(database), await addPerson(database)];
  const both = Promise.withResolvers<void>();
  let locked = 0;
  let tries = 0;
  const inOrder = (first: number, second: number) =>
    transactionWithRetry(database, async (tx) => {
      tries++;
      await tx.execute(sql`select from users where id = ${first} for update`);
      locked++;
      if (locked === 2) both.resolve();
      await both.promise;
      await tx.execute(sql`select from users where id = ${second} for update`);
    });
  await Promise.all([inOrder(one.id, two.id), inOrder(two.id, one.id)]);
  expect(tries).toBe(3);
});

test('a transaction that always deadlocks fails after four tries, and other errors are not retried', async () => {
  const { database } = testDatabase;
  let tries = 0;
  const failing = (code: string) =>
    transactionWithRetry(database, async (tx) => {
      tries++;
      await tx.execute(sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`));
    });
  await expect(failing('40P01')).rejects.toThrow();
  expect(tries).toBe(4);
  await expect(failing('23514')).rejects.toThrow();
  expect(tries).toBe(5);
});
