import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ComponentProps, useMemo } from 'react';
import { cx } from '../cx.ts';
import { escaped } from '../text.ts';
import { useControlProps } from './field.tsx';
import { controlClass } from './input.tsx';

type SelectProps = Omit<ComponentProps<'select'>, 'children'> & {
  /** The result of optionsHtml. */
  options: string;
};

/** The native select, so that a phone opens its own picker. */
export function Select({ className, options, ...rest }: SelectProps) {
  // The same object for the same text: otherwise React would write the HTML again.
  const inside = useMemo(() => ({ __html: options }), [options]);
  return (
    <span className={cx('relative block', className)}>
      <select
        {...useControlProps()}
        {...rest}
        // Its width does not depend on its options; otherwise the browser measures all of them before the first paint.
        className={cx(
          controlClass,
          'field-sizing-content cursor-pointer appearance-none text-ellipsis pr-10',
        )}
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
 * The options of a select as HTML text, without optional closing tags. The lists are long and never change:
 * as React elements they cost more to render, send and hydrate than the rest of the form.
 */
export const optionsHtml = (choices: readonly { id: number | ''; name: string }[]) =>
  choices.map(({ id, name }) => `<option value${id && `=${id}`}>${escaped(name)}`).join('');

/** The same under headings. */
export const groupsHtml = (
  groups: readonly { name: string; list: readonly { id: number; name: string }[] }[],
) =>
  groups
    .map(({ name, list }) => `<optgroup label="${escaped(name)}">${optionsHtml(list)}</optgroup>`)
    .join('');
