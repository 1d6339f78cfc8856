import type { LucideIcon } from 'lucide-react';
import { target } from '#web/ui/cx.ts';

type ToolButtonProps = {
  label: string;
  icon: LucideIcon;
  onClick: () => void;
  pressed?: boolean | undefined;
  disabled?: boolean | undefined;
};

/** An icon button for an action on one message. */
export function ToolButton({ label, icon: Drawing, onClick, pressed, disabled = false }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      // Not `disabled`: that would lose the focus at the end of a list.
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      className={`${target} inline-flex cursor-pointer items-center justify-center gap-1 rounded-full text-ink-2 text-sm transition-colors hover:bg-paper-2 hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-40 aria-pressed:text-seal`}
    >
      <Drawing size="1.125rem" />
    </button>
  );
}
