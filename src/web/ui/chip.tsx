import X from 'lucide-react/icons/x';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { target } from './target.ts';

export type ChipTone = 'neutral' | 'seal' | 'jade' | 'amber';

const tones: Record<ChipTone, string> = {
  neutral: 'bg-paper-2 text-ink-2',
  seal: 'bg-seal-soft text-seal',
  jade: 'bg-jade-soft text-jade',
  amber: 'bg-amber-soft text-amber',
};

const pill = 'inline-flex items-center gap-1 rounded-full px-3 py-1 text-xs';

/** A short fact: a status, a count, a mark. */
export function Chip({ tone = 'neutral', className, ...rest }: ComponentProps<'span'> & { tone?: ChipTone }) {
  return <span {...rest} className={cx(pill, tones[tone], className)} />;
}

export interface ChipButtonProps extends ComponentProps<'button'> {
  /** Makes it a choice that is on or off. */
  selected?: boolean | undefined;
  /** Shows a cross: pressing takes this choice away. The name should then say so. */
  removes?: boolean | undefined;
  children: ReactNode;
}

/** A small pill to press; what a finger hits is larger than what is drawn. */
export function ChipButton({ selected, removes = false, className, children, ...rest }: ChipButtonProps) {
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
          selected || removes
            ? 'border-seal/40 bg-seal-soft text-seal'
            : 'border-transparent bg-paper-2 text-ink-2 group-hover:text-ink',
        )}
      >
        {children}
        {removes && <X aria-hidden size="0.875rem" strokeWidth={1.5} />}
      </span>
    </button>
  );
}
