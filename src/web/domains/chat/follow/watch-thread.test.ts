import { expect, test, vi } from 'vitest';
import type { ThreadNews } from '#shared/chat/chat.ts';
import { createWatch } from './watch-thread.ts';

const news = (message_id: number): ThreadNews => ({ message_id, is_running: true });

/** Connections that the test writes to, ends and breaks. */
function openLine() {
  const lines: WritableStreamDefaultWriter<Uint8Array>[] = [];
  let closed = 0;
  const open = vi.fn(async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    writer.closed.catch(() => {
      closed += 1;
    });
    lines.push(writer);
    return readable;
  });
  const say = (line: number, text: string) => void lines[line]?.write(new TextEncoder().encode(text));
  return { open, say, lines, closed: () => closed };
}

test('events are received over as many connections as it takes, and only while they are wanted', async () => {
  const { open, say, lines, closed } = openLine();
  const received: number[] = [];
  const watch = createWatch({
    open,
    mayComeBack: () => true,
    onNews: ({ message_id }) => received.push(message_id ?? 0),
    pause: async () => {},
  });
  watch.want(true);
  watch.want(true);
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  say(0, `: \n\ndata: ${JSON.stringify(news(1))}\n\ndata: ${JSON.stringify(news(2)).slice(0, 5)}`);
  say(0, `${JSON.stringify(news(2)).slice(5)}\n\n`);
  await vi.waitFor(() => expect(received).toEqual([1, 2]));

  void lines[0]?.close();
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  void lines[1]?.abort(new TypeError('network error'));
  await vi.waitFor(() => expect(lines).toHaveLength(3));
  say(2, `data: ${JSON.stringify(news(3))}\n\n`);
  await vi.waitFor(() => expect(received).toEqual([1, 2, 3]));

  const before = closed();
  watch.want(false);
  await vi.waitFor(() => expect(closed()).toBe(before + 1));
  expect(open).toHaveBeenCalledTimes(3);
  watch.want(true);
  await vi.waitFor(() => expect(lines).toHaveLength(4));
  watch.want(false);
});

test('a connection that opens too late is closed', async () => {
  const { open, lines, closed } = openLine();
  const watch = createWatch({ open, mayComeBack: () => true, onNews: () => {}, pause: async () => {} });
  watch.want(true);
  watch.want(false);
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  await vi.waitFor(() => expect(closed()).toBe(1));
});

test('a permanent refusal is not retried', async () => {
  const open = vi.fn(async () => {
    throw new Error('not there');
  });
  const watch = createWatch({ open, mayComeBack: () => false, onNews: () => {}, pause: async () => {} });
  watch.want(true);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(open).toHaveBeenCalledTimes(1);
});
