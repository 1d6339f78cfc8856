import { useEffect, useRef } from 'react';
import { eventsUrl, type LiveEvent, type LiveKind, sideOf } from '#shared/live-events.ts';
import { useShell } from '../routing/use-shell.tsx';

/**
 * Calls `listen` for live events of the requested kinds, and for gaps, while the page is open. All listeners
 * in a tab share one connection for each side (product and AI).
 */
export function useLiveEvents(kinds: readonly LiveKind[], listen: (event: LiveEvent) => void): void {
  const latest = useRef(listen);
  useEffect(() => {
    latest.current = listen;
  });
  const kindList = kinds.join();
  const connections = useConnections(kinds);
  useEffect(() => {
    if (connections === '') return;
    const receive = (event: LiveEvent) => {
      if (event.kind === 'gap' || kindList.split(',').includes(event.kind)) latest.current(event);
    };
    let stops: (() => void)[] = [];
    let isMounted = true;
    // Loaded on demand: visitors who are not logged in receive no events.
    import('./live-events.ts').then(
      ({ followEvents }) => {
        if (isMounted)
          stops = connections
            .split(' ')
            .map((connection) => followEvents(connection.slice(connection.indexOf('@') + 1), receive));
      },
      (error) => console.error('應用層錯誤: live events could not be followed', error),
    );
    return () => {
      isMounted = false;
      for (const stop of stops) stop();
    };
  }, [connections, kindList]);
}

/** The connections as `owner@url`: after a change of user a new connection is opened. */
function useConnections(kinds: readonly LiveKind[]) {
  const { root } = useShell();
  if (!root) return '';
  const sides = {
    product: { owner: root.user.id, base: root.settings.apiBase },
    ai: { owner: root.aiUser.id, base: root.settings.apiAiBase },
  };
  return [...new Set(kinds.map((kind) => sideOf[kind]))]
    .filter((side) => sides[side].owner > 0)
    .map((side) => `${sides[side].owner}@${sides[side].base}${eventsUrl[side]}`)
    .join(' ');
}
