import { useId, useRef, useState } from 'react';
import { badInput, codeWrong } from '#shared/codes/numbers.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DeskDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import type { Closed } from './console-loader.ts';

/** The operator console before the second factor was passed: the one thing to do about it. */
export function ConsoleLocked({ why }: { why: Closed }) {
  const t = useTranslate();
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
  const t = useTranslate();
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const wrong = t('operator.closed.wrong');
  const { busy, problem, run, refuse, clear } = useAction({
    refresh: true,
    messages: { [codeWrong]: wrong, [badInput]: wrong },
  });
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const send = async () => {
    const typedCode = code.trim();
    if (typedCode === '') refuse(t('operator.closed.needed'));
    else if (await run((api) => api('POST /api/users/second_factor/confirm', { body: { code: typedCode } })))
      return;
    input.current?.focus();
    input.current?.select();
  };
  return (
    <Card className="mx-auto my-8 max-w-md lg:my-12 lg:p-8">
      <h1 className="text-2xl">{t('operator.closed.codeTitle')}</h1>
      <p className="mt-1 text-ink-2">{t('operator.closed.codeText')}</p>
      <SendForm onSend={send} className="mt-5 grid gap-4">
        <Field
          id={id}
          label={t(recovery ? 'operator.closed.recovery' : 'operator.closed.code')}
          error={problem}
        >
          <Input
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
        </Field>
        <Button type="submit" variant="primary" loading={busy}>
          {t('operator.closed.enter')}
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            setRecovery(!recovery);
            setCode('');
            clear();
            input.current?.focus();
          }}
        >
          {t(recovery ? 'operator.closed.useApp' : 'operator.closed.useRecovery')}
        </Button>
      </SendForm>
    </Card>
  );
}
