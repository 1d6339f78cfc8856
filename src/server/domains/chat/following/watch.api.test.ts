import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ThreadNews } from '#shared/chat/chat.ts';
import { createChatClient, eventually } from '#tests/chat.ts';
import { serve } from '#tests/serve.ts';

const world = await serve({ environment: { QUOTA_FREE: 'assistant=20' } });
const origin = await world.listen();

async function somebody() {
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
  const heard: ThreadNews[] = [];
  const listening = (async () => {
    let rest = '';
    for await (const bytes of response.body as ReadableStream<Uint8Array>) {
      const events = (rest + new TextDecoder().decode(bytes)).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events)
        if (event.startsWith('data: ')) heard.push(JSON.parse(event.slice('data: '.length)));
    }
  })().catch(() => undefined);
  const leaves = async () => {
    leave.abort();
    await listening;
  };
  return { status: response.status, heard, leaves };
}

test('whoever has a thread open hears at once how it stands, and of every answer that begins', async () => {
  const me = await somebody();
  const thread = await me.newThread();
  const { heard, leaves } = await watching(me.headers, thread);
  await eventually(async () => heard.length === 1);
  expect(heard).toEqual([{ message_id: null, is_running: false }]);

  const first = await me.send(thread, '解方程 2x = 8');
  await eventually(async () => heard.length === 2);
  expect(heard[1]).toEqual({ message_id: first.messageId, is_running: true });
  const again = await me.stream('POST', `messages/${first.messageId}/regenerate`, {
    client_key: randomUUID(),
  });
  await eventually(async () => heard.length === 3);
  expect(heard[2]).toEqual({ message_id: again.messageId, is_running: true });
  // What is refused, or was sent before, begins nothing.
  expect((await me.call('POST', 'messages', { thread_id: thread, text: '', client_key: 'x' })).status).toBe(
    400,
  );
  // Of another thread it hears nothing.
  await me.send(await me.newThread(), '解方程 3x = 9');
  expect(heard).toHaveLength(3);
  await leaves();

  const late = await watching(me.headers, thread);
  await eventually(async () => late.heard.length === 1);
  expect(late.heard).toEqual([{ message_id: again.messageId, is_running: false }]);
  await late.leaves();
});

test("another's thread is not there to be watched", async () => {
  const me = await somebody();
  const thread = await me.newThread();
  const stranger = await watching((await somebody()).headers, thread);
  expect(stranger.status).toBe(404);
  expect((await watching({}, thread)).status).toBe(404);
});
