import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useWords } from '#web/words.tsx';
import { sendEvent } from '../analytics.ts';
import { pageMeta } from '../shell/page-meta.ts';
import { useShell } from '../shell/use-shell.tsx';
import { endAiSession } from './session.ts';

export const meta = pageMeta('logoutAi');

/** Logs the AI side out, says so to analytics, and goes home. */
export default function LogoutAi() {
  const t = useWords();
  const { href } = useShell();
  const navigate = useNavigate();
  const home = href('/');
  useEffect(() => {
    endAiSession();
    sendEvent({ event: 'logout_ai', event_category: 'ai', event_label: 'logout' });
    navigate(home, { replace: true });
  }, [navigate, home]);
  return <p className="py-16 text-center text-ink-2">{t('logoutAi.working')}</p>;
}
