import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { controlClass } from './input.tsx';

/** The browser's own select, so that a phone opens its own picker. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cx('relative block', className)}>
      <select {...rest} className={cx(controlClass, 'cursor-pointer appearance-none pr-10')}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        size="1.125rem"
        strokeWidth={1.5}
        className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-ink-2"
      />
    </span>
  );
}
