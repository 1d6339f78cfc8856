import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { oncePer } from '#web/ground/once-per.ts';
import { isCurrent } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { type Icon, iconHtml } from '#web/ui/lucide-icon.ts';
import { escaped } from '#web/ui/text.ts';

export type Place = readonly [to: string, label: Parameters<Translate>[0], icon?: Icon];

type PageLinksProps = Omit<ComponentProps<'nav'>, 'children'> & {
  links: readonly Place[];
  /** The link that shows the unread count (unread.tsx). */
  unreadAt?: string;
  linkClass: string;
};

/**
 * A row of PageLinks, rendered as an HTML string: every page has eighteen of them, and as React elements they
 * cost more to render and hydrate than the page's own content. The HTML is written once, so that a navigation
 * never replaces a focused link; only aria-current is updated.
 */
export function PageLinks({ links, linkClass, unreadAt, ...nav }: PageLinksProps) {
  const t = useWords();
  const { path, href } = useShell();
  const row = useRef<HTMLElement>(null);
  const [inside] = useState(() => {
    const cache = htmlCacheOf(links)(t);
    const currentLinks = links.map(([to]) => (isCurrent(path, to) ? 1 : 0)).join('');
    const html =
      cache.get(currentLinks) ??
      links
        .map(([to, label, icon]) => {
          const current = isCurrent(path, to) ? ' aria-current="page"' : '';
          const unread =
            to === unreadAt ? '<span data-unread="" class="absolute top-1 left-1/2 ml-1"></span>' : '';
          const words = (icon ? iconHtml(icon, 'size-5') : '') + escaped(t(label)) + unread;
          return `<a class="${linkClass}" href="${escaped(href(to))}" data-discover="true"${current}>${words}</a>`;
        })
        .join('');
    cache.set(currentLinks, html);
    return { __html: html };
  });
  const targets = links.map(([to]) => to).join(' ');
  useEffect(() => {
    targets.split(' ').forEach((to, place) => {
      const link = row.current?.children[place];
      if (isCurrent(path, to)) link?.setAttribute('aria-current', 'page');
      else link?.removeAttribute('aria-current');
    });
  }, [path, targets]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above
  return <nav {...nav} ref={row} dangerouslySetInnerHTML={inside} />;
}

/** The HTML cached per list of links, per language, and by which links are current. */
const htmlCacheOf = oncePer((_links: readonly Place[]) =>
  oncePer((_t: Translate) => new Map<string, string>()),
);
