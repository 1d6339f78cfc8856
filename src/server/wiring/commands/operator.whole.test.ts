import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/database.ts';
import { addPerson, testKey } from '#tests/people.ts';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

function run(...args: string[]) {
  const program = fileURLToPath(new URL('operator.ts', import.meta.url));
  const env = {
    ...process.env,
    // The configuration requires a host in the URL; the socket folder in its `host` parameter takes
    // precedence.
    DATABASE_URL: testDatabase.url.replace('@/', '@localhost/'),
    PHONE_KEYS: `k1:${testKey.toString('base64')}`,
    SECRET_KEY: testKey.toString('base64'),
  };
  return new Promise<{ code: number; out: string; err: string }>((resolve) =>
    execFile(process.execPath, [program, ...args], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    ),
  );
}

test('npm run operator adds, lists (with masked number) and removes an operator, and writes the audit log', async () => {
  const { id } = await addPerson(testDatabase.database, { mobile: '+85291234567' });
  expect((await run('add', '9123', '4567')).out).toMatch(/^This account is now an operator\./);
  expect((await run('add', '+852 9123 4567')).out).toBe('This account is an operator already.\n');
  expect((await run('list')).out).toMatch(
    new RegExp(`^${id}  \\+852 91\\*{4}67  since \\d{4}-\\d\\d-\\d\\d\n$`),
  );
  expect((await run('remove', '91234567')).out).toBe('This account is no longer an operator.\n');
  const { rows } = await testDatabase.database.pool.query(
    'select operator_id, action, about_user::int, params from audit_log order by id',
  );
  expect(rows).toEqual([
    { operator_id: null, action: 'operators.added', about_user: id, params: {} },
    { operator_id: null, action: 'operators.removed', about_user: id, params: {} },
  ]);
});

test.each([
  [[], /^Usage: /],
  [['promote', '91234567'], /^Usage: /],
  [['add'], /^Usage: /],
  [['add', '12'], /^This is not a mobile number: 12\n$/],
  [['add', '98765432'], /^This number has no account\. Its owner has to register/],
])('npm run operator %j ends with exit code 1 and one sentence', async (args, sentence) => {
  const { code, out, err } = await run(...args);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(sentence);
});
