import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';

/** One look for everything that is typed into or chosen from. */
export const controlClass =
  'block w-full min-h-[max(2.75rem,44px)] rounded-card border border-ink-2/70 bg-sheet px-3.5 py-2 text-base text-ink transition-colors placeholder:text-ink-2 hover:border-ink-2 aria-invalid:border-seal disabled:cursor-not-allowed disabled:bg-paper-2 disabled:text-ink-2';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={cx(controlClass, className)} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...rest} className={cx(controlClass, className)} />;
}
