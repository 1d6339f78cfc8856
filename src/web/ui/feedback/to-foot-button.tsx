import ArrowDown from 'lucide-react/icons/arrow-down';
import type { ReactNode } from 'react';

/** Over the end of what scrolls, for who has gone up in it. */
export function ToFootButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="absolute right-4 bottom-3 inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full border border-line bg-sheet px-4 text-sm shadow-float print:hidden"
    >
      <ArrowDown aria-hidden size="1rem" strokeWidth={1.5} />
      {children}
    </button>
  );
}
