import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { readCookie } from '#web/ground/cookies.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { rowOf, splitLocale } from '#web/ground/routing/rules.ts';
import { useToast } from '#web/ground/toast.ts';

/** Follows every AppLink without a full load. A gated one opens log-in for a visitor, and returns there. */
export function LinkFollower() {
  const t = useTranslate();
  const toast = useToast();
  const navigate = useNavigate();
  const login = useLogin();
  const offlineToast = useRef(() => {});

  const go = (to: string) => {
    offlineToast.current();
    if (navigator.onLine) return navigate(to, { replace: to === here() });
    // There is nothing to be had elsewhere now, and something to lose here.
    offlineToast.current = toast.error(
      <>
        {t('error.offlineStay')}{' '}
        <button
          type="button"
          onClick={() => go(to)}
          className="-my-2 inline-flex min-h-11 cursor-pointer items-center whitespace-nowrap font-semibold underline underline-offset-4"
        >
          {t('ui.retry')}
        </button>
      </>,
      { duration: 0 },
    );
  };
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-discover]');
    if (!link || !opensHere(event, link)) return;
    event.preventDefault();
    const { pathname, search, hash } = link;
    const to = pathname + search + hash;
    const isVisitor = !readCookie('csrftoken');
    if (isVisitor && link.dataset.login) return login.open();
    const gated = rowOf(splitLocale(pathname).path)?.gate ?? false;
    if (gated && isVisitor) login.open({ returnTo: to });
    else go(to);
  });
  useEffect(() => {
    // After React, which listens on the document too: what a component has dealt with is left alone.
    const listener = (event: MouseEvent) => follow(event);
    document.addEventListener('click', listener);
    return () => document.removeEventListener('click', listener);
  }, []);
  return null;
}

const here = () => location.pathname + location.search + location.hash;

/** Whether the browser would leave this page for the link: no new tab or window, no download, no other site. */
const opensHere = (event: MouseEvent, link: HTMLAnchorElement) =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) &&
  (link.target === '' || link.target === '_self') &&
  !link.hasAttribute('download') &&
  link.origin === location.origin;
