import type { ComponentProps } from 'react';
import { useState } from 'react';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { useFocusFirst } from '#web/ui/forms/typing.ts';
import { CodeInput } from './code-input.tsx';

/** For users with a second factor: a code of their authenticator app, or a recovery code. */
export function SecondFactorStep({ onCode }: { onCode: (code: string) => Promise<void> }) {
  const t = useTranslate();
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const [code, setCode] = useState('');
  const { busy: checking, problem, run, refuse, clear } = useAction();

  const check = async (entered: string) => {
    if (entered.trim().length < 6)
      return refuse(t(kind === 'app' ? 'login.codeShort' : 'login.recoveryShort'));
    if ((await run(() => onCode(entered.trim()))) === false) setCode('');
  };
  const enter = (entered: string) => {
    setCode(entered);
    clear();
    if (kind === 'app' && entered.length === 6) check(entered);
  };
  return (
    <SendForm onSend={() => check(code)} className="grid gap-4">
      <p>{t(kind === 'app' ? 'login.secondFactorText' : 'login.recoveryText')}</p>
      <Field label={t(kind === 'app' ? 'login.appCode' : 'login.recoveryCode')} error={problem}>
        <SecondFactorInput key={kind} kind={kind} value={code} readOnly={checking} onValue={enter} />
      </Field>
      <Button variant="primary" type="submit" loading={checking}>
        {t('login.verify')}
      </Button>
      <Button
        variant="quiet"
        onClick={() => {
          setKind(kind === 'app' ? 'recovery' : 'app');
          setCode('');
          clear();
        }}
      >
        {t(kind === 'app' ? 'login.useRecovery' : 'login.useApp')}
      </Button>
    </SendForm>
  );
}

type SecondFactorInputProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  kind: 'app' | 'recovery';
  value: string;
  onValue: (code: string) => void;
};

function SecondFactorInput({ kind, ...rest }: SecondFactorInputProps) {
  return kind === 'app' ? <CodeInput {...rest} fromMessage={false} /> : <RecoveryInput {...rest} />;
}

function RecoveryInput({ onValue, ...rest }: Omit<SecondFactorInputProps, 'kind'>) {
  const field = useFocusFirst<HTMLInputElement>();
  return (
    <Input
      {...rest}
      ref={field}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      placeholder="XXXX-XXXX-…"
      onChange={(event) => onValue(event.target.value)}
      className="font-serif tracking-wider"
    />
  );
}
