import { useState } from 'react';
import { dayOf, formatDay } from '#shared/hong-kong.ts';
import type { PoliceCheck } from '#shared/trust.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { AboutCheck } from './about-check.tsx';
import type { PoliceCheckState } from './use-police-check.ts';

type Props = { check: PoliceCheck | undefined; matchId: number; state: PoliceCheckState };

export function PoliceCheckOfFamily({ check, matchId, state: { busy, run } }: Props) {
  const t = useTranslate();
  const { locale } = useShell();
  const end = () =>
    run((api) => api('PUT /api/users/police_checks/{id}/end', { params: { id: check?.id ?? 0 } }));
  if (check?.status === 'confirmed')
    return (
      <p className="rounded-card bg-jade-soft p-3 text-jade text-sm">{t('policeCheck.familyConfirmed')}</p>
    );
  if (check?.status === 'shared') return <Shared check={check} run={run} busy={busy} end={end} />;
  if (check?.status === 'asked')
    return (
      <>
        <p className="text-sm" role="status">
          {t('policeCheck.familyAsked', {
            date: formatDay(dayOf(check.open_until ?? check.asked_at), locale),
          })}
        </p>
        <AboutCheck steps="familySteps" />
        <Button loading={busy} className="justify-self-start" onClick={end}>
          {t('policeCheck.cancel')}
        </Button>
      </>
    );
  const waits = check !== undefined && Date.parse(check.may_ask_from) > Date.now();
  return (
    <>
      {check && <p className="text-ink-2 text-sm">{t('policeCheck.ended')}</p>}
      {waits ? (
        <p className="text-ink-2 text-sm">
          {t('policeCheck.askAgain', { date: formatDay(dayOf(check.may_ask_from), locale) })}
        </p>
      ) : (
        <Button
          loading={busy}
          className="justify-self-start"
          onClick={() => run((api) => api('POST /api/users/police_checks', { body: { match_id: matchId } }))}
        >
          {t('policeCheck.ask')}
        </Button>
      )}
      <AboutCheck steps="familySteps" lead={check ? undefined : t('policeCheck.familyLead')} />
    </>
  );
}

type SharedProps = { check: PoliceCheck; end: () => Promise<unknown> } & Pick<
  PoliceCheckState,
  'run' | 'busy'
>;

/** The code, loaded on demand; then the parent's answer, of which only a yes is stored. */
function Shared({ check: { id, open_until }, run, busy, end }: SharedProps) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { locale } = useShell();
  const [shown, setShown] = useState<{ code: string; issued_on: string }>();
  const show = () =>
    run((api) => api('GET /api/users/police_checks/{id}/code', { params: { id } }), setShown);
  const confirm = async () => {
    const sure = await ask({
      title: t('policeCheck.confirmTitle'),
      message: t('policeCheck.confirmText'),
      confirmLabel: t('policeCheck.confirmYes'),
      cancelLabel: t('policeCheck.back'),
    });
    if (sure) await run((api) => api('PUT /api/users/police_checks/{id}/confirm', { params: { id } }));
  };
  return (
    <>
      <p className="text-sm" role="status">
        {t('policeCheck.familyShared', { date: formatDay(dayOf(open_until ?? ''), locale) })}
      </p>
      {shown ? (
        <dl className="grid rounded-card bg-paper-2 p-3">
          <dt className="text-ink-2 text-sm">{t('policeCheck.code')}</dt>
          <dd className="mb-2 select-all font-semibold text-lg tabular-nums">{grouped(shown.code)}</dd>
          <dt className="text-ink-2 text-sm">{t('policeCheck.issuedOn')}</dt>
          <dd className="tabular-nums">{shown.issued_on}</dd>
        </dl>
      ) : (
        <Button variant="primary" loading={busy} className="justify-self-start" onClick={show}>
          {t('policeCheck.show')}
        </Button>
      )}
      <AboutCheck steps="listenSteps" />
      <div className="flex flex-wrap gap-2">
        {shown && (
          <Button variant="primary" loading={busy} onClick={confirm}>
            {t('policeCheck.heard')}
          </Button>
        )}
        <Button loading={busy} onClick={end}>
          {t('policeCheck.end')}
        </Button>
      </div>
      <p className="text-ink-2 text-xs">{t('policeCheck.endHelp')}</p>
    </>
  );
}

const grouped = (code: string) => code.replace(/(\d{4})(?=\d)/g, '$1 ');
