import type { Assistant } from '#shared/chat/chat.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';

/** Text for what is left; nothing is rounded up, and users with nothing left read what to do. */
function quotaText(t: Translate, assistant: Assistant, isSignedIn: boolean) {
  const { is_unlimited, is_trial, is_daily_max, remaining_count: count } = assistant;
  if (is_unlimited) return t('chat.quota.unlimited');
  if (!isSignedIn && !is_trial) return t('chat.quota.loginRequired');
  if (is_trial) return count > 0 ? t('chat.quota.trial', { count }) : t('chat.quota.trialUsedUp');
  if (is_daily_max) return t('chat.quota.dayUsed');
  return count > 0 ? t('chat.quota.left', { count }) : t('chat.quota.usedUp');
}

export function QuotaLine({ assistant }: { assistant: Assistant }) {
  const t = useTranslate();
  const login = useLogin();
  const { root } = useShell();
  const isSignedIn = Boolean(root?.aiUser.id);
  return (
    <p
      // A number with one digit less moves nothing.
      className="flex flex-wrap items-center justify-between gap-x-2 px-2 text-ink-2 text-xs"
      data-left={assistant.remaining_count}
    >
      <span role="status">{quotaText(t, assistant, isSignedIn)}</span>
      {!isSignedIn && (
        <button
          type="button"
          onClick={() => login.open({ side: 'ai', reason: 'chat' })}
          className="min-h-11 cursor-pointer font-semibold text-ink underline underline-offset-4"
        >
          {t('chat.quota.logIn')}
        </button>
      )}
    </p>
  );
}
