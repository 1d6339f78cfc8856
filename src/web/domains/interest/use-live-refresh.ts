import { useEffect, useRef } from 'react';
import { actedJustNow } from '#web/ground/api/use-action.ts';
import { useLiveEvents } from '#web/ground/api/use-live-events.ts';
import { usePageRefresh } from '#web/ground/api/use-remote.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useToast } from '#web/ground/toast.ts';
import type { Requests } from './load-requests.ts';

const told = ['notice', 'lesson', 'class'] as const;

/** Asks again when the other side did something, and says so where that changed what is shown. */
export function useLiveRefresh(requests: Requests) {
  const t = useWords();
  const toast = useToast();
  const heard = useRef(false);
  const shown = JSON.stringify(requests);
  const before = useRef(shown);
  usePageRefresh({ on: told });
  useLiveEvents(told, () => {
    heard.current = true;
  });
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (heard.current && !actedJustNow()) toast.info(t('requests.changed'));
    heard.current = false;
  }, [shown, t, toast]);
}
