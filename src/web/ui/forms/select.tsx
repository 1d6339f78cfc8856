import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ComponentProps, useMemo } from 'react';
import { cx } from '../cx.ts';
import { escaped } from '../text.ts';
import { useFieldTies } from './field.tsx';
import { controlClass } from './input.tsx';

type SelectProps = Omit<ComponentProps<'select'>, 'children'> & {
  /** What optionsHtml made. */
  options: string;
};

/** The browser's own select, so that a phone opens its own picker. */
export function Select({ className, options, ...rest }: SelectProps) {
  // The same object while the text is the same: React would write another one into the page again.
  const inside = useMemo(() => ({ __html: options }), [options]);
  return (
    <span className={cx('relative block', className)}>
      <select
        {...useFieldTies()}
        {...rest}
        // As wide as its place, whatever it holds: else the browser measures every option before the first paint.
        className={cx(controlClass, 'field-sizing-content cursor-pointer appearance-none pr-10')}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: optionsHtml has escaped it
        dangerouslySetInnerHTML={inside}
      />
      <ChevronDown
        size="1.125rem"
        className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-ink-2"
      />
    </span>
  );
}

/**
 * The options of a select as HTML text, without what HTML lets one leave out. The lists of a form are long and never
 * change: as elements they cost more to render, to send and to hydrate than everything around them.
 */
export const optionsHtml = (choices: readonly { id: number | ''; name: string }[]) =>
  choices.map(({ id, name }) => `<option value${id && `=${id}`}>${escaped(name)}`).join('');
