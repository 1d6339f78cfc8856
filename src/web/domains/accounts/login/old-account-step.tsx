import { useState } from 'react';
import type { CallData } from '#shared/call.ts';
import { answerWrong } from '#shared/codes/numbers.ts';
import type { Contract } from '#shared/contract.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemLine } from '#web/ui/feedback/notice.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { useFocusFirst } from '#web/ui/forms/typing.ts';

type Verified = CallData<Contract['POST /api/users/verify_sms']>;
export type OldAccountQuestion = Extract<Verified, { status: 'old_account' }>['asks'];

type OldAccountStepProps = {
  asks: OldAccountQuestion;
  onAnswer: (answer: string) => Promise<void>;
  onLeave: () => Promise<void>;
  onClose: () => void;
};

/** Nobody has used the number for a year: asks whether it is still the same person's. */
export function OldAccountStep({ asks, onAnswer, onLeave, onClose }: OldAccountStepProps) {
  const t = useTranslate();
  const [isLeaving, setLeaving] = useState(false);
  if (isLeaving) return <Leave onLeave={onLeave} onBack={() => setLeaving(false)} />;
  return (
    <div className="grid gap-4">
      <p>{t('login.oldText')}</p>
      {asks === 'nothing' ? <p>{t('login.oldNothing')}</p> : <Question asks={asks} onAnswer={onAnswer} />}
      <PageLink
        to="/lost-number"
        onClick={onClose}
        className="inline-flex min-h-11 items-center justify-self-start text-sm underline underline-offset-4"
      >
        {t('login.oldAskUs')}
      </PageLink>
      <div className="grid gap-2 border-line border-t pt-4">
        <p className="text-ink-2 text-sm">{t('login.oldNewOwner')}</p>
        <Button onClick={() => setLeaving(true)}>{t('login.oldLeave')}</Button>
      </div>
    </div>
  );
}

function Question({
  asks,
  onAnswer,
}: Pick<OldAccountStepProps, 'onAnswer'> & { asks: 'second_factor' | 'name' }) {
  const t = useTranslate();
  const field = useFocusFirst<HTMLInputElement>();
  const [answer, setAnswer] = useState('');
  const { busy, problem, run, refuse, clear } = useAction({
    refused: ({ code, message, details }) => {
      if (code !== answerWrong) return false;
      const left = Number(details.tries_left);
      refuse(left > 0 ? `${message}${t('login.triesLeft', { count: left })}` : t('login.oldNothing'));
      return true;
    },
  });
  const send = () =>
    answer.trim() ? run(() => onAnswer(answer.trim())) : refuse(t('login.oldAnswerMissing'));
  return (
    <SendForm onSend={send} className="grid gap-4">
      <Field
        label={t(asks === 'name' ? 'login.oldName' : 'login.appCode')}
        help={asks === 'name' ? t('login.oldNameHelp') : undefined}
        error={problem}
      >
        <Input
          ref={field}
          autoComplete={asks === 'name' ? 'name' : 'one-time-code'}
          maxLength={60}
          value={answer}
          readOnly={busy}
          onChange={(event) => {
            setAnswer(event.target.value);
            clear();
          }}
        />
      </Field>
      <Button variant="primary" type="submit" loading={busy}>
        {t('login.verify')}
      </Button>
    </SendForm>
  );
}

/** Sealing the former account is not undone by a tap, so it is asked once more. */
function Leave({ onLeave, onBack }: { onLeave: () => Promise<void>; onBack: () => void }) {
  const t = useTranslate();
  const { busy, problem, run } = useAction();
  return (
    <div className="grid gap-4">
      <p>{t('login.oldLeaveText')}</p>
      <ProblemLine>{problem}</ProblemLine>
      <Button variant="primary" loading={busy} onClick={() => run(onLeave)}>
        {t('login.oldLeaveNow')}
      </Button>
      <Button variant="quiet" disabled={busy} onClick={onBack}>
        {t('login.oldBack')}
      </Button>
    </div>
  );
}
