import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ThreadNews } from '#shared/chat/chat.ts';
import { createChatClient, eventually } from '#tests/chat.ts';
import { serve } from '#tests/serve.ts';

const world = await serve({ environment: { QUOTA_FREE: 'assistant=20' } });
const origin = await world.listen();

async function newUser() {
  const { browser } = await world.registered();
  const headers = { authorization: `Bearer ${browser.tokens.ai}` };
  return { ...createChatClient(origin, headers), headers };
}

/** Another device that has the thread open and does nothing. */
async function watching(headers: Record<string, string>, thread: number) {
  const leave = new AbortController();
  const response = await fetch(`${origin}/api_ai/chat_ai/threads/${thread}/events`, {
    headers,
    signal: leave.signal,
  });
  const received: ThreadNews[] = [];
  const listening = (async () => {
    let rest = '';
    for await (const bytes of response.body as ReadableStream<Uint8Array>) {
      const events = (rest + new TextDecoder().decode(bytes)).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events)
        if (event.startsWith('data: ')) received.push(JSON.parse(event.slice('data: '.length)));
    }
  })().catch(() => undefined);
  const disconnect = async () => {
    leave.abort();
    await listening;
  };
  return { status: response.status, received, disconnect };
}

test('a page with a thread open receives its current state at once, and an event for every answer that begins', async () => {
  const me = await newUser();
  const thread = await me.newThread();
  const { received, disconnect } = await watching(me.headers, thread);
  await eventually(async () => received.length === 1);
  expect(received).toEqual([{ message_id: null, is_running: false }]);

  const first = await me.send(thread, '解方程 2x = 8');
  await eventually(async () => received.length === 2);
  expect(received[1]).toEqual({ message_id: first.messageId, is_running: true });
  const again = await me.stream('POST', `messages/${first.messageId}/regenerate`, {
    client_key: randomUUID(),
  });
  await eventually(async () => received.length === 3);
  expect(received[2]).toEqual({ message_id: again.messageId, is_running: true });
  // A refused message begins no answer.
  expect((await me.call('POST', 'messages', { thread_id: thread, text: '', client_key: 'x' })).status).toBe(
    400,
  );
  // Other threads send no events here.
  await me.send(await me.newThread(), '解方程 3x = 9');
  expect(received).toHaveLength(3);
  await disconnect();

  const late = await watching(me.headers, thread);
  await eventually(async () => late.received.length === 1);
  expect(late.received).toEqual([{ message_id: again.messageId, is_running: false }]);
  await late.disconnect();
});

test("the events of another user's thread answer 404", async () => {
  const me = await newUser();
  const thread = await me.newThread();
  const stranger = await watching((await newUser()).headers, thread);
  expect(stranger.status).toBe(404);
  expect((await watching({}, thread)).status).toBe(404);
});
