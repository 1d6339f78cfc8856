import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';

const tones = {
  amber: 'border-amber/40 bg-amber-soft',
  jade: 'border-jade/40 bg-jade-soft',
  seal: 'border-seal/50 bg-seal-soft',
} as const;

/** A message about the page as a whole, with what can be done about it. */
export function Notice({
  tone = 'amber',
  className,
  ...rest
}: ComponentProps<'div'> & { tone?: keyof typeof tones }) {
  return <div {...rest} className={cx('rounded-card border p-4 text-ink text-sm', tones[tone], className)} />;
}

type ProblemProps = { className?: string; children: string | false | undefined };

/** The error message of the user's last action; renders nothing without one. */
export function ProblemNotice({ className, children }: ProblemProps) {
  if (!children) return null;
  return (
    <Notice tone="seal" role="alert" className={className}>
      {children}
    </Notice>
  );
}

/** The same in one line, where there is no room for a box. */
export function ProblemLine({ className, children }: ProblemProps) {
  if (!children) return null;
  return (
    <p role="alert" className={cx('text-seal text-sm', className)}>
      {children}
    </p>
  );
}
