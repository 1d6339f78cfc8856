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

/** Keeps this tab true to the account: bans, and what other tabs did, are noticed here. */
export function AccountWatch() {
  useProductLoginRule();
  useBanCheck();
  useOtherTabs();
  return null;
}

function useThrowOut() {
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

/** At start: an AI user that a product login opened does not stay without one. */
function useProductLoginRule() {
  const api = useApi();
  const { root, path, href } = useShell();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const started = useRef(false);
  const alone = root !== undefined && (root.aiUser.user_type & needsProductLogin) !== 0 && root.user.id === 0;
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    if (!alone) return;
    const leave = async () => {
      await logOut(api, 'ai');
      sendEvent({ event: 'logout_ai', event_category: 'ai', event_label: 'product_login_missing' });
      endSession();
      if (path !== '/') await navigate(href('/'));
      await revalidate();
    };
    leave().catch((error) => console.error('應用層錯誤: the AI side could not be logged out', error));
  }, [alone, api, path, href, navigate, revalidate]);
}

/** When the page comes up, comes back into view, and now and then. A dead session answers by itself. */
function useBanCheck() {
  const { root } = useShell();
  const throwOut = useThrowOut();
  useRemote({
    read: async (api) => {
      const { is_banned } = await api('GET /api/users/is_banned');
      if (is_banned) await throwOut.current();
      return is_banned;
    },
    every: () => checkEveryMs,
    when: Boolean(root?.user.id || root?.aiUser.id),
  });
}

/** Another tab logged in or out. */
function useOtherTabs() {
  const throwOut = useThrowOut();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const hear = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key !== tokenNames.product) return;
      if (newValue === null) throwOut.current();
      else if (oldValue === null) revalidate();
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, [throwOut, revalidate]);
}
