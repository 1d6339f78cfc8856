import type { ComponentProps } from 'react';
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
const sectionPaths: Record<string, readonly string[]> = {
  '/erase': ['/test-paper'],
  '/aitutor': ['/review'],
  '/tutors': ['/tutor'],
  '/cases': ['/case'],
  '/my-tutoring': ['/clock-in', '/me/case', '/me/tutor'],
  '/me': ['/message'],
};
const isWithin = (path: string, place: string) => path === place || path.startsWith(`${place}/`);

/** Whether a link leads to the current page or to a section that contains it. */
export const isCurrent = (path: string, to: string) =>
  to === '/'
    ? path === to
    : isWithin(path, to) || (sectionPaths[to] ?? []).some((page) => isWithin(path, page));

export type AppLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string };

/**
 * A link to a page of the app, followed without a full load by shell/link-follower.tsx. A page has dozens of them, and
 * the router's own Link resolves its path against every matched route in each (decision 10).
 */
export function AppLink({ to, ...rest }: AppLinkProps) {
  return <a {...rest} href={to} data-discover="true" />;
}
