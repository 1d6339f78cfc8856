import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'article' | 'section' | 'li' | undefined;
  /** Lifts it off the page. */
  floating?: boolean | undefined;
}

export function Card({ as: Tag = 'div', floating = false, className, ...rest }: CardProps) {
  const Element = Tag as 'div';
  return (
    <Element
      {...rest}
      className={cx('rounded-card border border-line bg-sheet p-5', floating && 'shadow-float', className)}
    />
  );
}
