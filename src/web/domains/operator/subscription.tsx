import { useRef, useState } from 'react';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { useMessageBox } from '#web/ui/overlays/message-box.tsx';
import { Problem } from './parts.tsx';

const mostDays = 3650;

/** Unlimited pages and messages, for a number of days. */
export function Subscription({ userId, isSubscribed }: { userId: number; isSubscribed: boolean }) {
  const t = useTranslate();
  const ask = useMessageBox();
  const { run, busy, problem } = useAction({ refresh: true });
  const [days, setDays] = useState('30');
  const [wrong, setWrong] = useState<string>();
  // The idempotency key, the same until the request has succeeded: sent twice, granted once.
  const key = useRef<string>(undefined);

  const give = async () => {
    const count = /^\d{1,4}$/.test(days.trim()) ? Number(days) : 0;
    const isWrong = count < 1 || count > mostDays;
    setWrong(isWrong ? t('operator.subscription.daysWrong') : undefined);
    if (isWrong) return;
    const sure = await ask({
      title: t('operator.subscription.giveTitle'),
      message: t('operator.subscription.giveText', { days: count }),
      confirmLabel: t('operator.subscription.give'),
      cancelLabel: t('operator.cancel'),
    });
    if (!sure) return;
    key.current ??= crypto.randomUUID();
    const body = { days: count, key: key.current };
    const done = await run(
      (api) => api('POST /api/operator/users/{id}/subscription', { params: { id: userId }, body }),
      t('operator.subscription.given'),
    );
    if (done) key.current = undefined;
  };
  const end = async () => {
    const sure = await ask({
      title: t('operator.subscription.endTitle'),
      message: t('operator.subscription.endText'),
      confirmLabel: t('operator.subscription.end'),
      cancelLabel: t('operator.cancel'),
    });
    if (!sure) return;
    await run(
      (api) => api('DELETE /api/operator/users/{id}/subscription', { params: { id: userId } }),
      t('operator.subscription.ended'),
    );
  };
  return (
    <SendForm onSend={give} className="grid gap-4">
      <Problem>{problem}</Problem>
      <p className="text-sm">
        {t(isSubscribed ? 'operator.subscription.running' : 'operator.subscription.none')}
      </p>
      <Field label={t('operator.subscription.days')} error={wrong}>
        <Input
          value={days}
          onChange={({ target }) => {
            key.current = undefined;
            setDays(target.value);
          }}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          className="tabular-nums"
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={busy}>
          {t('operator.subscription.give')}
        </Button>
        {isSubscribed && (
          <Button loading={busy} onClick={end}>
            {t('operator.subscription.end')}
          </Button>
        )}
      </div>
    </SendForm>
  );
}
