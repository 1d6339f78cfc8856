import { type ComponentProps, createContext, type MouseEvent, use } from 'react';
import { Link } from 'react-router';
import { useShell } from './use-shell.tsx';

/**
 * A link within the app in the visitor's language, marked with aria-current when it leads to the current
 * page.
 */
export function PageLink({ to, ...rest }: AppLinkProps) {
  const { path, href } = useShell();
  return <AppLink {...rest} to={href(to)} aria-current={isCurrent(path, to) ? 'page' : undefined} />;
}

/** Pages whose path is not below that of the section they belong to. */
const sectionPaths: Record<string, string> = { '/erase': '/test-paper', '/aitutor': '/review' };
const isWithin = (path: string, place: string) => path === place || path.startsWith(`${place}/`);

/** Whether a link leads to the current page or to a section that contains it. */
export const isCurrent = (path: string, to: string) =>
  to === '/' ? path === to : isWithin(path, to) || isWithin(path, sectionPaths[to] ?? to);

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
