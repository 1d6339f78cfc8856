import { useState } from 'react';
import { notFound } from '#shared/codes/numbers.ts';
import type { SafetyView } from '#shared/safety/timers.ts';
import { ApiError } from '#web/ground/api/api.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';

export const lookEverySeconds = 30;

/** Polls as long as the page is open. On a failure the last state stays, with a message. */
export function useWatch(code: string, first: SafetyView | null) {
  const [isOver, setIsOver] = useState(first === null);
  const { value: view, problem } = useRemote({
    loaded: first,
    read: async (api) => {
      try {
        return await api('GET /api/safe', { query: { code } });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === notFound)) throw error;
        setIsOver(true);
        return null;
      }
    },
    every: () => lookEverySeconds * 1000,
    when: !isOver,
  });
  return { view: isOver ? null : view, stale: problem !== undefined };
}
