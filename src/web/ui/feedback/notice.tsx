import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';

const tones = {
  amber: 'border-amber/40 bg-amber-soft',
  jade: 'border-jade/40 bg-jade-soft',
  seal: 'border-seal/50 bg-seal-soft',
} as const;

/** Something to know about the page as a whole, with what can be done about it. */
export function Notice({
  tone = 'amber',
  className,
  ...rest
}: ComponentProps<'div'> & { tone?: keyof typeof tones }) {
  return <div {...rest} className={cx('rounded-card border p-4 text-ink text-sm', tones[tone], className)} />;
}
