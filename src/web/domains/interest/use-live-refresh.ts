import { useEffect, useRef } from 'react';
import { actedJustNow } from '#web/ground/api/use-action.ts';
import { useLiveEvents } from '#web/ground/api/use-live-events.ts';
import { usePageRefresh } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useToast } from '#web/ground/toast.ts';
import type { Requests } from './load-requests.ts';

const eventKinds = ['notice', 'lesson', 'class'] as const;

/** Reloads when the other side did something, and shows a toast if that changed the page. */
export function useLiveRefresh(requests: Requests) {
  const t = useTranslate();
  const toast = useToast();
  const changedByOther = useRef(false);
  const shown = JSON.stringify(requests);
  const before = useRef(shown);
  usePageRefresh({ on: eventKinds });
  useLiveEvents(eventKinds, () => {
    changedByOther.current = true;
  });
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (changedByOther.current && !actedJustNow()) toast.info(t('requests.changed'));
    changedByOther.current = false;
  }, [shown, t, toast]);
}
