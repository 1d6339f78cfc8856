import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { escaped } from '../ui/escaped.ts';
import { type Icon, iconHtml } from '../ui/lucide-icon.ts';
import { isCurrent } from './page-link.tsx';
import { useShell } from './use-shell.tsx';

type PageLinksProps = Omit<ComponentProps<'nav'>, 'children'> & {
  /** The same for as long as the page's language is. */
  links: readonly (readonly [to: string, label: string, icon?: Icon])[];
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
  const { path, href } = useShell();
  const row = useRef<HTMLElement>(null);
  const [inside] = useState(() => ({
    __html: links
      .map(([to, label, icon]) => {
        const current = isCurrent(path, to) ? ' aria-current="page"' : '';
        const unread =
          to === unreadAt ? '<span data-unread="" class="absolute top-1 left-1/2 ml-1"></span>' : '';
        const words = (icon ? iconHtml(icon, 'size-5') : '') + escaped(label) + unread;
        return `<a class="${linkClass}" href="${escaped(href(to))}" data-discover="true"${current}>${words}</a>`;
      })
      .join(''),
  }));
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
