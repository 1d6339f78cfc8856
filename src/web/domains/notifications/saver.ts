import type { NotificationSettings, SettingsChange } from '#shared/notices/notification-settings.ts';
import { NotReached } from '#web/ground/api/api.ts';
import { createListeners } from '#web/ground/listeners.ts';
import { untilOnlineOr } from '#web/ground/until-online.ts';
import { isNothing, joined, without } from './change.ts';

const retryMs = 5000;

type Around = {
  send: (change: SettingsChange) => Promise<NotificationSettings>;
  onSaved: (settings: NotificationSettings) => void;
  /** The server was not reached; it is tried again. */
  onWaiting: () => void;
  /** The server said no: the change is dropped. */
  onRefused: (error: unknown) => void;
};

/**
 * Sends each change at once, one call at a time. What could not be sent is kept in this tab, over a reload too, and
 * sent when the network is back.
 */
export function createSaver(key: string, around: () => Around) {
  let waiting: SettingsChange = {};
  let stop = new AbortController();
  let isSending = false;
  const { notify, subscribe } = createListeners();

  const keep = (change: SettingsChange) => {
    waiting = change;
    if (isNothing(change)) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(change));
    notify();
  };

  async function flush() {
    if (isSending) return;
    isSending = true;
    const { signal } = stop;
    while (!isNothing(waiting) && !signal.aborted) {
      const sent = waiting;
      try {
        const settings = await around().send(sent);
        around().onSaved(settings);
        keep(without(waiting, sent));
      } catch (error) {
        if (error instanceof NotReached) {
          around().onWaiting();
          await untilOnlineOr(retryMs, signal);
        } else {
          keep(without(waiting, sent));
          around().onRefused(error);
        }
      }
    }
    isSending = false;
    // It was started again while the last call was under way.
    if (signal.aborted && !stop.signal.aborted) void flush();
  }

  return {
    subscribe,
    /** What is not stored yet. */
    waiting: () => waiting,
    change(change: SettingsChange) {
      keep(joined(waiting, change));
      void flush();
    },
    /** Goes on with what an earlier visit has left. Returns how to stop. */
    start() {
      const own = new AbortController();
      stop = own;
      const left = sessionStorage.getItem(key);
      if (left) keep(joined(JSON.parse(left), waiting));
      void flush();
      return () => own.abort();
    },
  };
}
