import { useState } from 'react';
import { dayOf, formatDay } from '#shared/hong-kong.ts';
import type { PoliceCheck } from '#shared/trust.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { AboutCheck } from './about-check.tsx';
import { ShareCode } from './share-code.tsx';
import type { PoliceCheckState } from './use-police-check.ts';

type Props = { check: PoliceCheck | undefined; matchId: number; state: PoliceCheckState };

export function PoliceCheckOfTutor({ check, state }: Props) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { locale } = useShell();
  const [correcting, setCorrecting] = useState(false);
  const { busy, run } = state;
  if (!check) return null;
  if (check.status === 'confirmed')
    return (
      <p className="rounded-card bg-jade-soft p-3 text-jade text-sm">{t('policeCheck.tutorConfirmed')}</p>
    );
  if (check.status === 'ended') return <p className="text-ink-2 text-sm">{t('policeCheck.ended')}</p>;
  const isShared = check.status === 'shared';
  const end = async () => {
    const sure = await ask({
      title: t(isShared ? 'policeCheck.takeBackTitle' : 'policeCheck.declineTitle'),
      message: t('policeCheck.declineText'),
      confirmLabel: t(isShared ? 'policeCheck.takeBack' : 'policeCheck.decline'),
      cancelLabel: t('policeCheck.back'),
    });
    if (sure) await run((api) => api('PUT /api/users/police_checks/{id}/end', { params: { id: check.id } }));
  };
  const until = formatDay(dayOf(check.open_until ?? check.asked_at), locale);
  return (
    <>
      <p className="text-sm" role="status">
        {t(isShared ? 'policeCheck.tutorShared' : 'policeCheck.tutorAsked', { date: until })}
      </p>
      {!isShared && <AboutCheck steps="tutorSteps" />}
      {(!isShared || correcting) && (
        <ShareCode checkId={check.id} state={state} onShared={() => setCorrecting(false)} />
      )}
      <div className="flex flex-wrap gap-2">
        {isShared && !correcting && (
          <Button onClick={() => setCorrecting(true)}>{t('policeCheck.correct')}</Button>
        )}
        <Button loading={busy} onClick={end}>
          {t(isShared ? 'policeCheck.takeBack' : 'policeCheck.decline')}
        </Button>
      </div>
    </>
  );
}
