import { useEffect, useRef } from 'react';
import { useShell } from '../routing/use-shell.tsx';
import { followEvents, type LiveEvent } from './live-events.ts';

export type { LiveEvent } from './live-events.ts';

/** Hears what changes for who is logged in, while the page is open. All that listen in a tab share one connection. */
export function useLiveEvents(onEvent: (event: LiveEvent) => void): void {
  const { root } = useShell();
  useEventsOf(root?.user.id ?? 0, `${root?.settings.apiBase ?? ''}/api/users/events`, onEvent);
}

/** What is told at an address to one person; nothing to nobody. */
export function useEventsOf(owner: number, url: string, onEvent: (event: LiveEvent) => void) {
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  useEffect(() => {
    if (owner === 0) return;
    return followEvents(url, (event) => latest.current(event));
  }, [owner, url]);
}
