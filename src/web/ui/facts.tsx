import { Fragment } from 'react';
import { cx } from './cx.ts';

/**
 * Facts joined with ' ・ '. Each goes to the next line as a whole. The dot stands before a fact, and before the first
 * of a line it is cut off, so that no line begins or ends with one.
 */
export function Facts({ of, className }: { of: string; className?: string | undefined }) {
  const facts = of.split(/[ \u00a0]・ /);
  return (
    <p className={cx('overflow-x-clip break-words', className)}>
      <span className="-ml-[1em] block">
        {facts.map((fact, place) => (
          <Fragment key={fact}>
            <span
              className={cx(
                'relative inline-block max-w-full pl-[1em]',
                place > 0 &&
                  "before:absolute before:-left-[0.11em] before:w-[1em] before:text-center before:content-['・']",
              )}
            >
              {fact}
            </span>{' '}
          </Fragment>
        ))}
      </span>
    </p>
  );
}
