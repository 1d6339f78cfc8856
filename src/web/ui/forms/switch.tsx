import type { ComponentProps } from 'react';
import { cx, target } from '../cx.ts';

type SwitchProps = Omit<ComponentProps<'button'>, 'onClick' | 'children'> & {
  on: boolean;
  onToggle: () => void;
};

/** An on/off switch. Its label is placed beside it by the caller. */
export function Switch({ on, onToggle, className, ...rest }: SwitchProps) {
  const idle = rest['aria-disabled'] === true || rest['aria-busy'] === true;
  return (
    <button
      type="button"
      role="switch"
      {...rest}
      aria-checked={on}
      onClick={idle ? undefined : onToggle}
      className={cx(target, 'group grid shrink-0 cursor-pointer place-items-center', className)}
    >
      <span className="flex h-7 w-12 items-center rounded-full border border-ink-2 bg-paper-2 p-0.5 transition-colors group-aria-checked:border-jade group-aria-checked:bg-jade">
        <span className="size-5 rounded-full bg-ink-2 transition-transform group-aria-checked:translate-x-5 group-aria-checked:bg-sheet" />
      </span>
    </button>
  );
}
