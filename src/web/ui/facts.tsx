import { Fragment } from 'react';
import { cx } from './cx.ts';

/** Facts joined with ' ・ '. Each goes to the next line as a whole, and no line begins with the dot. */
export function Facts({ of, className }: { of: string; className?: string | undefined }) {
  const facts = of.split(' ・ ');
  return (
    <p className={cx('break-words', className)}>
      {facts.map((fact, place) => (
        <Fragment key={fact}>
          <span className="inline-block max-w-full">
            {fact}
            {place < facts.length - 1 && ' ・'}
          </span>{' '}
        </Fragment>
      ))}
    </p>
  );
}
