import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '#shared/conversations.ts';
import { ApiError } from '#web/ground/api/api.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { dropOutgoing, type Outgoing, readOutgoing, saveOutgoing } from './outbox.ts';

/** Why it was not sent: the network, or the server's error. */
export type Unsent = Outgoing & { problem?: { network: boolean; message: string } | undefined };

/** Sends messages in order, stores those that could not be sent, and retries when the network is back. */
export function useOutbox(id: number, owner: number, onSent: (message: ChatMessage) => void) {
  const api = useApi();
  const [waiting, setWaiting] = useState<Unsent[]>([]);
  const queue = useRef<Unsent[]>([]);
  const sending = useRef(false);

  const show = useCallback((next: Unsent[]) => {
    queue.current = next;
    setWaiting(next);
  }, []);
  const mark = useCallback(
    (key: string, problem: Unsent['problem']) =>
      show(queue.current.map((one) => (one.key === key ? { ...one, problem } : one))),
    [show],
  );

  const flush = useCallback(async () => {
    if (sending.current) return;
    sending.current = true;
    try {
      while (navigator.onLine) {
        const next = queue.current[0];
        // The order is preserved: messages after a failed one wait for it.
        if (!next || next.problem) return;
        const { key, text } = next;
        try {
          const sent = await api('POST /api/users/conversations/{id}/messages', {
            params: { id },
            body: { text, client_key: key },
          });
          dropOutgoing(id, key);
          onSent(sent);
          show(queue.current.filter((one) => one.key !== key));
        } catch (error) {
          const network = !(error instanceof ApiError);
          mark(key, { network, message: network ? '' : error.message });
          return;
        }
      }
    } finally {
      sending.current = false;
    }
  }, [api, id, onSent, show, mark]);

  const retryNetwork = useCallback(() => {
    show(queue.current.map((one) => (one.problem?.network ? { ...one, problem: undefined } : one)));
    flush();
  }, [show, flush]);

  useEffect(() => {
    show(readOutgoing(id, owner));
    flush();
    window.addEventListener('online', retryNetwork);
    return () => window.removeEventListener('online', retryNetwork);
  }, [id, owner, show, flush, retryNetwork]);

  return {
    waiting,
    send(text: string) {
      show([...queue.current, saveOutgoing(id, owner, text)]);
      flush();
    },
    retry(key: string) {
      mark(key, undefined);
      flush();
    },
    discard(key: string) {
      dropOutgoing(id, key);
      show(queue.current.filter((one) => one.key !== key));
      flush();
    },
  };
}
