import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';

export type Place = readonly [to: string, label: Parameters<Translate>[0], icon?: LucideIcon];

type PageLinksProps = Omit<ComponentProps<'nav'>, 'children'> & {
  links: readonly Place[];
  /** Which of them shows the unread count (messages/unread.tsx). */
  unreadAt?: string;
  linkClass: string;
};

export function PageLinks({ links, linkClass, unreadAt, ...nav }: PageLinksProps) {
  const t = useWords();
  return (
    <nav {...nav}>
      {links.map(([to, label, Icon]) => (
        <PageLink key={to} to={to} className={linkClass}>
          {Icon && <Icon className="size-5" />}
          {t(label)}
          {to === unreadAt && <span data-unread="" className="absolute top-1 left-1/2 ml-1" />}
        </PageLink>
      ))}
    </nav>
  );
}
