import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Api } from '../../api.ts';
import { readOutgoing } from './outbox.ts';
import { createThreadStore } from './thread-store.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 0));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
});
afterEach(() => vi.unstubAllGlobals());

/** A thread whose answer says what the test has it say. */
function openThread() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const pen = writable.getWriter();
  const store = createThreadStore({
    api: (async () => readable) as unknown as Api,
    threadId: 7,
    owner: 1,
    loaded: { list: [], has_more: false },
    onTurn: () => {},
  });
  const say = (chunk: object, end = 0) =>
    pen.write(new TextEncoder().encode(`id: ${end}\ndata: ${JSON.stringify(chunk)}\n\n`));
  return { store, say };
}

test('what was sent stays on this device until something of its answer has come', async () => {
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
