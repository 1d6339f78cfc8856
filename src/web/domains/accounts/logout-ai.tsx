import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { sendEvent } from '#web/ground/analytics.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { logOut } from './session.ts';

export const meta = pageMeta('logoutAi');

/** Logs out of the AI side, reports it to analytics, and goes to the home page. */
export default function LogoutAi() {
  const t = useTranslate();
  const { href } = useShell();
  const navigate = useNavigate();
  const { problem, run } = useAction({ refresh: true });
  const leave = () =>
    run(async (api) => {
      await logOut(api, 'ai');
      sendEvent({ event: 'logout_ai', event_category: 'ai', event_label: 'logout' });
      await navigate(href('/'), { replace: true });
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    leave();
  }, []);
  if (problem)
    return <ErrorState level={2} title={t('aiLogin.logOutFailed')} text={problem} onRetry={leave} />;
  return <p className="py-16 text-center text-ink-2">{t('logoutAi.working')}</p>;
}
