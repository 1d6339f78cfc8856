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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has changed, and that the network is back
  useEffect(() => {
    if (!when || !isUnkept) return;
    const timer = setTimeout(async () => {
      try {
        await latest.current?.();
      } catch {
        // The API layer has logged it; the draft is on this device, and the next change tries again.
      }
    }, settleMs);
    return () => clearTimeout(timer);
  }, [when, isUnkept, key, values, timesOnline]);
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
