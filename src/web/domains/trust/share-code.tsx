import { useId, useState } from 'react';
import { today } from '#shared/hong-kong.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { DateInput } from '#web/ui/forms/date-input.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import type { PoliceCheckState } from './use-police-check.ts';

// A copy of the contract's pattern, which would add zod to the bundle.
const checkingCode = /^\d(?:[ -]?\d){7,19}$/;

type Props = { checkId: number; state: PoliceCheckState; onShared: () => void };

/** The code is stored nowhere but in this form until it is sent. */
export function ShareCode({ checkId, state: { run, refuse, busy, fields }, onShared }: Props) {
  const t = useTranslate();
  const [code, setCode] = useState('');
  const [issuedOn, setIssuedOn] = useState('');
  const ids = { code: useId(), issuedOn: useId() };

  const send = async () => {
    const wrong = {
      ...(!checkingCode.test(code.trim()) && { code: t('policeCheck.codeWrong') }),
      ...(issuedOn === '' && { issued_on: t('policeCheck.issuedNeeded') }),
    };
    const first = wrong.code ? ids.code : wrong.issued_on ? ids.issuedOn : undefined;
    if (first) {
      refuse(wrong);
      return document.getElementById(first)?.focus();
    }
    await run(
      (api) =>
        api('PUT /api/users/police_checks/{id}/share', {
          params: { id: checkId },
          body: { code: code.trim(), issued_on: issuedOn },
        }),
      onShared,
    );
  };
  return (
    <SendForm onSend={send} className="grid gap-3">
      <Field id={ids.code} label={t('policeCheck.code')} help={t('policeCheck.codeHelp')} error={fields.code}>
        <Input
          value={code}
          onChange={(event) => setCode(event.target.value)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
        />
      </Field>
      <Field
        id={ids.issuedOn}
        label={t('policeCheck.issuedOn')}
        help={t('policeCheck.issuedHelp')}
        error={fields.issued_on}
      >
        <DateInput value={issuedOn} max={today()} onChange={setIssuedOn} />
      </Field>
      <Button type="submit" variant="primary" loading={busy} className="justify-self-start">
        {t('policeCheck.share')}
      </Button>
    </SendForm>
  );
}
