import type { ComponentProps, ReactNode } from 'react';
import { cx, target } from './cx.ts';

export type ChipTone = 'neutral' | 'seal' | 'jade' | 'amber';

/** Mixed with ink, so that small text on a tint of the same colour has enough contrast (4.5 : 1) in both themes. */
const tones: Record<ChipTone, string> = {
  neutral: 'bg-paper-2 text-ink-2',
  seal: 'bg-seal-soft text-[color-mix(in_srgb,var(--color-seal)_85%,var(--color-ink))]',
  jade: 'bg-jade-soft text-[color-mix(in_srgb,var(--color-jade)_85%,var(--color-ink))]',
  amber: 'bg-amber-soft text-[color-mix(in_srgb,var(--color-amber)_85%,var(--color-ink))]',
};

const pill = 'inline-flex items-center gap-1 rounded-full px-3 py-1 text-xs';

/** A short fact: a status, a count, a label. */
export function Chip({ tone = 'neutral', className, ...rest }: ComponentProps<'span'> & { tone?: ChipTone }) {
  return <span {...rest} className={cx(pill, tones[tone], className)} />;
}

export interface ChipButtonProps extends ComponentProps<'button'> {
  /** Makes it a toggle button. */
  selected?: boolean | undefined;
  children: ReactNode;
}

/** A small pill button; its touch target is larger than the pill. */
export function ChipButton({ selected, className, children, ...rest }: ChipButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      {...rest}
      className={cx('group inline-flex items-center justify-center', target, className)}
    >
      <span
        className={cx(
          pill,
          'border transition-colors',
          selected
            ? cx('border-seal/40', tones.seal)
            : cx('border-transparent group-hover:text-ink', tones.neutral),
        )}
      >
        {children}
      </span>
    </button>
  );
}
