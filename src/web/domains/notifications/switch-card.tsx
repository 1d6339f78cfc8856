import { type ReactNode, useId } from 'react';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';

type SwitchCardProps = {
  title: string;
  help: string;
  on: boolean;
  onToggle: () => void;
  busy?: boolean;
  /** Not known yet whether it is on. */
  unknown?: boolean;
  /** False where nothing can be switched; the help says why. */
  can?: boolean;
  children?: ReactNode;
};

/** One thing that is on or off, in words and with a switch. */
export function SwitchCard({
  title,
  help,
  on,
  onToggle,
  busy = false,
  unknown = false,
  can = true,
  children,
}: SwitchCardProps) {
  const [titleId, helpId] = [useId(), useId()];
  return (
    <Card as="section" aria-labelledby={titleId} className="flex items-center gap-4">
      <div className="grow">
        <h2 id={titleId} className="text-base">
          {title}
        </h2>
        <p id={helpId} className="text-ink-2 text-sm">
          {help}
        </p>
        {children}
      </div>
      {can && (
        <Switch
          on={on}
          aria-labelledby={titleId}
          aria-describedby={helpId}
          aria-busy={busy || undefined}
          aria-disabled={unknown || undefined}
          onToggle={onToggle}
        />
      )}
    </Card>
  );
}
