import { expect, test, vi } from 'vitest';
import type { ChatMessage } from '#shared/conversations.ts';
import { merge, readBackTo } from './use-messages.ts';

const message = (id: number, text = String(id)): ChatMessage => ({
  id,
  text,
  files: [],
  is_mine: false,
  sent_at: '2026-11-15T12:00:00.000Z',
});
const messages = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => message(from + place));

/** Pages of three messages out of this many. */
const server = (newest: number) =>
  vi.fn(async (before = newest + 1) => {
    const oldest = Math.max(1, before - 3);
    return { list: messages(oldest, before - 1), has_more: oldest > 1 };
  });

test('merged messages are unique and sorted, with the version read last', () => {
  const all = merge([message(1, '▇▇▇'), message(3)], [message(2), message(1, '6123 4567')]);
  expect(all.map(({ text }) => text)).toEqual(['6123 4567', '2', '3']);
});

test('missed messages are read back to the last known message, and no further', async () => {
  const read = server(10);
  const back = await readBackTo(read, 5);
  expect([back.list.map(({ id }) => id), back.reaches]).toEqual([[5, 6, 7, 8, 9, 10], true]);
  expect(read).toHaveBeenCalledTimes(2);
});

test('one page is enough when no message is known, or the latest is', async () => {
  expect(await readBackTo(server(2), 0)).toMatchObject({ reaches: true, has_more: false });
  const read = server(10);
  expect(await readBackTo(read, 10)).toMatchObject({ reaches: true, has_more: true });
  expect(read).toHaveBeenCalledTimes(1);
});

test('a gap that is too long is reported', async () => {
  const read = server(1000);
  const back = await readBackTo(read, 5);
  expect(back).toMatchObject({ reaches: false, has_more: true });
  expect(back.list).toHaveLength(30);
});
