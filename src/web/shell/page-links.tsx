import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { oncePer } from '#web/ground/once-per.ts';
import { CachedPart } from '#web/ground/rendering/cached-part.tsx';
import { AppLink, isCurrent } from '#web/ground/routing/page-link.tsx';
import { type RootData, useShell } from '#web/ground/routing/use-shell.tsx';

type Place = readonly [to: string, label: Parameters<Translate>[0], icon?: LucideIcon];

type Row = {
  links: readonly Place[];
  /** Which of them shows the unread count, and which the number of answers that others wait for (messages/unread.tsx). */
  unreadAt?: string;
  waitingAt?: string;
  /** Which of them opens log-in for a visitor, who then stays on the page. */
  logInAt?: string;
  linkClass: string;
  markClass?: string;
};

/** The links by who looks: the server knows, so that nobody sees those of another first. */
export type PageRows = Record<'visitor' | 'ai' | 'family' | 'tutor', Row>;

/** `ai` is somebody logged in to the AI side alone. */
export function rowFor(rows: PageRows, root: RootData | undefined) {
  if (!root?.user.id) return rows[root?.aiUser.id ? 'ai' : 'visitor'];
  return rows[root.user.last_identity === 2 ? 'tutor' : 'family'];
}

type PageLinksProps = Pick<ComponentProps<'nav'>, 'aria-label' | 'className'> & { row: Row };

/** A row of links; `row` is a constant, so that the server renders it once for each link that may be current. */
export function PageLinks({ row, ...nav }: PageLinksProps) {
  const { path } = useShell();
  const { search } = useLocation();
  // A tutor's page that was opened from 我的補習 belongs there.
  const section = search.includes('from=tutoring') ? '/my-tutoring' : path;
  const current = row.links.findIndex(([to]) => isCurrent(section, to));
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
      data-login={to === row.logInAt || undefined}
    >
      {Icon && <Icon className="size-5" />}
      {t(label)}
      {to === row.unreadAt && <span data-unread="" className={row.markClass} />}
      {to === row.waitingAt && <span data-waiting="" className={row.markClass} />}
    </AppLink>
  ));
}
