import { useEffect, useRef, useState } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useLiveEvents } from '#web/ground/api/use-live-events.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useCalm } from '#web/ground/use-calm.ts';
import { readTalk, rowsPerPage, type Talk } from './talk-rows.ts';

/** The list of conversations as it is now: who wrote last, and what is unread. */
export function useTalk(loaded: Talk) {
  const api = useApi();
  const { locale } = useShell();
  const [talk, setTalk] = useState(loaded);
  const pages = useRef(1);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    pages.current = 1;
    setTalk(loaded);
  }, [loaded]);

  const refresh = useCalm(async () => setTalk(await readTalk(api, locale, pages.current)));
  useLiveEvents(refresh);

  return {
    talk,
    busy,
    more: talk.total > pages.current * rowsPerPage,
    async showMore() {
      setBusy(true);
      try {
        setTalk(await readTalk(api, locale, pages.current + 1));
        pages.current += 1;
      } finally {
        setBusy(false);
      }
    },
  };
}
