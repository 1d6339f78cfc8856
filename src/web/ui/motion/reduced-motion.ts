import { useSyncExternalStore } from 'react';

let list: MediaQueryList | undefined;
const query = () => {
  list ??= window.matchMedia('(prefers-reduced-motion: reduce)');
  return list;
};

function subscribe(onChange: () => void) {
  query().addEventListener('change', onChange);
  return () => query().removeEventListener('change', onChange);
}

/** Whether the visitor prefers reduced motion; false on the server, which cannot know. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => false,
  );
}
