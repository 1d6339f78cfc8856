import { type FormEvent, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { codes } from '#shared/codes/codes.ts';
import { ApiError } from '#web/ground/api/api.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DeskDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import type { Closed } from './desk-loader.ts';

const codeWrong: (typeof codes)['codeWrong']['code'] = 2001;
const badInput: (typeof codes)['badInput']['code'] = 1001;

/** The desk before its operator has shown the second factor: the one thing to do about it. */
export function ClosedDesk({ why }: { why: Closed }) {
  const t = useWords();
  const { href } = useShell();
  if (why === 'code') return <ShowCode />;
  return (
    <EmptyState
      level={1}
      drawing={<DeskDrawing />}
      title={t('operator.closed.setUpTitle')}
      text={t('operator.closed.setUpText')}
      action={
        <ButtonLink variant="primary" to={href('/me/security')}>
          {t('operator.closed.setUp')}
        </ButtonLink>
      }
    />
  );
}

function ShowCode() {
  const t = useWords();
  const api = useApi();
  const { revalidate } = useRevalidator();
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const refuse = (words: string) => {
    setProblem(words);
    input.current?.focus();
    input.current?.select();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (code.trim() === '') return refuse(t('operator.closed.needed'));
    setBusy(true);
    try {
      await api('POST /api/users/second_factor/confirm', { body: { code: code.trim() } });
      await revalidate();
    } catch (error) {
      if (!(error instanceof ApiError)) refuse(t('operator.notDone'));
      else if (error.code === codeWrong || error.code === badInput) refuse(t('operator.closed.wrong'));
      else refuse(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card className="mx-auto my-8 max-w-md lg:my-12 lg:p-8">
      <h1 className="text-2xl">{t('operator.closed.codeTitle')}</h1>
      <p className="mt-1 text-ink-2">{t('operator.closed.codeText')}</p>
      <form noValidate onSubmit={send} className="mt-5 grid gap-4">
        <Field
          id={id}
          label={t(recovery ? 'operator.closed.recovery' : 'operator.closed.code')}
          error={problem}
        >
          {(control) => (
            <Input
              {...control}
              ref={input}
              value={code}
              onChange={(event) => setCode(event.target.value)}
              inputMode={recovery ? 'text' : 'numeric'}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={20}
              className="text-lg tabular-nums tracking-widest"
            />
          )}
        </Field>
        <Button type="submit" variant="primary" loading={busy}>
          {t('operator.closed.enter')}
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            setRecovery(!recovery);
            setCode('');
            setProblem(undefined);
            input.current?.focus();
          }}
        >
          {t(recovery ? 'operator.closed.useApp' : 'operator.closed.useRecovery')}
        </Button>
      </form>
    </Card>
  );
}
