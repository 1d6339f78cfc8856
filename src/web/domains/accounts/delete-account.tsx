import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { useFocusFirst } from '#web/ui/forms/typing.ts';
import { useSecondsLeft } from '#web/ui/use-seconds-left.ts';
import { askForCode, type CodeSent } from './login/ask-for-code.ts';
import { CodeInput } from './login/code-input.tsx';
import { DemoCode } from './login/demo-code.tsx';
import { splitNumber } from './login/phone-number.ts';
import { deleteAccount } from './own-data.ts';
import { endSession } from './session.ts';

type Step = { name: 'closed' } | { name: 'typing' } | { name: 'code'; sent: CodeSent };

/** Permanent: requires a typed word, against haste, and a new code, against another person at this screen. */
export function DeleteAccount() {
  const t = useTranslate();
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
  const t = useTranslate();
  const { root } = useShell();
  const field = useFocusFirst<HTMLInputElement>();
  const [typed, setTyped] = useState('');
  const [waitUntil, setWaitUntil] = useState(0);
  const { busy, problem, run, refuse, clear } = useAction({
    refused: ({ waitSeconds }) => setWaitUntil(Date.now() + waitSeconds * 1000),
  });
  const wait = useSecondsLeft(waitUntil);
  const word = t('me.privacy.deleteWord');
  const send = async () => {
    if (wait > 0) return;
    if (typed.trim().toUpperCase() !== word) return refuse(t('me.privacy.deleteTypedWrong', { word }));
    const to = splitNumber(root?.user.mobile ?? '');
    await run((api) => askForCode(api, { side: 'product', to }), props.onSent);
  };
  return (
    <SendForm onSend={send} className="grid gap-3">
      <Field label={t('me.privacy.deleteTyped', { word })} error={problem} className="lg:max-w-80">
        <Input
          ref={field}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            clear();
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" type="submit" loading={busy} disabled={wait > 0}>
          {wait > 0 ? t('login.waitSeconds', { seconds: wait }) : t('me.privacy.deleteSend')}
        </Button>
        <Button onClick={props.onCancel}>{t('me.cancel')}</Button>
      </div>
    </SendForm>
  );
}

function CodeConfirmation({ sent, onCancel }: { sent: CodeSent; onCancel: () => void }) {
  const t = useTranslate();
  const { href } = useShell();
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const { busy, problem, run, refuse, clear } = useAction({ refresh: true });
  // Not sent automatically at the sixth digit, because it cannot be undone.
  const remove = async () => {
    if (code.length < 6) return refuse(t('login.codeShort'));
    const done = await run(async (api) => {
      await deleteAccount(api, { request_id: sent.request_id, code });
      endSession();
      await navigate(href('/'));
    }, t('me.privacy.deleted'));
    if (done === false) setCode('');
  };
  return (
    <SendForm onSend={remove} className="grid gap-3">
      <p role="status">{t('me.privacy.deleteSent')}</p>
      {sent.demo_code && <DemoCode code={sent.demo_code} onUse={setCode} />}
      <Field label={t('login.code')} error={problem} className="lg:max-w-80">
        <CodeInput
          value={code}
          readOnly={busy}
          onValue={(entered) => {
            setCode(entered);
            clear();
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" type="submit" loading={busy}>
          {t('me.privacy.deleteNow')}
        </Button>
        <Button onClick={onCancel}>{t('me.cancel')}</Button>
      </div>
    </SendForm>
  );
}
