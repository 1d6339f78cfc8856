import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signedIn } from '#tests/callers.ts';
import { type ChatClient, createChatClient } from '#tests/chat.ts';
import { createTestDatabase, generous, type TestDatabase } from '#tests/database.ts';
import { addPerson } from '#tests/people.ts';
import { type PgBouncer, startPgBouncer } from '#tests/pgbouncer.ts';
import { createDataDir, startServer } from '#tests/server-process.ts';

let testDatabase: TestDatabase;
let bouncer: PgBouncer;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  bouncer = await startPgBouncer({ url: testDatabase.url, sessions: 4 });
});
afterAll(async () => {
  await bouncer.close();
  await testDatabase.drop();
});

const keys = {
  PHONE_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  SECRET_KEY: randomBytes(32).toString('base64'),
};

async function startThroughPooler(program?: [string, string]) {
  const environment = {
    ...generous,
    ...keys,
    DATA_DIR: await createDataDir(),
    DATABASE_URL: bouncer.urlOf(testDatabase.url),
    DATABASE_DIRECT_URL: testDatabase.url,
    DEMO: '1',
    LOG_LEVEL: 'fatal',
  };
  return startServer(environment, program);
}

test('through PgBouncer, a chat answer that one process generates can be followed to its end in another', async () => {
  const program: [string, string] = [process.execPath, 'tests/chat-faults/server.ts'];
  const servers = await Promise.all([startThroughPooler(program), startThroughPooler(program)]);
  const origins = await Promise.all(servers.map(({ address }) => address));
  const person = await addPerson(testDatabase.database);
  const [here, there] = origins.map((origin) => createChatClient(origin, signedIn(person))) as [
    ChatClient,
    ChatClient,
  ];
  const thread = await here.newThread();
  const begun = await here.send(thread, '解 x² - 5x + 6 = 0', {}, ({ text }) => text.length > 0);
  const followed = await there.follow(begun.messageId);
  expect(followed).toMatchObject({ state: 'done', isDone: true });
  const [, answer] = await here.messages(thread);
  expect(answer).toMatchObject({ id: begun.messageId, text: followed.text, state: 'done' });
  expect(followed.text.startsWith(begun.text)).toBe(true);
});

test('a server starts through PgBouncer, reports not ready while PgBouncer is down, and recovers with it', async () => {
  const server = await startThroughPooler();
  const origin = await server.address;
  const ready = async () => (await fetch(`${origin}/readyz`)).status;
  expect(await ready()).toBe(200);
  expect((await fetch(`${origin}/zh-Hant/`)).status).toBe(200);

  await bouncer.kill();
  expect(await ready()).toBe(503);
  // A call that needs the database is answered "not ready, try again".
  const refused = await fetch(`${origin}/api/common_info/school?search=%E8%81%96`);
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: 1010 });

  await bouncer.start();
  await vi.waitFor(async () => expect(await ready()).toBe(200), 10_000);
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);
}, 120_000);
