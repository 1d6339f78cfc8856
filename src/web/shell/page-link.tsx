import { AppLink, type AppLinkProps } from '../ui/app-link.tsx';
import { useShell } from './use-shell.tsx';

/** A link inside the app, in the visitor's language, which knows when it leads to where the visitor is. */
export function PageLink({ to, ...rest }: AppLinkProps) {
  const { path, href } = useShell();
  const current = path === to || (to !== '/' && path.startsWith(`${to}/`));
  return <AppLink {...rest} to={href(to)} aria-current={current ? 'page' : undefined} />;
}
