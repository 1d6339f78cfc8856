import { useEffect, useState, useSyncExternalStore } from 'react';

/** The current time, updated at an interval; the server's time until hydration. */
export function useNow(fromServer: string, everyMs = 20_000): number {
  const [now, setNow] = useState(() => Date.parse(fromServer));
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [everyMs]);
  return now;
}

const listen = (changed: () => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};

/** Whether the browser considers itself online. */
export const useOnline = () =>
  useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  );
