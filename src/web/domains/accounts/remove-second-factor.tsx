import { useState } from 'react';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';

/** Turning the second factor off requires a code, as turning it on does. */
export function RemoveSecondFactor() {
  const t = useTranslate();
  const { busy, problem, run, refuse, clear } = useAction({ refresh: true });
  const [code, setCode] = useState('');
  const remove = async () => {
    const entered = code.trim();
    if (entered.length < 6) return refuse(t('login.codeShort'));
    await run(
      (api) => api('POST /api/users/second_factor/remove', { body: { code: entered } }),
      t('me.security.removed'),
    );
  };
  return (
    <Card as="section">
      <h2 className="text-lg">{t('me.security.remove')}</h2>
      <p className="mt-1 mb-4 text-ink-2">{t('me.security.removeText')}</p>
      <SendForm onSend={remove} className="grid gap-3 lg:max-w-80">
        <Field label={t('me.security.removeCode')} error={problem}>
          <Input
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            value={code}
            onChange={(event) => {
              setCode(event.target.value);
              clear();
            }}
          />
        </Field>
        <Button type="submit" loading={busy}>
          {t('me.security.remove')}
        </Button>
      </SendForm>
    </Card>
  );
}
