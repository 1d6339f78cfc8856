import { useId } from 'react';
import { cx } from '../../ui/cx.ts';
import { target } from '../../ui/target.ts';

type ToggleRowProps = {
  label: string;
  help?: string | undefined;
  on: boolean;
  disabled?: boolean | undefined;
  onChange: (on: boolean) => void;
};

/** Words with a switch at their end. */
export function ToggleRow({ label, help, on, disabled = false, onChange }: ToggleRowProps) {
  const [labelId, helpId] = [useId(), useId()];
  return (
    <div className="flex items-center gap-3 border-line border-b last:border-b-0">
      <div className="grow py-1.5">
        <span id={labelId}>{label}</span>
        {help && (
          <span id={helpId} className="block text-ink-2 text-xs">
            {help}
          </span>
        )}
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-labelledby={labelId}
        aria-describedby={help ? helpId : undefined}
        aria-disabled={disabled || undefined}
        onClick={() => !disabled && onChange(!on)}
        className={cx(
          target,
          'group grid shrink-0 place-items-center',
          disabled ? 'cursor-not-allowed opacity-55' : 'cursor-pointer',
        )}
      >
        <span className="flex h-7 w-12 items-center rounded-full border border-ink-2 bg-paper-2 p-0.5 transition-colors group-aria-checked:border-jade group-aria-checked:bg-jade">
          <span className="size-5 rounded-full bg-ink-2 transition-transform group-aria-checked:translate-x-5 group-aria-checked:bg-sheet" />
        </span>
      </button>
    </div>
  );
}
