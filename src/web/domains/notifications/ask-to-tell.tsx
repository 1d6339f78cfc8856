import Bell from 'lucide-react/icons/bell';
import { useState } from 'react';
import type { NotificationSettings } from '#shared/notices/notification-settings.ts';
import type { Api } from '#web/ground/api/api.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { loadTranslations } from '#web/ground/i18n/load.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ProblemLine } from '#web/ui/feedback/notice.tsx';
import { offerOf } from './offer.ts';
import { type PushState, readPush, turnOn } from './push.ts';

/** Earlier, an answer was stored in the browser alone. */
const oldKey = 'mingshi:push-asked';

type Known = { settings: NotificationSettings; push: PushState };

async function read(api: Api): Promise<Known | undefined> {
  if (localStorage.getItem(oldKey) !== null) {
    await api('POST /api/users/notification-settings/asked');
    localStorage.removeItem(oldKey);
    return undefined;
  }
  const settings = await api('GET /api/users/notification-settings');
  return settings.may_ask ? { settings, push: await readPush(api) } : undefined;
}

type AskToTellProps = { after: 'posted' | 'applied' };

/** Asks who has just posted or applied whether to be told; once, whatever the device, after a no. */
export default function AskToTell({ after }: AskToTellProps) {
  const { locale } = useShell();
  const { value: known } = useRemote({
    read: async (api) => {
      const found = await read(api);
      return found && (await loadTranslations(locale, 'notify')) ? found : null;
    },
  });
  if (!known || !offerOf(known.settings, known.push)) return null;
  return <Question after={after} {...known} />;
}

function Question({ after, settings, push: first }: AskToTellProps & Known) {
  const t = useTranslate();
  const { href } = useShell();
  const { busy, problem, run, refuse } = useAction();
  const [push, setPush] = useState(first);
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  const turn = () =>
    run(turnOn, (now) => {
      setPush(now);
      if (now === 'off') refuse(t('notify.ask.notTurnedOn'));
    });
  const no = () =>
    run(
      (api) => api('POST /api/users/notification-settings/asked'),
      () => setClosed(true),
    );
  if (push === 'on')
    return (
      <Card as="section" className="grid gap-3" role="status">
        <p>{t('notify.ask.done')}</p>
        <ButtonLink to={href('/me/notifications')} className="justify-self-start">
          {t('notify.ask.settings')}
        </ButtonLink>
      </Card>
    );
  const offer = offerOf(settings, push);
  return (
    <Card as="section" className="grid gap-3">
      <h2 className="flex items-center gap-2 text-base">
        <Bell size="1.125rem" className="shrink-0" />
        {t(`notify.ask.${after}`)}
      </h2>
      <p className="text-ink-2 text-sm">{t(`notify.ask.${offer ?? 'denied'}`)}</p>
      <ProblemLine>{problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        {offer === 'push' && (
          <Button loading={busy} onClick={turn}>
            {t('notify.ask.yes')}
          </Button>
        )}
        {offer === 'email' && (
          <ButtonLink to={href('/me/notifications#email')}>{t('notify.ask.yesEmail')}</ButtonLink>
        )}
        <Button variant="quiet" loading={offer !== 'push' && busy} onClick={no}>
          {t('notify.ask.no')}
        </Button>
      </div>
    </Card>
  );
}
