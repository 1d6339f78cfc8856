import { useId, useState } from 'react';
import { today } from '#shared/hong-kong.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { DateInput } from '#web/ui/forms/date-input.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import type { PoliceCheckState } from './use-police-check.ts';

// A copy of the contract's pattern, which would add zod to the bundle.
const checkingCode = /^\d(?:[ -]?\d){7,19}$/;

type CodeFormProps = Pick<PoliceCheckState, 'busy' | 'fields' | 'refuse'> & {
  label: string;
  variant?: 'primary' | 'secondary';
  onSend: (given: { code: string; issued_on: string }) => unknown;
};

/**
 * The code is stored nowhere but in these fields until it is sent. They may stand inside another form, so they are none of
 * their own.
 */
export function CodeForm({ label, variant = 'secondary', busy, fields, refuse, onSend }: CodeFormProps) {
  const t = useTranslate();
  const [code, setCode] = useState('');
  const [issuedOn, setIssuedOn] = useState('');
  const ids = { code: useId(), issuedOn: useId() };

  const send = () => {
    const wrong = {
      ...(!checkingCode.test(code.trim()) && { code: t('policeCheck.codeWrong') }),
      ...(issuedOn === '' && { issued_on: t('policeCheck.issuedNeeded') }),
    };
    const first = wrong.code ? ids.code : wrong.issued_on ? ids.issuedOn : undefined;
    if (first) {
      refuse(wrong);
      return document.getElementById(first)?.focus();
    }
    onSend({ code: code.trim(), issued_on: issuedOn });
  };
  return (
    <div className="grid gap-3">
      <Field id={ids.code} label={t('policeCheck.code')} help={t('policeCheck.codeHelp')} error={fields.code}>
        <Input
          value={code}
          onChange={(event) => setCode(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
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
      <Button variant={variant} loading={busy} className="justify-self-start" onClick={send}>
        {label}
      </Button>
    </div>
  );
}
