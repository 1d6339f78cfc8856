import type { ComponentProps } from 'react';
import { useShell } from './use-shell.tsx';

/** A link inside the app, in the visitor's language, which knows when it leads to where the visitor is. */
export function PageLink({ to, ...rest }: AppLinkProps) {
  const { path, href } = useShell();
  return <AppLink {...rest} to={href(to)} aria-current={isCurrent(path, to) ? 'page' : undefined} />;
}

/** Pages that lie elsewhere than the part of the product they belong to. */
const belonging: Record<string, string> = { '/erase': '/test-paper', '/aitutor': '/review' };
const isWithin = (path: string, place: string) => path === place || path.startsWith(`${place}/`);

/** Whether a link leads to where the visitor is, or to a place above it. */
export const isCurrent = (path: string, to: string) =>
  to === '/' ? path === to : isWithin(path, to) || isWithin(path, belonging[to] ?? to);

export type AppLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string };

/**
 * A link to a page of the app, followed without a full load by shell/link-follower.tsx. A page has dozens of them, and
 * the router's own Link works its address out anew in each; here it is a plain anchor. By `data-discover` the follower
 * knows it, and the router learns its route before it is needed.
 */
export function AppLink({ to, ...rest }: AppLinkProps) {
  return <a {...rest} href={to} data-discover="true" />;
}
