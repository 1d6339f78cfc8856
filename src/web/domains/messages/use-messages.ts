import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '#shared/conversations.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useRemote } from '#web/ground/api/use-remote.ts';
import type { TalkRow } from './talk-rows.ts';

export type Loaded = { row: TalkRow; messages: { list: ChatMessage[]; has_more: boolean } };
type Shown = { row: TalkRow; list: ChatMessage[]; hasMore: boolean };

/** One conversation as it is now. Mounted anew for each. */
export function useMessages({ row: first, messages }: Loaded) {
  const api = useApi();
  const { id } = first;
  const [shown, setShown] = useState<Shown>({ row: first, list: messages.list, hasMore: messages.has_more });
  const latest = useRef(shown);
  latest.current = shown;
  const [older, setOlder] = useState<'still' | 'reading' | 'failed'>('still');

  const read = useCallback(
    (before?: number) =>
      api('GET /api/users/conversations/{id}/messages', {
        params: { id },
        query: before === undefined ? {} : { before },
      }),
    [api, id],
  );

  const refresh = useCallback(async () => {
    const row = await api('GET /api/users/conversations/{id}', { params: { id } });
    const { list, row: before } = latest.current;
    // With the contacts shared, what was blotted out before can be read.
    const anew = row.contact_shared !== before.contact_shared;
    const known = (anew ? list[0]?.id : list.at(-1)?.id) ?? 0;
    const back = await readBackTo(read, known);
    setShown((now) => ({
      row: { ...row, about: now.row.about },
      list: back.reaches ? merge(now.list, back.list) : back.list,
      hasMore: back.reaches ? now.hasMore : back.has_more,
    }));
  }, [api, id, read]);
  // Older pages and what was just sent are merged with it, so what is shown is kept here.
  const { reload } = useRemote({
    loaded: null,
    read: async () => {
      await refresh();
      return null;
    },
    on: ['notice', 'message', 'read'],
    about: (event) => !('conversation' in event) || event.conversation === id,
  });

  return {
    ...shown,
    older,
    refresh: reload,
    add: useCallback(
      (message: ChatMessage) => setShown((now) => ({ ...now, list: merge(now.list, [message]) })),
      [],
    ),
    readOlder: useCallback(async () => {
      const before = latest.current.list[0]?.id;
      if (before === undefined) return;
      setOlder('reading');
      try {
        const page = await read(before);
        setShown((now) => ({ ...now, list: merge(now.list, page.list), hasMore: page.has_more }));
        setOlder('still');
      } catch {
        // The call layer has logged it; the page shows it with a way to try again.
        setOlder('failed');
      }
    }, [read]),
  };
}

/** What is in view is read: says so once for each new message, while somebody looks at the page. */
export function useReadMark(id: number, list: readonly ChatMessage[], unread: number) {
  const api = useApi();
  const said = useRef(0);
  const last = list.findLast((message) => !message.is_mine)?.id ?? 0;
  useEffect(() => {
    if (unread > 0) said.current = 0;
    const say = () => {
      if (document.visibilityState !== 'visible' || last <= said.current) return;
      said.current = last;
      api('PUT /api/users/conversations/{id}/read', { params: { id }, body: { up_to: last } }).catch(() => {
        // The call layer has logged it; the next message or look says it again.
        said.current = 0;
      });
    };
    if (unread > 0) say();
    document.addEventListener('visibilitychange', say);
    return () => document.removeEventListener('visibilitychange', say);
  }, [api, id, last, unread]);
}

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
