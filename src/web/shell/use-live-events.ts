import { useEffect, useRef } from 'react';
import { followEvents, type LiveEvent } from './live-events.ts';
import { useShell } from './use-shell.tsx';

export type { LiveEvent } from './live-events.ts';

/** Hears what changes for who is logged in, while the page is open. All that listen in a tab share one connection. */
export function useLiveEvents(onEvent: (event: LiveEvent) => void): void {
  const { root } = useShell();
  const userId = root?.user.id ?? 0;
  const base = root?.settings.apiBase ?? '';
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => {
    if (userId === 0) return;
    return followEvents(`${base}/api/users/events`, (event) => latest.current(event));
  }, [userId, base]);
}
