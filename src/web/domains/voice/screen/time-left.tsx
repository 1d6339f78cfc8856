import { useEffect, useState } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';
import { Chip } from '#web/ui/chip.tsx';
import type { Talk } from '../call/talk.ts';
import { clockWords } from '../ready/time-words.ts';

/** The page's clock, second by second. */
export function useClock() {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Seconds left, counted down from what the server said last. */
export function TimeLeft({ quota }: { quota: Talk['quota'] }) {
  const t = useWords();
  const now = useClock();
  if (!quota || quota.seconds < 0) return null;
  const seconds = Math.max(0, quota.seconds - Math.max(0, now - quota.at) / 1000);
  return (
    <>
      <Chip tone={quota.isWarning ? 'amber' : 'neutral'} className="tabular-nums">
        {t('voice.time.left', { time: clockWords(seconds) })}
      </Chip>
      {quota.isWarning && (
        <p role="alert" className="sr-only">
          {t('voice.time.warning', { seconds: quota.seconds })}
        </p>
      )}
    </>
  );
}
