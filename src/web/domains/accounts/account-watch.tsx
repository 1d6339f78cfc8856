import { useEffect, useRef } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { needsProductLogin } from '#shared/account-defaults.ts';
import { sendEvent } from '#web/ground/analytics.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { tokenNames } from '#web/ground/api/renewal.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { endSession, logOut } from './session.ts';

const checkEveryMs = 60_000;

/** Keeps this tab in step with the account: detects bans, and logins and logouts in other tabs. */
export function AccountWatch() {
  useProductLoginRule();
  useBanCheck();
  useOtherTabs();
  return null;
}

function useForcedLogout() {
  const { href } = useShell();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const home = href('/');
  const latest = useRef(async () => {});
  latest.current = async () => {
    endSession();
    await navigate(home);
    await revalidate();
  };
  return latest;
}

/** At start: ends an AI session that a product login opened if the product session is gone. */
function useProductLoginRule() {
  const api = useApi();
  const { root, path, href } = useShell();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const started = useRef(false);
  const hasOnlyAiSession =
    root !== undefined && (root.aiUser.user_type & needsProductLogin) !== 0 && root.user.id === 0;
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    if (!hasOnlyAiSession) return;
    const leave = async () => {
      await logOut(api, 'ai');
      sendEvent({ event: 'logout_ai', event_category: 'ai', event_label: 'product_login_missing' });
      endSession();
      if (path !== '/') await navigate(href('/'));
      await revalidate();
    };
    leave().catch((error) => console.error('應用層錯誤: the AI side could not be logged out', error));
  }, [hasOnlyAiSession, api, path, href, navigate, revalidate]);
}

/**
 * Checks when the page opens, when it becomes visible, and every minute. An ended session is handled by the
 * API client.
 */
function useBanCheck() {
  const { root } = useShell();
  const forceLogout = useForcedLogout();
  useRemote({
    read: async (api) => {
      const { is_banned } = await api('GET /api/users/is_banned');
      if (is_banned) await forceLogout.current();
      return is_banned;
    },
    every: () => checkEveryMs,
    when: Boolean(root?.user.id || root?.aiUser.id),
  });
}

/** Follows a login or logout in another tab. */
function useOtherTabs() {
  const forceLogout = useForcedLogout();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key !== tokenNames.product) return;
      if (newValue === null) forceLogout.current();
      else if (oldValue === null) revalidate();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [forceLogout, revalidate]);
}
