import { useId, useRef, useState } from 'react';
import { useAction } from '#web/ground/api/use-action.ts';
import { grouped } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/forms/check-row.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { Problem } from './parts.tsx';

const families = ['paper', 'assistant', 'voice'] as const;
type Family = (typeof families)[number];
/** The format of the second part of a quota kind. */
const partPattern = /^[a-z0-9-]{1,40}$/;

const wholeUpTo = (typed: string, most: number) => {
  const value = /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : 0;
  return value >= 1 && value <= most ? value : undefined;
};

export function GrantForm({ userId }: { userId: number }) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { run, busy, problem } = useAction({ refresh: true });
  const [family, setFamily] = useState<Family>('paper');
  const [part, setPart] = useState('');
  const [unlimited, setUnlimited] = useState(false);
  const [amount, setAmount] = useState('');
  const [days, setDays] = useState('');
  const [wrong, setWrong] = useState<{ part?: string; amount?: string; days?: string }>({});
  // The idempotency key, the same until the request has succeeded: sent twice, granted once.
  const key = useRef<string>(undefined);
  const ids = { part: useId(), amount: useId(), days: useId() };

  const send = async () => {
    if (busy) return;
    const grantAmount = unlimited ? null : wholeUpTo(amount, 1_000_000);
    const only = part.trim().toLowerCase();
    const grantDays = days.trim() === '' ? undefined : wholeUpTo(days, 3650);
    const found = {
      ...(only !== '' && !partPattern.test(only) && { part: t('operator.grant.partWrong') }),
      ...(grantAmount === undefined && { amount: t('operator.grant.amountNeeded') }),
      ...(days.trim() !== '' && grantDays === undefined && { days: t('operator.grant.daysWrong') }),
    };
    setWrong(found);
    const [first] = Object.keys(found) as (keyof typeof ids)[];
    if (first || grantAmount === undefined) return document.getElementById(ids[first ?? 'amount'])?.focus();
    const kind = t(`operator.grant.kinds.${family}`);
    const confirmed = await ask({
      title: t('operator.grant.confirmTitle'),
      message: t('operator.grant.confirmText', {
        kind: only ? `${kind} ${only}` : kind,
        amount: grantAmount === null ? t('operator.grant.unlimited') : `+${grouped(grantAmount)}`,
      }),
      confirmLabel: t('operator.grant.give'),
      cancelLabel: t('operator.cancel'),
    });
    if (!confirmed) return;
    key.current ??= crypto.randomUUID();
    const body = {
      kind: only ? `${family}:${only}` : family,
      amount: grantAmount,
      days: grantDays,
      key: key.current,
    };
    const done = await run(
      (api) => api('POST /api/operator/users/{id}/quota', { params: { id: userId }, body }),
      t('operator.grant.done'),
    );
    if (!done) return;
    key.current = undefined;
    setPart('');
    setUnlimited(false);
    setAmount('');
    setDays('');
  };
  /** A changed form needs a new key, because the previous request may have arrived. */
  const change = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    key.current = undefined;
    set(event.target.value);
  };
  return (
    <SendForm onSend={send} className="grid gap-4">
      <Problem>{problem}</Problem>
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-3">
        <Field label={t('operator.grant.kind')}>
          <Select
            value={family}
            onChange={change((value) => setFamily(value as Family))}
            options={families
              .map((one) => `<option value=${one}>${t(`operator.grant.kinds.${one}`)}`)
              .join('')}
          />
        </Field>
        <Field
          id={ids.part}
          label={t('operator.grant.part')}
          optional
          help={t(`operator.grant.partHelp.${family}`)}
          error={wrong.part}
        >
          <Input
            value={part}
            onChange={change(setPart)}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
          />
        </Field>
      </div>
      <div className="grid grid-cols-2 items-start gap-3">
        <Field id={ids.amount} label={t('operator.grant.amount')} error={wrong.amount}>
          <Input
            value={unlimited ? '' : amount}
            disabled={unlimited}
            onChange={change(setAmount)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            className="tabular-nums"
          />
        </Field>
        <Field
          id={ids.days}
          label={t('operator.grant.days')}
          optional
          help={t('operator.grant.daysHelp')}
          error={wrong.days}
        >
          <Input
            value={days}
            onChange={change(setDays)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            className="tabular-nums"
          />
        </Field>
      </div>
      <CheckRow
        label={t('operator.grant.unlimited')}
        checked={unlimited}
        onChange={(event) => {
          key.current = undefined;
          setUnlimited(event.target.checked);
        }}
      />
      <Button type="submit" loading={busy} className="justify-self-start">
        {t('operator.grant.give')}
      </Button>
    </SendForm>
  );
}
