import { type FormEvent, useState } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import type { Face } from '#web/ground/api/renewal.ts';
import { isCode, useProblemWords, waitOf } from '#web/ground/api/use-problem.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { useSecondsLeft } from '#web/ui/use-seconds-left.ts';
import { askForCode } from './ask-for-code.ts';
import { CodeInput } from './code-input.tsx';
import { DemoCode } from './demo-code.tsx';
import type { Asked } from './login-draft.ts';
import { inGroups } from './phone-number.ts';

type CodeStepProps = {
  side: Face;
  asked: Asked;
  /** Checks the code; throws when it is not right. */
  onCode: (code: string) => Promise<void>;
  onResent: (asked: Asked) => void;
  onChangeNumber: () => void;
};

const codeWrong = 2001;

/** The code from the message. Six digits are enough to go on. */
export function CodeStep({ side, asked, onCode, onResent, onChangeNumber }: CodeStepProps) {
  const t = useWords();
  const [code, setCode] = useState('');
  const [checking, setChecking] = useState(false);
  const [error, setError] = useState<string>();
  const problemWords = useProblemWords();

  const check = async (given: string) => {
    if (checking) return;
    if (given.length < 6) return setError(t('login.codeShort'));
    setChecking(true);
    setError(undefined);
    try {
      await onCode(given);
    } catch (failure) {
      setCode('');
      setError(wordsOf(failure));
      setChecking(false);
    }
  };
  const wordsOf = (failure: unknown) => {
    const words = problemWords(failure);
    if (!isCode(failure, codeWrong)) return words;
    const left = Number(failure.details.tries_left);
    return left > 0 ? `${words} ${t('login.triesLeft', { count: left })}` : t('login.noTriesLeft');
  };
  const enter = (given: string) => {
    setCode(given);
    setError(undefined);
    if (given.length === 6) check(given);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check(code);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="flex flex-wrap items-center gap-x-2">
        <span>{t('login.sentTo', { mobile: `+${asked.to.areaCode} ${inGroups(asked.to.national)}` })}</span>
        <button
          type="button"
          onClick={onChangeNumber}
          className="min-h-11 cursor-pointer text-ink-2 text-sm underline underline-offset-4 hover:text-ink"
        >
          {t('login.changeNumber')}
        </button>
      </p>
      {asked.demo_code && <DemoCode code={asked.demo_code} onUse={enter} />}
      <Field label={t('login.code')} error={error}>
        {(control) => <CodeInput {...control} value={code} readOnly={checking} onValue={enter} />}
      </Field>
      <Button variant="primary" type="submit" loading={checking}>
        {t('login.verify')}
      </Button>
      <Resend
        side={side}
        asked={asked}
        onResent={(fresh) => {
          setCode('');
          setError(undefined);
          onResent(fresh);
        }}
        onProblem={setError}
      />
    </form>
  );
}

type ResendProps = Pick<CodeStepProps, 'side' | 'asked' | 'onResent'> & {
  onProblem: (words: string) => void;
};

export function Resend({ side, asked, onResent, onProblem }: ResendProps) {
  const t = useWords();
  const api = useApi();
  const problemWords = useProblemWords();
  const [busy, setBusy] = useState(false);
  const [refusedUntil, setRefusedUntil] = useState(0);
  const wait = useSecondsLeft(Math.max(asked.at + asked.resend_in * 1000, refusedUntil));
  const resend = async () => {
    setBusy(true);
    try {
      const sent = await askForCode(api, { side, to: asked.to });
      onResent({ ...sent, to: asked.to, at: Date.now() });
    } catch (failure) {
      setRefusedUntil(Date.now() + waitOf(failure) * 1000);
      onProblem(problemWords(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="quiet" loading={busy} disabled={wait > 0} onClick={resend}>
      {wait > 0 ? t('login.resendIn', { seconds: wait }) : t('login.resend')}
    </Button>
  );
}
