import ChevronDown from 'lucide-react/icons/chevron-down';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useWords } from '#web/words.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Field } from '../ui/field.tsx';
import { controlClass, Input } from '../ui/input.tsx';
import { useMessageBox } from '../ui/message-box.tsx';
import { grouped } from './format.ts';
import { Problem } from './parts.tsx';
import { useDeed } from './use-deed.ts';

const kinds = ['paper', 'assistant', 'voice'] as const;
type Kind = (typeof kinds)[number];

const wholeUpTo = (typed: string, most: number) => {
  const value = /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : 0;
  return value >= 1 && value <= most ? value : undefined;
};

export function GrantForm({ userId }: { userId: number }) {
  const t = useWords();
  const ask = useMessageBox();
  const { run, busy, problem } = useDeed();
  const [kind, setKind] = useState<Kind>('paper');
  const [amount, setAmount] = useState('');
  const [days, setDays] = useState('');
  const [wrong, setWrong] = useState<{ amount?: string; days?: string }>({});
  // The same until it has worked: sent twice, given once.
  const key = useRef<string>(undefined);
  const ids = { amount: useId(), days: useId() };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const much = wholeUpTo(amount, 1_000_000);
    const long = days.trim() === '' ? undefined : wholeUpTo(days, 3650);
    const found = {
      ...(much === undefined && { amount: t('operator.grant.amountNeeded') }),
      ...(days.trim() !== '' && long === undefined && { days: t('operator.grant.daysWrong') }),
    };
    setWrong(found);
    const first = found.amount ? ids.amount : found.days ? ids.days : undefined;
    if (first || much === undefined) return document.getElementById(first ?? ids.amount)?.focus();
    const confirmed = await ask({
      title: t('operator.grant.confirmTitle'),
      message: t('operator.grant.confirmText', {
        kind: t(`operator.grant.kinds.${kind}`),
        amount: grouped(much),
      }),
      confirmLabel: t('operator.grant.give'),
      cancelLabel: t('operator.cancel'),
    });
    if (!confirmed) return;
    key.current ??= crypto.randomUUID();
    const body = { kind, amount: much, days: long, key: key.current };
    const done = await run({
      work: (api) => api('POST /api/operator/users/{id}/quota', { params: { id: userId }, body }),
      done: t('operator.grant.done'),
    });
    if (!done) return;
    key.current = undefined;
    setAmount('');
    setDays('');
  };
  /** Another gift than the one that may have arrived needs a key of its own. */
  const change = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    key.current = undefined;
    set(event.target.value);
  };
  return (
    <form noValidate onSubmit={send} className="grid gap-4">
      <Problem>{problem}</Problem>
      <Field label={t('operator.grant.kind')}>
        {(control) => (
          <span className="relative block">
            <select
              {...control}
              value={kind}
              onChange={change((value) => setKind(value as Kind))}
              className={cx(controlClass, 'cursor-pointer appearance-none pr-10')}
            >
              {kinds.map((one) => (
                <option key={one} value={one}>
                  {t(`operator.grant.kinds.${one}`)}
                </option>
              ))}
            </select>
            <ChevronDown
              aria-hidden
              size="1.125rem"
              strokeWidth={1.5}
              className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-ink-2"
            />
          </span>
        )}
      </Field>
      <div className="grid grid-cols-2 items-start gap-3">
        <Field id={ids.amount} label={t('operator.grant.amount')} error={wrong.amount}>
          {(control) => (
            <Input
              {...control}
              value={amount}
              onChange={change(setAmount)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={7}
              className="tabular-nums"
            />
          )}
        </Field>
        <Field
          id={ids.days}
          label={t('operator.grant.days')}
          optional
          help={t('operator.grant.daysHelp')}
          error={wrong.days}
        >
          {(control) => (
            <Input
              {...control}
              value={days}
              onChange={change(setDays)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              className="tabular-nums"
            />
          )}
        </Field>
      </div>
      <Button type="submit" loading={busy} className="justify-self-start">
        {t('operator.grant.give')}
      </Button>
    </form>
  );
}
