import { useEffect, useEffectEvent, useState } from 'react';
import { durationWords } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';

type CountdownProps = { label: string; seconds: number; onEnd: () => void };

/** Remaining seconds that are announced to screen readers. */
const announcedAt = [60, 30, 10];

/** A countdown with a progress bar. */
export function Countdown({ label, seconds, onEnd }: CountdownProps) {
  const t = useTranslate();
  const [until] = useState(() => performance.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      end();
    }, 200);
    return () => clearInterval(timer);
  }, [until]);
  const passed = announcedAt.findLast((threshold) => left <= threshold);
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-ink-2">{label}</span>
        <span role="timer" aria-label={label} className="font-serif text-3xl tabular-nums">
          {durationWords(left)}
        </span>
      </div>
      <progress
        aria-hidden
        max={seconds}
        value={left}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-jade [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-jade"
      />
      <p role="status" className="sr-only">
        {passed !== undefined && passed < seconds && t('voice.tasks.secondsLeft', { seconds: passed })}
      </p>
    </div>
  );
}
