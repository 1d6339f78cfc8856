import { AppLink, type AppLinkProps } from '#web/ui/app-link.tsx';
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
