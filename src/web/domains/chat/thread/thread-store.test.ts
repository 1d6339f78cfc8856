import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TutorMessage } from '#shared/chat/chat.ts';
import { type Api, ApiError } from '#web/ground/api/api.ts';
import { readOutgoing } from './outbox.ts';
import { createThreadStore } from './thread-store.ts';

beforeEach(() => {
  const storage = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 0));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  // The network neither goes nor comes back: no online or offline events.
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => {});
});
afterEach(() => vi.unstubAllGlobals());

/** A thread whose answer stream is written by the test. */
function openThread() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const store = createThreadStore({
    api: (async () => readable) as unknown as Api,
    threadId: 7,
    owner: 1,
    loaded: { list: [], has_more: false },
    onTurn: () => {},
  });
  const say = (chunk: object, end = 0) =>
    writer.write(new TextEncoder().encode(`id: ${end}\ndata: ${JSON.stringify(chunk)}\n\n`));
  return { store, say };
}

test('a sent message stays in the outbox until something of its answer has arrived', async () => {
  const { store, say } = openThread();
  store.send({ text: '2x = 8', files: [] });
  await say({ type: 'start', messageId: '12', messageMetadata: { parent_id: 11 } });
  await vi.waitFor(() => expect(store.shown().list.map(({ id }) => id)).toEqual([11, 12]));
  expect(store.shown().unsent).toBeUndefined();
  expect(readOutgoing(7, 1)?.text).toBe('2x = 8');

  await say({ type: 'text-delta', delta: 'x' }, 1);
  await vi.waitFor(() => expect(store.shown().list[1]?.text).toBe('x'));
  expect(readOutgoing(7, 1)).toBeUndefined();
  store.close();
});

test('a message that was accepted and lost before any text of its answer came is sent again with its key', async () => {
  const line = (chunk: object) => new TextEncoder().encode(`id: 0\ndata: ${JSON.stringify(chunk)}\n\n`);
  const streamOf = (...chunks: object[]) =>
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(line(chunk));
        controller.close();
      },
    });
  const sent: string[] = [];
  const startOf = (id: number) => ({
    type: 'start',
    messageId: `${id + 1}`,
    messageMetadata: { parent_id: id },
  });
  const api = async (call: string, { body }: { body?: { client_key: string } }) => {
    if (call === 'GET /api_ai/chat_ai/messages') return { list: [], has_more: false };
    if (call !== 'POST /api_ai/chat_ai/messages') throw new ApiError({ code: 1005, data: null, message: '' });
    sent.push(body?.client_key ?? '');
    return sent.length === 1
      ? streamOf(startOf(11))
      : streamOf(
          startOf(21),
          { type: 'text-delta', delta: 'x' },
          { type: 'finish', messageMetadata: { state: 'done' } },
        );
  };
  const store = createThreadStore({
    api: api as unknown as Api,
    threadId: 7,
    owner: 1,
    loaded: { list: [], has_more: false },
    onTurn: () => {},
  });
  store.send({ text: '2x = 8', files: [] });
  await vi.waitFor(() => expect(sent).toHaveLength(2), 5_000);
  expect(new Set(sent).size).toBe(1);
  await vi.waitFor(() => expect(store.shown().list.map(({ id }) => id)).toEqual([21, 22]));
  expect(store.shown().unsent).toBeUndefined();
  store.close();
});

const messageOf = (id: number): TutorMessage => ({
  id,
  thread_id: 7,
  parent_id: id === 1 ? null : id - 1,
  role: id % 2 === 1 ? 'user' : 'assistant',
  text: `${id}`,
  parts: [],
  files: [],
  state: 'done',
  versions: [id],
  feedback: 0,
  is_spoken: false,
  created_at: '2026-01-01T00:00:00.000Z',
});
const ids = (list: readonly TutorMessage[]) => list.map(({ id }) => id);

/** Messages 6 and 7 are shown; a request for older ones returns 1 to 5. */
function openLongThread() {
  const requested: unknown[] = [];
  let latest = [6, 7];
  const api = async (_: string, { query }: { query: { before?: number } }) => {
    requested.push(query.before);
    return query.before === undefined
      ? { list: latest.map(messageOf), has_more: false }
      : { list: [1, 2, 3, 4, 5].map(messageOf), has_more: false };
  };
  const store = createThreadStore({
    api: api as unknown as Api,
    threadId: 7,
    owner: 1,
    loaded: { list: latest.map(messageOf), has_more: true },
    onTurn: () => {},
  });
  return { store, requested, showVersion: (list: number[]) => (latest = list) };
}

test('older messages are inserted in portions, the newest first, and requested once for concurrent calls', async () => {
  const { store, requested } = openLongThread();
  const seen: number[][] = [];
  const reading = store.readOlder((puts) => {
    for (const put of puts) {
      put();
      seen.push(ids(store.shown().list));
    }
  });
  await Promise.all([reading, store.readOlder()]);
  expect(requested).toEqual([6]);
  expect(seen).toEqual([
    [4, 5, 6, 7],
    [2, 3, 4, 5, 6, 7],
    [1, 2, 3, 4, 5, 6, 7],
    [1, 2, 3, 4, 5, 6, 7],
  ]);
  expect(store.shown()).toMatchObject({ hasMore: false, older: 'still' });
});

test('older messages of a version that is no longer shown are not inserted', async () => {
  const { store, showVersion } = openLongThread();
  await store.readOlder(async ([put, ...puts]) => {
    put?.();
    showVersion([18, 19]);
    await store.refresh();
    for (const later of puts) later();
  });
  expect(ids(store.shown().list)).toEqual([18, 19]);
  expect(store.shown().older).toBe('still');
});
