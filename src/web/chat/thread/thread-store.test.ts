import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TutorMessage } from '#shared/chat.ts';
import { type Api, ApiError } from '../../api.ts';
import { putOut, readOutgoing } from './outbox.ts';
import { createThreadStore } from './thread-store.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => setTimeout(work, 1));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
});
afterEach(() => vi.unstubAllGlobals());

const event = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`;
const start = event({
  type: 'start',
  messageId: '2',
  messageMetadata: { thread_id: 9, parent_id: 1, from: 0 },
});
const words = (at: number, text: string) =>
  `id: ${at + text.length}\n${event({ type: 'text-delta', delta: text })}`;
const done = `${event({ type: 'finish', messageMetadata: { state: 'done' } })}data: [DONE]\n\n`;

const streamOf = (...pieces: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

type Call = { key: string; input: { body?: { client_key?: string }; query?: { from?: number } } };

/** A server that answers what the test says, call by call. */
function peer(answers: Record<string, ((call: Call) => unknown)[]>, loaded: TutorMessage[] = []) {
  const calls: Call[] = [];
  const api = (async (key: string, input = {}) => {
    const call = { key, input } as Call;
    calls.push(call);
    const next = answers[key]?.shift();
    if (!next) throw new Error(`nobody expected ${key}`);
    return next(call);
  }) as unknown as Api;
  const store = createThreadStore({
    api,
    threadId: 9,
    owner: 5,
    loaded: { list: loaded, has_more: false },
    onTurn: () => {},
  });
  return { store, calls };
}
const until = (look: () => boolean) => vi.waitFor(() => expect(look()).toBe(true));
const send = 'POST /api_ai/chat_ai/messages';
const follow = 'GET /api_ai/chat_ai/messages/{id}/stream';
const read = 'GET /api_ai/chat_ai/messages';
const noNetwork = () => {
  throw new TypeError('no network');
};

test('what is not sent stays, and goes out again as the same message', async () => {
  const { store, calls } = peer({
    [send]: [noNetwork, () => streamOf(start, words(0, '答案'), done)],
  });
  store.send({ text: '問題', files: [] });
  await until(() => store.shown().unsent?.problem !== undefined);
  expect(readOutgoing(9, 5)).toMatchObject({ text: '問題' });
  store.retry();
  await until(() => store.shown().list.at(-1)?.state === 'done');
  expect(store.shown().list).toMatchObject([
    { id: 1, role: 'user', text: '問題' },
    { id: 2, role: 'assistant', text: '答案' },
  ]);
  expect(store.shown().unsent).toBeUndefined();
  expect(readOutgoing(9, 5)).toBeUndefined();
  expect(calls[0]?.input.body?.client_key).toBe(calls[1]?.input.body?.client_key);
});

test('a refusal is told, and what was written can be taken back', async () => {
  const { store } = peer({
    [send]: [
      () => {
        throw new ApiError({ code: 2009, data: null, message: '次數已用完' });
      },
    ],
  });
  store.send({ text: '問題', files: [] });
  await until(() => store.shown().unsent?.problem?.code === 2009);
  expect(store.recall()).toMatchObject({ text: '問題' });
  expect(store.shown()).toMatchObject({ unsent: undefined, list: [] });
  expect(readOutgoing(9, 5)).toBeUndefined();
});

test('what a visitor wrote is still there after logging in, and not for somebody else', () => {
  putOut(9, 0, { text: '未登入時寫的', files: [] });
  expect(readOutgoing(9, 5)?.text).toBe('未登入時寫的');
  putOut(9, 4, { text: '別人寫的', files: [] });
  expect(readOutgoing(9, 5)).toBeUndefined();
});

test('a connection that breaks is taken up where it broke, and reading anew meanwhile repeats nothing', async () => {
  const { store, calls } = peer({
    [send]: [() => streamOf(start, words(0, '一二三'))],
    [read]: [
      () => ({ list: [message(1, 'user', '問題'), message(2, 'assistant', '一二三四')], has_more: false }),
    ],
    [follow]: [
      async () => {
        await store.refresh();
        return streamOf(start, words(3, '四五'), done);
      },
    ],
  });
  store.send({ text: '問題', files: [] });
  await until(() => store.shown().list.at(-1)?.state === 'done');
  expect(store.shown().list.at(-1)?.text).toBe('一二三四五');
  expect(calls.find(({ key }) => key === follow)?.input.query?.from).toBe(3);
});

test('a message that was taken before the page was left is not shown twice', async () => {
  const first = peer({ [send]: [noNetwork] });
  first.store.send({ text: '問題', files: [] });
  await until(() => first.store.shown().unsent?.problem !== undefined);
  // The server had it all the same; the page that is opened next says so.
  const { store } = peer({ [send]: [() => streamOf(start, words(0, '一二三'), done)] }, [
    message(1, 'user', '問題'),
    message(2, 'assistant', '一二'),
  ]);
  store.open();
  await until(() => store.shown().list.at(-1)?.state === 'done');
  expect(store.shown().list.map(({ text }) => text)).toEqual(['問題', '一二三']);
});

const message = (id: number, role: 'user' | 'assistant', text: string): TutorMessage => ({
  id,
  thread_id: 9,
  parent_id: id === 1 ? null : id - 1,
  role,
  text,
  parts: [],
  files: [],
  state: role === 'user' ? 'done' : 'running',
  versions: [id],
  feedback: 0,
  created_at: '2026-01-01T00:00:00.000Z',
});
