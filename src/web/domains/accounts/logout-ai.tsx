import { useCallback, useEffect, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { sendEvent } from '#web/ground/analytics.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useWords } from '#web/ground/i18n/words.tsx';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
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
      <ErrorState level={2} title={t('aiLogin.logOutFailed')} text={t('ui.notReached')} onRetry={leave} />
    );
  return <p className="py-16 text-center text-ink-2">{t('logoutAi.working')}</p>;
}
