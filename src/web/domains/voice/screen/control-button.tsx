import type { ComponentProps } from 'react';
import { cx } from '#web/ui/cx.ts';
import type { Icon } from '#web/ui/lucide-icon.ts';

type ControlButtonProps = ComponentProps<'button'> & { icon: Icon; label: string; isSeal?: boolean };

/** A round button with its name under it: large enough for a thumb, plain enough for a glance. */
export function ControlButton({ icon: Drawn, label, isSeal = false, ...rest }: ControlButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className="group grid min-w-0 flex-1 cursor-pointer content-start rounded-card lg:min-w-16 justify-items-center gap-1 text-xs aria-disabled:cursor-not-allowed aria-disabled:opacity-45"
    >
      <span
        className={cx(
          'grid size-[max(3.25rem,44px)] place-items-center rounded-full border transition-colors',
          isSeal
            ? 'border-transparent bg-seal text-on-seal group-hover:bg-seal/90'
            : 'border-ink/20 bg-sheet group-hover:border-ink/40 group-hover:bg-paper-2 group-aria-pressed:border-ink group-aria-pressed:bg-ink group-aria-pressed:text-paper',
        )}
      >
        <Drawn aria-hidden size="1.4rem" strokeWidth={1.5} />
      </span>
      {label}
    </button>
  );
}
