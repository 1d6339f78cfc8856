import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { createChatClient } from '#tests/chat.ts';
import { serve } from '#tests/serve.ts';

const world = await serve({
  environment: {
    AI_BASE_URL: 'http://127.0.0.1:9/v1',
    AI_MODEL: 'nobody',
    AI_DAILY_BUDGET: '0',
  },
});
const free = 5;
let origin: string;
beforeAll(async () => {
  origin = await world.listen();
  await world.run(sql`update chat_assistants set endpoints = '{built-in}' where id = ${free}`);
});

test('when the daily budget is spent, paid assistants are unavailable and the built-in tutor still answers', async () => {
  const { browser } = await world.registered();
  const me = createChatClient(origin, { authorization: `Bearer ${browser.tokens.ai}` });
  await expect(me.send(await me.newThread(), '3 + 4')).rejects.toMatchObject({ code: 2602 });
  expect(await me.remaining()).toBe(100);
  expect(await me.send(await me.newThread(free), '3 + 4')).toMatchObject({ state: 'done' });
});
