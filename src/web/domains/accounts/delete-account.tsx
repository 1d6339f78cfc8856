import { type FormEvent, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useProblemWords, waitOf } from '#web/ground/api/use-problem.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { useFocusFirst } from '#web/ui/forms/typing.ts';
import { useSecondsLeft } from '#web/ui/use-seconds-left.ts';
import { askForCode, type CodeSent } from './login/ask-for-code.ts';
import { CodeInput } from './login/code-input.tsx';
import { DemoCode } from './login/demo-code.tsx';
import { splitNumber } from './login/phone-number.ts';
import { deleteAccount } from './own-data.ts';
import { endSession } from './session.ts';

type Step = { name: 'closed' } | { name: 'typing' } | { name: 'code'; sent: CodeSent };

/** For good: a typed word against haste, and a fresh code against somebody else at this screen. */
export function DeleteAccount() {
  const t = useWords();
  const [step, setStep] = useState<Step>({ name: 'closed' });
  return (
    <Card as="section" className="grid gap-4 border-seal/40">
      <div>
        <h2 className="text-lg">{t('me.privacy.deleteTitle')}</h2>
        <p className="mt-1 text-ink-2">{t('me.privacy.deleteText')}</p>
      </div>
      {step.name === 'closed' && (
        <Button className="justify-self-start" onClick={() => setStep({ name: 'typing' })}>
          {t('me.privacy.deleteStart')}
        </Button>
      )}
      {step.name === 'typing' && (
        <TypedConfirmation
          onSent={(sent) => setStep({ name: 'code', sent })}
          onCancel={() => setStep({ name: 'closed' })}
        />
      )}
      {step.name === 'code' && (
        <CodeConfirmation sent={step.sent} onCancel={() => setStep({ name: 'closed' })} />
      )}
    </Card>
  );
}

function TypedConfirmation(props: { onSent: (sent: CodeSent) => void; onCancel: () => void }) {
  const t = useWords();
  const api = useApi();
  const { root } = useShell();
  const problemWords = useProblemWords();
  const field = useFocusFirst<HTMLInputElement>();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [waitUntil, setWaitUntil] = useState(0);
  const wait = useSecondsLeft(waitUntil);
  const word = t('me.privacy.deleteWord');
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || wait > 0) return;
    if (typed.trim().toUpperCase() !== word) return setError(t('me.privacy.deleteTypedWrong', { word }));
    setBusy(true);
    try {
      props.onSent(await askForCode(api, { side: 'product', to: splitNumber(root?.user.mobile ?? '') }));
    } catch (failure) {
      setWaitUntil(Date.now() + waitOf(failure) * 1000);
      setError(problemWords(failure));
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={send} className="grid gap-3">
      <Field label={t('me.privacy.deleteTyped', { word })} error={error} className="lg:max-w-80">
        {(control) => (
          <Input
            {...control}
            ref={field}
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setError(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && event.nativeEvent.isComposing) event.preventDefault();
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" type="submit" loading={busy} disabled={wait > 0}>
          {wait > 0 ? t('login.waitSeconds', { seconds: wait }) : t('me.privacy.deleteSend')}
        </Button>
        <Button onClick={props.onCancel}>{t('me.cancel')}</Button>
      </div>
    </form>
  );
}

function CodeConfirmation({ sent, onCancel }: { sent: CodeSent; onCancel: () => void }) {
  const t = useWords();
  const api = useApi();
  const toast = useToast();
  const { href } = useShell();
  const problemWords = useProblemWords();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  // Not by itself at the sixth digit: this cannot be undone.
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (code.length < 6) return setError(t('login.codeShort'));
    setBusy(true);
    try {
      await deleteAccount(api, { request_id: sent.request_id, code });
    } catch (failure) {
      setCode('');
      setError(problemWords(failure));
      return setBusy(false);
    }
    endSession();
    await navigate(href('/'));
    await revalidate();
    toast.success(t('me.privacy.deleted'));
  };
  return (
    <form noValidate onSubmit={remove} className="grid gap-3">
      <p role="status">{t('me.privacy.deleteSent')}</p>
      {sent.demo_code && <DemoCode code={sent.demo_code} onUse={setCode} />}
      <Field label={t('login.code')} error={error} className="lg:max-w-80">
        {(control) => (
          <CodeInput
            {...control}
            value={code}
            readOnly={busy}
            onValue={(given) => {
              setCode(given);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" type="submit" loading={busy}>
          {t('me.privacy.deleteNow')}
        </Button>
        <Button onClick={onCancel}>{t('me.cancel')}</Button>
      </div>
    </form>
  );
}
