import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Card } from './card.tsx';

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  const { href } = useShell();
  return (
    <AppLink
      to={href(to)}
      className="inline-flex min-h-11 items-center gap-1 text-ink-2 text-sm hover:text-ink"
    >
      <ArrowLeft className="size-4" />
      {children}
    </AppLink>
  );
}

/** A section of a page with its own heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section">
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </Card>
  );
}
