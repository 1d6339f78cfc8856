import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { notAllowed } from '#shared/codes/numbers.ts';
import { causes } from '#shared/safety/limits.ts';
import type { Cause } from '#shared/safety/standing.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input, Textarea } from '#web/ui/forms/input.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { useStoredForm } from '#web/ui/forms/stored-form.ts';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { Problem } from './parts.tsx';

/** Bans a number that has no account. One that has is banned on its user's page, where all that follows is listed. */
export function BanForm() {
  const t = useTranslate();
  const ask = useMessageBox();
  const navigate = useNavigate();
  const { href } = useShell();
  const { form, change, forget } = useStoredForm('mingshi:operator:ban:number', { reason: '' });
  const { run, busy, problem, fields } = useAction({
    refresh: true,
    messages: { [notAllowed]: t('operator.bans.own') },
  });
  const [areaCode, setAreaCode] = useState('852');
  const [mobile, setMobile] = useState('');
  const [cause, setCause] = useState<Cause>('other');
  const [missing, setMissing] = useState<{ mobile?: string; reason?: string }>({});
  const ids = { mobile: useId(), reason: useId() };

  const send = async () => {
    if (busy) return;
    const reason = form.reason.trim();
    const wrong = {
      ...(mobile.replace(/\D/g, '').length < 4 && { mobile: t('operator.users.mobileNeeded') }),
      ...(reason === '' && { reason: t('operator.bans.reasonNeeded') }),
    };
    setMissing(wrong);
    const first = wrong.mobile ? ids.mobile : wrong.reason ? ids.reason : undefined;
    if (first) return document.getElementById(first)?.focus();
    const number = { mobile, area_code: areaCode.replace(/\D/g, '') };
    let owner: number | undefined;
    const looked = await run(async (api) => {
      owner = (await api('GET /api/operator/users', { query: number })).list[0]?.id;
    });
    if (!looked) return;
    if (owner !== undefined) return navigate(href(`/operator/users/${owner}`));
    const confirmed = await ask({
      title: t('operator.bans.confirmTitle'),
      message: t('operator.bans.what'),
      confirmLabel: t('operator.bans.banNumber'),
      cancelLabel: t('operator.cancel'),
    });
    if (!confirmed) return;
    const done = await run(
      (api) => api('POST /api/operator/bans', { body: { ...number, cause, reason } }),
      t('operator.bans.done'),
    );
    if (!done) return;
    forget();
    setMobile('');
  };
  return (
    <SendForm onSend={send} className="grid gap-4">
      <Problem>{problem}</Problem>
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
      <Field label={t('operator.standing.cause')}>
        <Select
          value={cause}
          onChange={(event) => setCause(event.target.value as Cause)}
          options={causes
            .map((one) => `<option value=${one}>${t(`operator.standing.causes.${one}`)}`)
            .join('')}
        />
      </Field>
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
        {t('operator.bans.banNumber')}
      </Button>
    </SendForm>
  );
}
