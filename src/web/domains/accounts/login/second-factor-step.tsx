import type { ComponentProps } from 'react';
import { type FormEvent, useState } from 'react';
import { useProblemWords } from '#web/ground/api/use-problem.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { useFocusFirst } from '#web/ui/forms/typing.ts';
import { CodeInput } from './code-input.tsx';

/** Only for those who chose it: a code of their authenticator, or one of the recovery codes. */
export function SecondFactorStep({ onCode }: { onCode: (code: string) => Promise<void> }) {
  const t = useWords();
  const problemWords = useProblemWords();
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const [code, setCode] = useState('');
  const [checking, setChecking] = useState(false);
  const [error, setError] = useState<string>();

  const check = async (given: string) => {
    if (checking) return;
    if (given.trim().length < 6)
      return setError(t(kind === 'app' ? 'login.codeShort' : 'login.recoveryShort'));
    setChecking(true);
    setError(undefined);
    try {
      await onCode(given.trim());
    } catch (failure) {
      setCode('');
      setError(problemWords(failure));
      setChecking(false);
    }
  };
  const enter = (given: string) => {
    setCode(given);
    setError(undefined);
    if (kind === 'app' && given.length === 6) check(given);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check(code);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p>{t(kind === 'app' ? 'login.secondFactorText' : 'login.recoveryText')}</p>
      <Field label={t(kind === 'app' ? 'login.appCode' : 'login.recoveryCode')} error={error}>
        {(control) => (
          <SecondFactorInput
            key={kind}
            {...control}
            kind={kind}
            value={code}
            readOnly={checking}
            onValue={enter}
          />
        )}
      </Field>
      <Button variant="primary" type="submit" loading={checking}>
        {t('login.verify')}
      </Button>
      <Button
        variant="quiet"
        onClick={() => {
          setKind(kind === 'app' ? 'recovery' : 'app');
          setCode('');
          setError(undefined);
        }}
      >
        {t(kind === 'app' ? 'login.useRecovery' : 'login.useApp')}
      </Button>
    </form>
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
