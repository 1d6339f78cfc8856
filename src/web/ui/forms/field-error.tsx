import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';

/** What is wrong, in words, beside the field it is about. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-seal">
      <CircleAlert aria-hidden size="1rem" strokeWidth={1.5} className="mt-[0.2em] shrink-0" />
      <span>{children}</span>
    </p>
  );
}
