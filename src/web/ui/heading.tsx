import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export type HeadingLevel = 1 | 2 | 3 | 4;

/** A heading whose level the caller chooses. */
export function Heading({ level, className, ...rest }: ComponentProps<'h2'> & { level: HeadingLevel }) {
  const Tag = `h${level}` as 'h2';
  return <Tag {...rest} className={cx('font-bold font-serif', className)} />;
}
