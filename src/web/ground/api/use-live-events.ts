import { useEffect, useRef } from 'react';
import { eventsUrl, type LiveEvent, type LiveKind, sideOf } from '#shared/live-events.ts';
import { useShell } from '../routing/use-shell.tsx';

/**
 * Hears what changes for who is logged in, while the page is open: events of the kinds that are asked for, and gaps. All
 * that listen in a tab share one connection for each side.
 */
export function useLiveEvents(kinds: readonly LiveKind[], listen: (event: LiveEvent) => void): void {
  const latest = useRef(listen);
  useEffect(() => {
    latest.current = listen;
  });
  const wanted = kinds.join();
  const lines = useLines(kinds);
  useEffect(() => {
    if (lines === '') return;
    const hear = (event: LiveEvent) => {
      if (event.kind === 'gap' || wanted.split(',').includes(event.kind)) latest.current(event);
    };
    let stops: (() => void)[] = [];
    let isHere = true;
    // Visitors, to whom nobody tells anything, do not load it.
    import('./live-events.ts').then(
      ({ followEvents }) => {
        if (isHere)
          stops = lines.split(' ').map((line) => followEvents(line.slice(line.indexOf('@') + 1), hear));
      },
      (error) => console.error('應用層錯誤: live events could not be followed', error),
    );
    return () => {
      isHere = false;
      for (const stop of stops) stop();
    };
  }, [lines, wanted]);
}

/** Where to listen, and as whom: somebody else's line is another one. */
function useLines(kinds: readonly LiveKind[]) {
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
