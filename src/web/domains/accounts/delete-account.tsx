import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AppSide } from '#web/ground/api/renewal.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ProblemLine } from '#web/ui/feedback/notice.tsx';
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
export function DeleteAccount({ side }: { side: AppSide }) {
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
          side={side}
          onSent={(sent) => setStep({ name: 'code', sent })}
          onCancel={() => setStep({ name: 'closed' })}
        />
      )}
      {step.name === 'code' && (
        <CodeConfirmation side={side} sent={step.sent} onCancel={() => setStep({ name: 'closed' })} />
      )}
    </Card>
  );
}

/** What stays with others: the copies that they took of shared threads and papers. */
function CopiesOfOthers({ side }: { side: AppSide }) {
  const t = useTranslate();
  const { value: copies, problem } = useRemote({
    key: side,
    read: (api) => api(side === 'ai' ? 'GET /api_ai/user/copies' : 'GET /api/users/copies'),
  });
  if (problem !== undefined) return <ProblemLine>{t('me.privacy.copiesUnknown')}</ProblemLine>;
  if (copies === undefined) return null;
  const list = [
    ...copies.threads.map((one) => ({ ...one, kind: t('me.privacy.copiedThread') })),
    ...copies.papers.map((one) => ({ ...one, kind: t('me.privacy.copiedPaper') })),
  ];
  return (
    <section aria-labelledby="copies" className="rounded-card bg-paper-2 p-4 text-sm">
      <h3 id="copies" className="font-semibold">
        {t('me.privacy.copiesTitle')}
      </h3>
      <p className="mt-1">{t(list.length > 0 ? 'me.privacy.copiesText' : 'me.privacy.copiesNone')}</p>
      {list.length > 0 && (
        <ul className="mt-2 grid max-h-60 gap-1 overflow-y-auto">
          {list.map(({ kind, title, copies: count }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two threads may have one title, and the list never changes
            <li key={at} className="flex gap-2">
              <span className="min-w-0 grow break-words">
                {t('me.privacy.copiedItem', { kind, title: title || t('me.privacy.copiedUntitled') })}
              </span>
              <span className="shrink-0 text-ink-2">{t('me.privacy.copiesCount', { count })}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type TypedProps = { side: AppSide; onSent: (sent: CodeSent) => void; onCancel: () => void };

function TypedConfirmation({ side, ...props }: TypedProps) {
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
    const to = splitNumber((side === 'ai' ? root?.aiUser.mobile : root?.user.mobile) ?? '');
    await run((api) => askForCode(api, { side, to }), props.onSent);
  };
  return (
    <SendForm onSend={send} className="grid gap-3">
      <CopiesOfOthers side={side} />
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

type CodeProps = { side: AppSide; sent: CodeSent; onCancel: () => void };

function CodeConfirmation({ side, sent, onCancel }: CodeProps) {
  const t = useTranslate();
  const { href } = useShell();
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const { busy, problem, run, refuse, clear } = useAction({ refresh: true });
  // Not sent automatically at the sixth digit, because it cannot be undone.
  const remove = async () => {
    if (code.length < 6) return refuse(t('login.codeShort'));
    const done = await run(async (api) => {
      await deleteAccount(api, side, { request_id: sent.request_id, code });
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
