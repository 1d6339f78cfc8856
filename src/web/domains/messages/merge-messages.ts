import type { ChatMessage } from '#shared/conversations.ts';

type Page = { list: ChatMessage[]; has_more: boolean };

/** Messages in their order; what was read later replaces what was known, such as a number that is no longer blotted out. */
export function merge(known: readonly ChatMessage[], read: readonly ChatMessage[]) {
  const all = new Map(known.map((message) => [message.id, message]));
  for (const message of read) all.set(message.id, message);
  return [...all.values()].sort((one, other) => one.id - other.id);
}

/** Whoever was away for long does not read everything that was missed; the rest is there on the way up. */
const mostPages = 10;

/**
 * The latest messages back to one that is known, so that no hole is left between them and what is shown. Where they do
 * not reach back so far, what is known lies beyond a hole.
 */
export async function readBackTo(read: (before?: number) => Promise<Page>, known: number) {
  let page = await read();
  let { list } = page;
  for (let turn = 1; page.has_more && turn < mostPages && (list[0]?.id ?? 0) > known; turn += 1) {
    page = await read(list[0]?.id);
    list = [...page.list, ...list];
  }
  const reaches = !page.has_more || (list[0]?.id ?? 0) <= known;
  return { list, has_more: page.has_more, reaches };
}
