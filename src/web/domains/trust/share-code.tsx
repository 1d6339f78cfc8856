import { useState } from 'react';
import { formatDay } from '#shared/hong-kong.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { CodeForm } from './code-form.tsx';
import type { PoliceCheckState } from './use-police-check.ts';

type Props = { checkId: number; state: PoliceCheckState; onShared: () => void };

/** By one tap where the tutor has entered the code before, else by typing it. */
export function ShareCode({ checkId, state: { run, refuse, busy, fields }, onShared }: Props) {
  const t = useTranslate();
  const { locale } = useShell();
  const [isTyping, setIsTyping] = useState(false);
  const { value, problem } = useRemote({ read: (api) => api('GET /api/users/police_code') });
  const share = (body: { code?: string; issued_on?: string }) =>
    run((api) => api('PUT /api/users/police_checks/{id}/share', { params: { id: checkId }, body }), onShared);
  if (!value && problem === undefined) return null;
  if (value?.kept && !isTyping)
    return (
      <div className="grid justify-items-start gap-2">
        <p className="text-ink-2 text-sm">
          {t('policeCheck.shareKeptText', { issued: formatDay(value.kept.issued_on, locale) })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" loading={busy} onClick={() => share({})}>
            {t('policeCheck.share')}
          </Button>
          <Button variant="quiet" onClick={() => setIsTyping(true)}>
            {t('policeCheck.otherCode')}
          </Button>
        </div>
      </div>
    );
  return (
    <CodeForm
      label={t('policeCheck.share')}
      variant="primary"
      busy={busy}
      fields={fields}
      refuse={refuse}
      onSend={share}
    />
  );
}
