import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

/** Line drawings in ink with one vermilion accent, in the colours of the theme. All are decoration. */
export interface DrawingProps {
  className?: string | undefined;
}

export function Drawing({
  className,
  children,
  size = '240 120',
}: DrawingProps & { children: ReactNode; size?: string }) {
  return (
    <svg
      viewBox={`0 0 ${size}`}
      fill="none"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={cx('block h-auto w-full stroke-ink', className)}
    >
      {children}
    </svg>
  );
}

/** The one accent, and the paper that hides what lies behind. */
export const seal = 'stroke-seal';
export const sheet = 'fill-sheet';
