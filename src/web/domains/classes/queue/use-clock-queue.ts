import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { refreshCsrf } from '#web/ground/api/renewal.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import type { NewClockIn, QueuedClockIn } from './queued-clock-in.ts';
import { bodyOf, oneAtATime, type SendStop, sendWaiting } from './send.ts';
import { clockInStore } from './store.ts';

const retryEveryMs = 15_000;
const channelName = 'mingshi clock-in';
/** A dead network could block the next try for minutes; the idempotency key makes a second request safe. */
const timeoutMs = 20_000;
const withTimeout = <T>(work: Promise<T>) =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer in time')), timeoutMs)),
  ]);

/** The clock-ins of one user that are queued on this device, and their delivery to the server. */
export function useClockQueue(owner: number, onSent: () => Promise<unknown>) {
  const api = useApi();
  const { root } = useShell();
  const base = root?.settings.apiBase ?? '';
  const [taps, setTaps] = useState<QueuedClockIn[]>([]);
  const [held, setHeld] = useState<SendStop>();
  const [hasTried, setHasTried] = useState(false);
  const isSending = useRef(false);
  const isRequested = useRef(false);
  const sent = useRef(onSent);
  const channel = useRef<BroadcastChannel>(undefined);
  useEffect(() => {
    sent.current = onSent;
  });

  const show = useCallback(async () => {
    try {
      setTaps(await clockInStore.of(owner));
    } catch (error) {
      console.error('應用層錯誤: the clock-ins on this device could not be read', error);
    }
  }, [owner]);

  const sendAll = useCallback(async () => {
    const waiting = (await clockInStore.of(owner)).filter(({ refused }) => !refused);
    if (waiting.length === 0) return show();
    const stopped = navigator.onLine
      ? await oneAtATime(() =>
          sendWaiting({
            owner,
            store: clockInStore,
            whoIsHere: async () => {
              await refreshCsrf({ base, aiBase: '' });
              return (await api('GET /api/users/info')).id;
            },
            send: (body) => withTimeout(api('POST /api/users/clock_in', { body })),
          }),
        )
      : 'offline';
    setHeld(stopped);
    if (stopped !== 'offline') {
      // First the server's new state, then the queue without the sent ones, so that nothing disappears in
      // between.
      await sent.current().catch(() => {});
      channel.current?.postMessage('sent');
    }
    await show();
  }, [api, base, owner, show]);

  /** One run at a time; a request during a run causes another run after it. */
  const flush = useCallback(async () => {
    isRequested.current = true;
    if (isSending.current) return;
    isSending.current = true;
    try {
      while (isRequested.current) {
        isRequested.current = false;
        await sendAll();
      }
    } catch (error) {
      console.error('應用層錯誤: clock-ins could not be sent', error);
    } finally {
      isSending.current = false;
      setHasTried(true);
    }
  }, [sendAll]);

  useEffect(() => {
    const onOffline = () => setHeld('offline');
    const broadcast = new BroadcastChannel(channelName);
    channel.current = broadcast;
    broadcast.onmessage = async ({ data }) => {
      if (data === 'sent') await sent.current().catch(() => {});
      await show();
    };
    // The queue is shown at once, before sending is tried.
    show();
    flush();
    // A dead network or an unavailable server fires no event when it is back, so we poll.
    const timer = setInterval(flush, retryEveryMs);
    window.addEventListener('online', flush);
    window.addEventListener('offline', onOffline);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', flush);
      window.removeEventListener('offline', onOffline);
      broadcast.close();
    };
  }, [flush, show]);

  return {
    taps,
    held,
    /** Whether the first try to send is over, successful or not. */
    hasTried,
    /** Stored first, then sent. Fails only if the device can store nothing and the server was not reached. */
    async tap(tap: Omit<NewClockIn, 'owner'>) {
      const newTap = { ...tap, owner };
      try {
        await clockInStore.add(newTap);
      } catch (error) {
        console.error('應用層錯誤: a clock-in could not be kept on this device', error);
        await api('POST /api/users/clock_in', { body: bodyOf(newTap, new Date()) });
        return sent.current();
      }
      await show();
      channel.current?.postMessage('kept');
      // The clock-in is stored: the user need not wait for the network.
      flush();
    },
    async dismiss(tap: QueuedClockIn) {
      await clockInStore.remove(tap);
      await show();
      channel.current?.postMessage('dismissed');
    },
    forget: () => clockInStore.forget(owner),
  };
}
