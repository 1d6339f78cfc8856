import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { useWords } from '#web/ground/i18n/words.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Card } from '#web/ui/card.tsx';

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  const { href } = useShell();
  return (
    <AppLink
      to={href(to)}
      className="inline-flex min-h-11 items-center gap-1 text-ink-2 text-sm hover:text-ink"
    >
      <ArrowLeft className="size-4" strokeWidth={1.5} aria-hidden />
      {children}
    </AppLink>
  );
}

/** A part of a page about one case or tutor. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section">
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </Card>
  );
}

/** Landing pages of the same districts and subjects. */
export function Nearby({ links }: { links: readonly { to: string; label: string }[] }) {
  const t = useWords();
  const { href } = useShell();
  if (links.length === 0) return null;
  return (
    <nav aria-label={t('market.nearby')}>
      <h2 className="text-lg">{t('market.nearby')}</h2>
      <ul className="mt-1">
        {links.map(({ to, label }) => (
          <li key={to}>
            <AppLink
              to={href(to)}
              className="inline-flex min-h-11 items-center text-sm underline decoration-line underline-offset-4 hover:text-seal"
            >
              {label}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
