import type { ComponentProps } from 'react';
import { Link, NavLink } from 'react-router';
import { readCookie } from '../api.ts';
import { rowOf } from '../rules.ts';
import { useLogin } from './login.tsx';
import { useShell } from './use-shell.ts';

type PageLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { to: string };

/** A link inside the app, in the visitor's language. A gated one opens log-in for a visitor, and returns there. */
export function PageLink({ to, onClick, ...rest }: PageLinkProps) {
  const { href } = useShell();
  const login = useLogin();
  const gated = rowOf(to.split(/[?#]/)[0] ?? to)?.gate ?? false;
  // A query is not part of where one is: such a link would call itself current beside its siblings.
  const PlainOrNavLink = to.includes('?') ? Link : NavLink;
  return (
    <PlainOrNavLink
      {...rest}
      to={href(to)}
      {...(to === '/' && { end: true })}
      onClick={(event) => {
        onClick?.(event);
        if (!gated || readCookie('csrftoken')) return;
        event.preventDefault();
        login.open(href(to));
      }}
    />
  );
}
