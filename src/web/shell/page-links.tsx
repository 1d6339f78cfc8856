import { type ComponentProps, useMemo } from 'react';
import { escaped } from '../ui/escaped.ts';
import { type Icon, iconHtml } from '../ui/lucide-icon.ts';
import { isCurrent } from './page-link.tsx';
import { useShell } from './use-shell.tsx';

type PageLinksProps = Omit<ComponentProps<'nav'>, 'children'> & {
  links: readonly (readonly [to: string, label: string, icon?: Icon])[];
  linkClass: string;
};

/**
 * PageLinks in a row, as text: every page has eighteen of them around what it is about, and as elements they cost more to
 * render and to hydrate than that does. A move to another page takes the focus along, so writing them anew loses none.
 */
export function PageLinks({ links, linkClass, ...nav }: PageLinksProps) {
  const { path, href } = useShell();
  const text = links
    .map(([to, label, icon]) => {
      const current = isCurrent(path, to) ? ' aria-current="page"' : '';
      const inside = (icon ? iconHtml(icon, 'size-5') : '') + escaped(label);
      return `<a class="${linkClass}" href="${escaped(href(to))}" data-discover="true"${current}>${inside}</a>`;
    })
    .join('');
  const inside = useMemo(() => ({ __html: text }), [text]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above
  return <nav {...nav} dangerouslySetInnerHTML={inside} />;
}
