import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { refreshCsrf } from '#web/ground/api/renewal.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { bodyOf, type Held, inTurn, sendWaiting } from './send.ts';
import { tapStore } from './store.ts';
import type { NewTap, Tap } from './tap.ts';

const tryAgainMs = 15_000;
const channelName = 'mingshi clock-in';
/** A network that carries nothing would keep the next try waiting for minutes; the key makes a second one safe. */
const longestMs = 20_000;
const inTime = <T>(work: Promise<T>) =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer in time')), longestMs)),
  ]);

/** The taps of one person that wait on this device, and their way to the server. */
export function useClockQueue(owner: number, onSent: () => Promise<unknown>) {
  const api = useApi();
  const { root } = useShell();
  const base = root?.settings.apiBase ?? '';
  const [taps, setTaps] = useState<Tap[]>([]);
  const [held, setHeld] = useState<Held>();
  const [hasTried, setHasTried] = useState(false);
  const isSending = useRef(false);
  const isAsked = useRef(false);
  const sent = useRef(onSent);
  const channel = useRef<BroadcastChannel>(undefined);
  useEffect(() => {
    sent.current = onSent;
  });

  const show = useCallback(async () => {
    try {
      setTaps(await tapStore.of(owner));
    } catch (error) {
      console.error('應用層錯誤: the clock-ins on this device could not be read', error);
    }
  }, [owner]);

  const sendAll = useCallback(async () => {
    const waiting = (await tapStore.of(owner)).filter(({ refused }) => !refused);
    if (waiting.length === 0) return show();
    const stopped = navigator.onLine
      ? await inTurn(() =>
          sendWaiting({
            owner,
            store: tapStore,
            whoIsHere: async () => {
              await refreshCsrf({ base, aiBase: '' });
              return (await api('GET /api/users/info')).id;
            },
            send: (body) => inTime(api('POST /api/users/clock_in', { body })),
          }),
        )
      : 'offline';
    setHeld(stopped);
    if (stopped !== 'offline') {
      // First what the server says now, then the queue without it: nothing is gone in between.
      await sent.current().catch(() => {});
      channel.current?.postMessage('sent');
    }
    await show();
  }, [api, base, owner, show]);

  /** One after the other; who asks while one is under way is served by another after it. */
  const flush = useCallback(async () => {
    isAsked.current = true;
    if (isSending.current) return;
    isSending.current = true;
    try {
      while (isAsked.current) {
        isAsked.current = false;
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
    const lose = () => setHeld('offline');
    const heard = new BroadcastChannel(channelName);
    channel.current = heard;
    heard.onmessage = async ({ data }) => {
      if (data === 'sent') await sent.current().catch(() => {});
      await show();
    };
    // What waits is shown at once, whatever becomes of sending it.
    show();
    flush();
    // A network that the browser takes for one, and a server that is away, tell nobody when they are back.
    const timer = setInterval(flush, tryAgainMs);
    window.addEventListener('online', flush);
    window.addEventListener('offline', lose);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', flush);
      window.removeEventListener('offline', lose);
      heard.close();
    };
  }, [flush, show]);

  return {
    taps,
    held,
    /** Whether the first try to send is over, however it went. */
    hasTried,
    /** Kept first, then sent. Fails only where the device can keep nothing and the server was not reached. */
    async tap(tap: Omit<NewTap, 'owner'>) {
      const made = { ...tap, owner };
      try {
        await tapStore.add(made);
      } catch (error) {
        console.error('應用層錯誤: a clock-in could not be kept on this device', error);
        await api('POST /api/users/clock_in', { body: bodyOf(made, new Date()) });
        return sent.current();
      }
      await show();
      channel.current?.postMessage('kept');
      // The tap is kept: nobody waits for the network.
      flush();
    },
    async dismiss(tap: Tap) {
      await tapStore.remove(tap);
      await show();
      channel.current?.postMessage('dismissed');
    },
    forget: () => tapStore.forget(owner),
  };
}
