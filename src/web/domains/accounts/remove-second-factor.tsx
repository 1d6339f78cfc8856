import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useProblemWords } from '#web/ground/api/use-problem.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';

/** Turning it off takes what turning it on gave: a code. */
export function RemoveSecondFactor() {
  const t = useWords();
  const api = useApi();
  const toast = useToast();
  const problemWords = useProblemWords();
  const { revalidate } = useRevalidator();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const given = code.trim();
    if (given.length < 6) return setError(t('login.codeShort'));
    setBusy(true);
    setError(undefined);
    try {
      await api('POST /api/users/second_factor/remove', { body: { code: given } });
      await revalidate();
      toast.success(t('me.security.removed'));
    } catch (failure) {
      setError(problemWords(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card as="section">
      <h2 className="text-lg">{t('me.security.remove')}</h2>
      <p className="mt-1 mb-4 text-ink-2">{t('me.security.removeText')}</p>
      <form noValidate onSubmit={remove} className="grid gap-3 lg:max-w-80">
        <Field label={t('me.security.removeCode')} error={error}>
          {(control) => (
            <Input
              {...control}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              value={code}
              onChange={(event) => {
                setCode(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
        <Button type="submit" loading={busy}>
          {t('me.security.remove')}
        </Button>
      </form>
    </Card>
  );
}
