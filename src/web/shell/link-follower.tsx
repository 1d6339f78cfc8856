import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { readCookie } from '../cookies.ts';
import { rowOf, splitLocale } from '../rules.ts';
import { useLogin } from './login.tsx';

/** Follows every AppLink without a full load. A gated one opens log-in for a visitor, and returns there. */
export function LinkFollower() {
  const navigate = useNavigate();
  const login = useLogin();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-discover]');
      if (!link || !opensHere(event, link)) return;
      event.preventDefault();
      const { pathname, search, hash, href } = link;
      const to = pathname + search + hash;
      const gated = rowOf(splitLocale(pathname).path)?.gate ?? false;
      if (gated && !readCookie('csrftoken')) login.open(to);
      else navigate(to, { replace: href === location.href });
    };
    // After React, which listens on the document too: what a component has dealt with is left alone.
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate, login]);
  return null;
}

/** Whether the browser would leave this page for the link: no new tab or window, no download, no other site. */
const opensHere = (event: MouseEvent, link: HTMLAnchorElement) =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) &&
  (link.target === '' || link.target === '_self') &&
  !link.hasAttribute('download') &&
  link.origin === location.origin;
