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
  /** Which of them shows how much is not read (unread.tsx). */
  unreadAt?: string;
  linkClass: string;
};

/**
 * PageLinks in a row, as text: every page has eighteen of them around what it is about, and as elements they cost more to
 * render and to hydrate than that does. Written once, so that a move never takes a link from under the focus; only the
 * mark on where the visitor is moves along.
 */
export function PageLinks({ links, linkClass, unreadAt, ...nav }: PageLinksProps) {
  const t = useWords();
  const { path, href } = useShell();
  const row = useRef<HTMLElement>(null);
  const [inside] = useState(() => {
    const known = writtenOf(links)(t);
    const here = links.map(([to]) => (isCurrent(path, to) ? 1 : 0)).join('');
    const html =
      known.get(here) ??
      links
        .map(([to, label, icon]) => {
          const current = isCurrent(path, to) ? ' aria-current="page"' : '';
          const unread =
            to === unreadAt ? '<span data-unread="" class="absolute top-1 left-1/2 ml-1"></span>' : '';
          const words = (icon ? iconHtml(icon, 'size-5') : '') + escaped(t(label)) + unread;
          return `<a class="${linkClass}" href="${escaped(href(to))}" data-discover="true"${current}>${words}</a>`;
        })
        .join('');
    known.set(here, html);
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

/** The rows as written before, in a language, by which of their links lead to where the visitor is. */
const writtenOf = oncePer((_links: readonly Place[]) =>
  oncePer((_t: Translate) => new Map<string, string>()),
);
