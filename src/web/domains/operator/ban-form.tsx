import { useId, useState } from 'react';
import { notAllowed } from '#shared/codes/numbers.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input, Textarea } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { useStoredForm } from '#web/ui/forms/stored-form.ts';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { Problem } from './parts.tsx';

/** Bans an account, or without one a number that is entered. */
export function BanForm({ userId }: { userId?: number }) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { form, change, forget } = useStoredForm(`mingshi:operator:ban:${userId ?? 'number'}`, {
    reason: '',
  });
  const { run, busy, problem, fields } = useAction({
    refresh: true,
    messages: { [notAllowed]: t('operator.bans.own') },
  });
  const [areaCode, setAreaCode] = useState('852');
  const [mobile, setMobile] = useState('');
  const [missing, setMissing] = useState<{ mobile?: string; reason?: string }>({});
  const ids = { mobile: useId(), reason: useId() };

  const send = async () => {
    if (busy) return;
    const reason = form.reason.trim();
    const wrong = {
      ...(userId === undefined &&
        mobile.replace(/\D/g, '').length < 4 && { mobile: t('operator.users.mobileNeeded') }),
      ...(reason === '' && { reason: t('operator.bans.reasonNeeded') }),
    };
    setMissing(wrong);
    const first = wrong.mobile ? ids.mobile : wrong.reason ? ids.reason : undefined;
    if (first) return document.getElementById(first)?.focus();
    const confirmed = await ask({
      title: t('operator.bans.confirmTitle'),
      message: t('operator.bans.what'),
      confirmLabel: t(userId === undefined ? 'operator.bans.banNumber' : 'operator.bans.ban'),
      cancelLabel: t('operator.cancel'),
    });
    if (!confirmed) return;
    const whom =
      userId === undefined ? { mobile, area_code: areaCode.replace(/\D/g, '') } : { user_id: userId };
    const done = await run(
      (api) => api('POST /api/operator/bans', { body: { ...whom, reason } }),
      t('operator.bans.done'),
    );
    if (!done) return;
    forget();
    setMobile('');
  };
  return (
    <SendForm onSend={send} className="grid gap-4">
      <Problem>{problem}</Problem>
      {userId === undefined ? (
        <div className="flex items-start gap-2">
          <Field label={t('operator.users.areaCode')} error={fields.area_code} className="w-20 shrink-0">
            <Input
              value={areaCode}
              onChange={(event) => setAreaCode(event.target.value)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={5}
            />
          </Field>
          <Field
            id={ids.mobile}
            label={t('operator.users.mobile')}
            error={missing.mobile ?? fields.mobile}
            className="min-w-0 grow"
          >
            <Input
              value={mobile}
              onChange={(event) => setMobile(event.target.value)}
              inputMode="tel"
              autoComplete="off"
              maxLength={24}
            />
          </Field>
        </div>
      ) : (
        <p className="text-sm">{t('operator.bans.what')}</p>
      )}
      <Field
        id={ids.reason}
        label={t('operator.bans.reason')}
        help={t('operator.bans.reasonHelp')}
        error={missing.reason ?? fields.reason}
      >
        <Textarea
          rows={3}
          maxLength={500}
          value={form.reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </Field>
      <Button type="submit" variant="primary" loading={busy} className="justify-self-start">
        {t(userId === undefined ? 'operator.bans.banNumber' : 'operator.bans.ban')}
      </Button>
    </SendForm>
  );
}
