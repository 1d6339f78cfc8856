import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { readCookie } from '../cookies.ts';
import { rowOf } from '../rules.ts';
import { useLogin } from './login.tsx';
import { useShell } from './use-shell.tsx';

type PageLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { to: string };

/** A link inside the app, in the visitor's language. A gated one opens log-in for a visitor, and returns there. */
export function PageLink({ to, onClick, ...rest }: PageLinkProps) {
  const { path, href } = useShell();
  const login = useLogin();
  return (
    <Link
      {...rest}
      to={href(to)}
      aria-current={path === to || (to !== '/' && path.startsWith(`${to}/`)) ? 'page' : undefined}
      onClick={(event) => {
        onClick?.(event);
        if (!rowOf(to.split(/[?#]/)[0] ?? to)?.gate || readCookie('csrftoken')) return;
        event.preventDefault();
        login.open(href(to));
      }}
    />
  );
}
