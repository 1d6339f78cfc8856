import { useCallback, useEffect, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { useWords } from '#web/words.tsx';
import { sendEvent } from '../analytics.ts';
import { useApi } from '../shell/api-provider.tsx';
import { pageMeta } from '../shell/page-meta.ts';
import { useShell } from '../shell/use-shell.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { logOut } from './session.ts';

export const meta = pageMeta('logoutAi');

/** Logs the AI side out, says so to analytics, and goes home. */
export default function LogoutAi() {
  const t = useWords();
  const api = useApi();
  const { href } = useShell();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [failed, setFailed] = useState(false);
  const home = href('/');
  const leave = useCallback(async () => {
    setFailed(false);
    try {
      await logOut(api, 'ai');
    } catch {
      // The call layer has logged why.
      return setFailed(true);
    }
    sendEvent({ event: 'logout_ai', event_category: 'ai', event_label: 'logout' });
    await navigate(home, { replace: true });
    await revalidate();
  }, [api, home, navigate, revalidate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    leave();
  }, []);
  if (failed)
    return (
      <ErrorState level={2} title={t('aiLogin.logOutFailed')} text={t('login.unreached')} onRetry={leave} />
    );
  return <p className="py-16 text-center text-ink-2">{t('logoutAi.working')}</p>;
}
