import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';

/** Links to landing pages of the same districts and subjects. */
export function Nearby({ links }: { links: readonly { to: string; label: string }[] }) {
  const t = useTranslate();
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
