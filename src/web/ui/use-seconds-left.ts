import { useEffect, useState } from 'react';

/** Counts down to a moment (in Date.now()'s milliseconds), second by second. */
export function useSecondsLeft(until: number) {
  const [seen, setSeen] = useState(() => ({ until, now: Date.now() }));
  // A new moment is counted from now, not from when the last one was looked at: else a button that need not wait
  // would be disabled until the first tick.
  if (seen.until !== until) setSeen({ until, now: Date.now() });
  useEffect(() => {
    const look = () => setSeen({ until, now: Date.now() });
    look();
    if (until <= Date.now()) return;
    const timer = setInterval(() => {
      look();
      if (Date.now() >= until) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return Math.max(0, Math.ceil((until - seen.now) / 1000));
}
