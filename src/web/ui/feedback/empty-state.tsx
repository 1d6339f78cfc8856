import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Heading, type HeadingLevel } from '../heading.tsx';

export interface EmptyStateProps {
  drawing?: ReactNode;
  /** What this place is. */
  title: ReactNode;
  text?: ReactNode;
  /** The one suggested action. */
  action?: ReactNode;
  level?: HeadingLevel | undefined;
  className?: string | undefined;
}

export function EmptyState({ drawing, title, text, action, level = 2, className }: EmptyStateProps) {
  return (
    <div className={cx('mx-auto grid max-w-md justify-items-center gap-2 px-4 py-10 text-center', className)}>
      {drawing && <div className="mb-3 w-60 max-w-full">{drawing}</div>}
      <Heading level={level} className="text-xl">
        {title}
      </Heading>
      {text && <div className="text-balance text-ink-2">{text}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
