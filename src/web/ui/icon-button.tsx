import type { ReactNode } from 'react';
import { target } from './cx.ts';

type IconButtonProps = { label: string; disabled?: boolean; onClick: () => void; children: ReactNode };

export function IconButton({ label, disabled = false, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // Not `disabled`: the button would lose the focus at the end of a list.
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      className={`${target} grid cursor-pointer place-items-center rounded-full text-ink-2 transition-colors hover:bg-paper-2 hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-40`}
    >
      {children}
    </button>
  );
}
