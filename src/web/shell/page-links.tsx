import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { oncePer } from '#web/ground/once-per.ts';
import { CachedPart } from '#web/ground/rendering/cached-part.tsx';
import { AppLink, isCurrent } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';

type Place = readonly [to: string, label: Parameters<Translate>[0], icon?: LucideIcon];

type Row = {
  links: readonly Place[];
  /** Which of them shows the unread count (messages/unread.tsx). */
  unreadAt?: string;
  linkClass: string;
};
type PageLinksProps = Pick<ComponentProps<'nav'>, 'aria-label' | 'className'> & { row: Row };

/** A row of links; `row` is a constant, so that the server renders it once for each link that may be current. */
export function PageLinks({ row, ...nav }: PageLinksProps) {
  const { path } = useShell();
  const current = row.links.findIndex(([to]) => isCurrent(path, to));
  return <CachedPart as="nav" {...nav} part={Links} of={rowsOf(row)(current)} />;
}

const rowsOf = oncePer((row: Row) => {
  const rows = new Map<number, { row: Row; current: number }>();
  return (current: number) => {
    const known = rows.get(current) ?? { row, current };
    rows.set(current, known);
    return known;
  };
});

function Links({ of: { row, current } }: { of: { row: Row; current: number } }) {
  const t = useTranslate();
  const { href } = useShell();
  return row.links.map(([to, label, Icon], index) => (
    <AppLink
      key={to}
      to={href(to)}
      aria-current={index === current ? 'page' : undefined}
      className={row.linkClass}
    >
      {Icon && <Icon className="size-5" />}
      {t(label)}
      {to === row.unreadAt && <span data-unread="" className="absolute top-1 left-1/2 ml-1" />}
    </AppLink>
  ));
}
