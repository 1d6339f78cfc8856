import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { createThreadStore, type Loaded } from './thread-store.ts';

type Options = { threadId: number; owner: number; loaded: Loaded; onTurn: () => void };

/** A thread as it is now, and what can be done with it. Mounted anew for each. */
export function useThread({ threadId, owner, loaded, onTurn }: Options) {
  const api = useApi();
  const turned = useRef(onTurn);
  useEffect(() => {
    turned.current = onTurn;
  });
  const [store] = useState(() =>
    createThreadStore({ api, threadId, owner, loaded, onTurn: () => turned.current() }),
  );
  const shown = useSyncExternalStore(store.subscribe, store.shown, store.shown);

  useEffect(() => {
    store.open();
    // Another device may have gone on meanwhile.
    const lookAgain = () => store.see(document.visibilityState === 'visible');
    const online = () => {
      const { unsent } = store.shown();
      if (unsent?.problem && unsent.problem.code === undefined) store.retry();
    };
    document.addEventListener('visibilitychange', lookAgain);
    addEventListener('online', online);
    return () => {
      document.removeEventListener('visibilitychange', lookAgain);
      removeEventListener('online', online);
      store.close();
    };
  }, [store]);

  return { store, shown };
}
