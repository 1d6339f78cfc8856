import { useId } from 'react';
import { Switch } from '#web/ui/forms/switch.tsx';

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
      <Switch
        on={on}
        aria-labelledby={labelId}
        aria-describedby={help ? helpId : undefined}
        aria-disabled={disabled || undefined}
        onToggle={() => onChange(!on)}
        className={disabled ? 'cursor-not-allowed opacity-55' : undefined}
      />
    </div>
  );
}
