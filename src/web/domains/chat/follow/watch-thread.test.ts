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
    const pen = writable.getWriter();
    pen.closed.catch(() => {
      closed += 1;
    });
    lines.push(pen);
    return readable;
  });
  const say = (line: number, text: string) => void lines[line]?.write(new TextEncoder().encode(text));
  return { open, say, lines, closed: () => closed };
}

test('hears over as many connections as it takes, and only while it is wanted', async () => {
  const { open, say, lines, closed } = openLine();
  const heard: number[] = [];
  const watch = createWatch({
    open,
    mayComeBack: () => true,
    onNews: ({ message_id }) => heard.push(message_id ?? 0),
    pause: async () => {},
  });
  watch.want(true);
  watch.want(true);
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  say(0, `: \n\ndata: ${JSON.stringify(news(1))}\n\ndata: ${JSON.stringify(news(2)).slice(0, 5)}`);
  say(0, `${JSON.stringify(news(2)).slice(5)}\n\n`);
  await vi.waitFor(() => expect(heard).toEqual([1, 2]));

  void lines[0]?.close();
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  void lines[1]?.abort(new TypeError('network error'));
  await vi.waitFor(() => expect(lines).toHaveLength(3));
  say(2, `data: ${JSON.stringify(news(3))}\n\n`);
  await vi.waitFor(() => expect(heard).toEqual([1, 2, 3]));

  const before = closed();
  watch.want(false);
  await vi.waitFor(() => expect(closed()).toBe(before + 1));
  expect(open).toHaveBeenCalledTimes(3);
  watch.want(true);
  await vi.waitFor(() => expect(lines).toHaveLength(4));
  watch.want(false);
});

test('leaves a connection that comes too late', async () => {
  const { open, lines, closed } = openLine();
  const watch = createWatch({ open, mayComeBack: () => true, onNews: () => {}, pause: async () => {} });
  watch.want(true);
  watch.want(false);
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  await vi.waitFor(() => expect(closed()).toBe(1));
});

test('does not ask again for what is refused for good', async () => {
  const open = vi.fn(async () => {
    throw new Error('not there');
  });
  const watch = createWatch({ open, mayComeBack: () => false, onNews: () => {}, pause: async () => {} });
  watch.want(true);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(open).toHaveBeenCalledTimes(1);
});
