import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/database.ts';

let testDatabase: TestDatabase;
let directory: string;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'mingshi-import-'));
  await writeFile(
    join(directory, 'schools.csv'),
    `SCHOOL NO.,ENGLISH NAME,中文名稱,STUDENTS GENDER,DISTRICT,分區,FINANCE TYPE,SCHOOL LEVEL
100000000001,SAMPLE SCHOOL,樣本學校,CO-ED,SHA TIN,沙田區,AIDED,PRIMARY
100000000002,SAMPLE SCHOOL,樣本學校,CO-ED,NOWHERE,無處,AIDED,PRIMARY
`,
  );
  await writeFile(join(directory, 'picture.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await testDatabase.drop();
});

function run(...args: string[]) {
  const program = fileURLToPath(new URL('import-schools.ts', import.meta.url));
  // The configuration requires a host in the URL; the socket folder in its `host` parameter takes precedence.
  const url = testDatabase.url.replace('@/', '@localhost/');
  const env = { ...process.env, DATABASE_URL: url, INIT_CWD: directory };
  return new Promise<{ code: number; out: string; err: string }>((resolve) =>
    execFile(process.execPath, [program, ...args], { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    ),
  );
}

test('npm run import:schools imports a file and prints the counts and the rows it could not use', async () => {
  expect(await run('schools.csv')).toEqual({
    code: 0,
    out: '2 rows are 1 schools: 0 secondary, 1 primary, 0 kindergartens.\n1 added, 0 updated, 0 unchanged.\n1 problems, listed above.\n',
    err: 'Line 3: the district “NOWHERE” is unknown.\n',
  });
});

test.each([
  [[], /^Usage: npm run import:schools -- SCH_LOC_EDB\.csv\n$/],
  [['missing.csv'], /^There is no file .*missing\.csv\.\n$/],
  [['picture.png'], /^This is not the Education Bureau's school list: it is not a UTF-8 text\.\n$/],
])('npm run import:schools %j ends with exit code 1 and one sentence', async (args, sentence) => {
  const { code, out, err } = await run(...args);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(sentence);
});
