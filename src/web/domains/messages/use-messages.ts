import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '#shared/conversations.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useRemote } from '#web/ground/api/use-remote.ts';
import type { ConversationRow } from './conversation-rows.ts';

export type Loaded = { row: ConversationRow; messages: { list: ChatMessage[]; has_more: boolean } };
type Shown = { row: ConversationRow; list: ChatMessage[]; hasMore: boolean };

/** The live state of one conversation. Mounted separately for each. */
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
    // After contacts were shared, messages that were masked before have to be read again.
    const anew = row.contact_shared !== before.contact_shared;
    const known = (anew ? list[0]?.id : list.at(-1)?.id) ?? 0;
    const back = await readBackTo(read, known);
    setShown((now) => ({
      row: { ...now.row, ...row },
      list: back.reaches ? merge(now.list, back.list) : back.list,
      hasMore: back.reaches ? now.hasMore : back.has_more,
    }));
  }, [api, id, read]);
  // Older pages and sent messages are merged with it, so the state is stored here.
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
        // The API layer has logged it; the page shows it with a retry button.
        setOlder('failed');
      }
    }, [read]),
  };
}

/** Marks visible messages as read, once for each new message, while the page is visible. */
export function useReadMark(id: number, list: readonly ChatMessage[], unread: number) {
  const api = useApi();
  const lastReported = useRef(0);
  const last = list.findLast((message) => !message.is_mine)?.id ?? 0;
  useEffect(() => {
    if (unread > 0) lastReported.current = 0;
    const report = () => {
      if (document.visibilityState !== 'visible' || last <= lastReported.current) return;
      lastReported.current = last;
      api('PUT /api/users/conversations/{id}/read', { params: { id }, body: { up_to: last } }).catch(() => {
        // The API layer has logged it; the next message or visit tries again.
        lastReported.current = 0;
      });
    };
    if (unread > 0) report();
    document.addEventListener('visibilitychange', report);
    return () => document.removeEventListener('visibilitychange', report);
  }, [api, id, last, unread]);
}

type Page = { list: ChatMessage[]; has_more: boolean };

/** Sorted messages; later versions replace earlier ones, such as a number that is no longer masked. */
export function merge(known: readonly ChatMessage[], read: readonly ChatMessage[]) {
  const all = new Map(known.map((message) => [message.id, message]));
  for (const message of read) all.set(message.id, message);
  return [...all.values()].sort((one, other) => one.id - other.id);
}

/** After a long absence not all missed messages are loaded; the rest is loaded when scrolling up. */
const mostPages = 10;

/**
 * Reads the latest messages back to a known one, so that there is no gap. `reaches` is false where a gap
 * remains.
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
