import { type ComponentProps, createContext, type MouseEvent, use } from 'react';
import { Link } from 'react-router';
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

export type AppLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { to: string };

/** May prevent a link's default, as the shell does where a visitor has to log in first. */
export type LinkGuard = (event: MouseEvent<HTMLAnchorElement>, to: string) => void;
export const LinkGuardContext = createContext<LinkGuard>(() => {});

/** A link to a page of the app. */
export function AppLink({ to, onClick, ...rest }: AppLinkProps) {
  const guard = use(LinkGuardContext);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) guard(event, to);
  };
  return <Link {...rest} to={to} onClick={follow} />;
}
