import { useEffect, useRef } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';
import { useClockQueue } from './use-clock-queue.ts';

const nothing = async () => {};

/** Sends queued clock-ins while any page other than /clock-in is open, and shows the result in a toast. */
export default function ClockSender() {
  const t = useTranslate();
  const toast = useToast();
  const { root } = useShell();
  const { taps } = useClockQueue(root?.user.id ?? 0, nothing);
  const before = useRef<number>(undefined);
  const waiting = taps.filter(({ refused }) => !refused).length;
  const refused = taps.length - waiting;
  useEffect(() => {
    // Undefined or 0 before the queue has been read.
    if (before.current && waiting === 0)
      if (refused > 0) toast.error(t('clockQueue.refused'));
      else toast.success(t('clockQueue.sent'));
    before.current = waiting;
  }, [waiting, refused, t, toast]);
  return null;
}
