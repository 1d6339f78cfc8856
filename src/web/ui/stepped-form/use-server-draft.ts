import { useEffect, useRef, useState } from 'react';

/** Pause before the server is told, for somebody who is still choosing. */
const settleMs = 1500;

/** Keeps a draft on the server too, so that it can be continued on another device. */
export function useServerDraft(
  { key, values, isUnkept }: { key: string; values: object; isUnkept: boolean },
  keep: (() => Promise<void>) | undefined,
) {
  const latest = useRef(keep);
  latest.current = keep;
  const when = keep !== undefined;
  const timesOnline = useTimesOnline();
  const isWaiting = useRef(false);
  const tell = useRef(async () => {
    isWaiting.current = false;
    try {
      await latest.current?.();
    } catch {
      // The API layer has logged it; the draft is on this device, and the next change tries again.
    }
  }).current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has changed, and that the network is back
  useEffect(() => {
    isWaiting.current = when && isUnkept;
    if (!isWaiting.current) return;
    const timer = setTimeout(tell, settleMs);
    return () => clearTimeout(timer);
  }, [when, isUnkept, key, values, timesOnline]);
  // Who leaves the page does not wait for the pause.
  useEffect(
    () => () => {
      if (isWaiting.current) void tell();
    },
    [tell],
  );
}

/** Counts how often the network came back. */
function useTimesOnline() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const back = () => setCount((before) => before + 1);
    addEventListener('online', back);
    return () => removeEventListener('online', back);
  }, []);
  return count;
}
