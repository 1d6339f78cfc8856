import { type MouseEvent, type ReactNode, useCallback, useRef } from 'react';
import { useNavigate } from 'react-router';
import { readCookie } from '#web/ground/cookies.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useLogin } from '#web/ground/login.ts';
import { type LinkGuard, LinkGuardContext } from '#web/ground/routing/page-link.tsx';
import { rowOf, splitLocale } from '#web/ground/routing/rules.ts';
import { useToast } from '#web/ground/toast.ts';

/**
 * Decides before a link is followed: a gated page opens log-in for a visitor and returns there; without a network the
 * visitor stays on the page, which still works.
 */
export function LinkGuardProvider({ children }: { children: ReactNode }) {
  const t = useWords();
  const toast = useToast();
  const navigate = useNavigate();
  const login = useLogin();
  const closeOfflineToast = useRef(() => {});

  const guard = useCallback<LinkGuard>(
    (event, to) => {
      if (!opensHere(event)) return;
      const gated = rowOf(splitLocale(to.split(/[?#]/)[0] ?? '').path)?.gate ?? false;
      if (gated && !readCookie('csrftoken')) {
        event.preventDefault();
        login.open({ returnTo: to });
      } else if (staysOffline()) event.preventDefault();

      function staysOffline() {
        closeOfflineToast.current();
        if (navigator.onLine) return false;
        closeOfflineToast.current = toast.error(
          <>
            {t('error.offlineStay')}{' '}
            <button
              type="button"
              onClick={() => staysOffline() || navigate(to)}
              className="-my-2 inline-flex min-h-11 cursor-pointer items-center whitespace-nowrap font-semibold underline underline-offset-4"
            >
              {t('ui.retry')}
            </button>
          </>,
          { duration: 0 },
        );
        return true;
      }
    },
    [t, toast, navigate, login],
  );
  return <LinkGuardContext value={guard}>{children}</LinkGuardContext>;
}

/** Whether the browser would leave this page for the link: not in a new tab or window. */
const opensHere = ({
  button,
  metaKey,
  altKey,
  ctrlKey,
  shiftKey,
  currentTarget,
}: MouseEvent<HTMLAnchorElement>) =>
  button === 0 && !(metaKey || altKey || ctrlKey || shiftKey) && ['', '_self'].includes(currentTarget.target);
