import { LLMock } from '@copilotkit/aimock';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { createChatClient } from '#tests/chat.ts';
import { serve } from '#tests/serve.ts';

const mock = new LLMock({ port: 0 });
mock.onMessage('你好', { content: '你好，我們一起想。' });
const mockUrl = await mock.start();
afterAll(() => mock.stop());

const world = await serve({
  environment: {
    AI_BASE_URL: `${mockUrl}/v1`,
    AI_API_KEY: 'mock',
    AI_MODEL: 'test-model',
    QUOTA_FREE: 'assistant=20',
  },
});
const origin = await world.listen();

test('concurrent messages never exceed the quota: 20 of 24 succeed', async () => {
  const { browser } = await world.registered();
  const me = createChatClient(origin, { authorization: `Bearer ${browser.tokens.ai}` });
  const threads = await Promise.all(Array.from({ length: 24 }, () => me.newThread()));
  const results = await Promise.all(
    threads.map((thread) =>
      me.send(thread, '你好').then(
        ({ state }) => state,
        ({ code }) => code,
      ),
    ),
  );
  expect(results.filter((result) => result === 'done')).toHaveLength(20);
  expect(results.filter((result) => result === 2009)).toHaveLength(4);
  expect(await me.remaining()).toBe(0);
});

test('trials of a device are limited to five; a forged device cookie counts as another device', async () => {
  const device = createChatClient(origin);
  const threads = await Promise.all([device.newThread()]);
  const thread = threads[0] as number;
  expect(await device.remaining()).toBe(5);
  for (let n = 0; n < 5; n += 1) await device.send(thread, '你好');
  await expect(device.send(thread, '你好')).rejects.toMatchObject({ code: 2604 });
  expect(await device.remaining()).toBe(0);
  expect((await device.call('POST', 'threads', { assistant_id: 3 })).code).toBe(3002);
  const [id = '', signature = ''] = device.cookie().replace('chat_device=', '').split('.');
  const forged = `${id}.${[...signature].reverse().join('')}`;
  const answer = await fetch(`${origin}/api_ai/chat_ai/threads/${thread}`, {
    headers: { cookie: `chat_device=${forged}` },
  });
  expect(answer.status).toBe(404);
});

test('trials of all devices at one address are limited together: 30 of 40 succeed', async () => {
  // Devices of earlier tests used the same address.
  await world.run(sql`delete from chat_trials`);
  const devices = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const device = createChatClient(origin);
      return { device, threads: await Promise.all([1, 2, 3, 4, 5].map(() => device.newThread())) };
    }),
  );
  // A device keeps the cookie of its first thread.
  const results = await Promise.all(
    devices.map(async ({ device }) => {
      const thread = await device.newThread();
      const states: unknown[] = [];
      for (let n = 0; n < 5; n += 1)
        states.push(
          await device.send(thread, '你好').then(
            ({ state }) => state,
            ({ code }) => code,
          ),
        );
      return states;
    }),
  );
  expect(results.flat().filter((state) => state === 'done')).toHaveLength(30);
  expect(results.flat().filter((state) => state === 2604)).toHaveLength(10);
  // The limit of the address is shown to a new device too.
  expect(await createChatClient(origin).remaining()).toBe(0);
});
