import type { ReactNode } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { cx } from '../cx.ts';

/** A grey placeholder for text or a picture; give it their size. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-pulse rounded-card bg-line/70', className)} />;
}

/** Placeholder lines of text, the last one shorter. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <span aria-hidden className="grid gap-2.5">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Skeleton key={line} className={cx('h-4', line === lines - 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </span>
  );
}

/** Wraps the skeleton of a part of the page, and announces once that it is loading. */
export function Loading({ children, className }: { children: ReactNode; className?: string }) {
  const t = useTranslate();
  return (
    <div role="status" className={className}>
      <span className="sr-only">{t('ui.loading')}</span>
      {children}
    </div>
  );
}

/** A progress bar for a value from 0 to 1, with its percentage. */
export function Progress({ label, value }: { label: string; value: number }) {
  const percent = Math.round(value * 100);
  return (
    <div className="flex items-center gap-3">
      <progress
        aria-label={label}
        max={100}
        value={percent}
        className="h-2 grow appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-jade [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-jade"
      />
      <span className="w-10 text-right text-ink-2 text-xs tabular-nums">{percent}%</span>
    </div>
  );
}
