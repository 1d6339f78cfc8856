import { useEffect, useState } from 'react';
import { notFound } from '#shared/codes/numbers.ts';
import type { SafetyView } from '#shared/safety.ts';
import { ApiError } from '#web/ground/api/api.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';

export const lookEverySeconds = 30;

type Watched = { view: SafetyView | null; stale: boolean };

/** Looks again as long as the page is open. What cannot be reached leaves what is known, and says so. */
export function useWatch(code: string, first: SafetyView | null): Watched {
  const api = useApi();
  const [watched, setWatched] = useState<Watched>({ view: first, stale: false });
  const over = watched.view === null;
  useEffect(() => {
    if (over) return;
    let live = true;
    const look = async () => {
      try {
        const view = await api('GET /api/safe', { query: { code } });
        if (live) setWatched({ view, stale: false });
      } catch (error) {
        if (!live) return;
        if (error instanceof ApiError && error.code === notFound) setWatched({ view: null, stale: false });
        else setWatched((before) => ({ ...before, stale: true }));
      }
    };
    const timer = setInterval(look, lookEverySeconds * 1000);
    const back = () => void (document.visibilityState === 'visible' && look());
    document.addEventListener('visibilitychange', back);
    addEventListener('online', look);
    return () => {
      live = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', back);
      removeEventListener('online', look);
    };
  }, [api, code, over]);
  return watched;
}
