import { useEffect, useState } from 'react';

/** Counts the seconds down to a time (in Date.now()'s milliseconds). */
export function useSecondsLeft(until: number) {
  const [current, setCurrent] = useState(() => ({ until, now: Date.now() }));
  // A new time is counted from now, not from the last tick: otherwise a button that need not wait would be
  // disabled until the first tick.
  if (current.until !== until) setCurrent({ until, now: Date.now() });
  useEffect(() => {
    const update = () => setCurrent({ until, now: Date.now() });
    update();
    if (until <= Date.now()) return;
    const timer = setInterval(() => {
      update();
      if (Date.now() >= until) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, Math.ceil((until - current.now) / 1000));
}
