import { Fragment } from 'react';
import { cx } from './cx.ts';

/**
 * Facts joined with ' ・ '. Each goes to the next line as a whole. The dot stands in the margin before its fact, which is
 * cut off at the beginning of a line: so no line begins or ends with one.
 */
export function Facts({ of, className }: { of: string; className?: string | undefined }) {
  return (
    <p className={cx('overflow-x-clip break-words', className)}>
      <span className="-ml-[1.25em] block">
        {of.split(/[ \u00a0]・ /).map((fact, place) => (
          <Fragment key={fact}>
            <span className="relative inline-block max-w-full pl-[1.25em]">
              {place > 0 && <span className="-left-[0.15em] absolute w-[1.25em] text-center">・ </span>}
              {fact}
            </span>{' '}
          </Fragment>
        ))}
      </span>
    </p>
  );
}
