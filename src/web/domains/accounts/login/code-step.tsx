import { type ReactNode, useState } from 'react';
import { banned } from '#shared/codes/numbers.ts';
import type { AppSide } from '#web/ground/api/renewal.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemLine } from '#web/ui/feedback/notice.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { useSecondsLeft } from '#web/ui/use-seconds-left.ts';
import { askForCode } from './ask-for-code.ts';
import { BannedNotice } from './banned-notice.tsx';
import { CodeInput } from './code-input.tsx';
import { DemoCode } from './demo-code.tsx';
import type { SentCode } from './login-draft.ts';
import { inGroups } from './phone-number.ts';

type CodeStepProps = {
  side: AppSide;
  asked: SentCode;
  /** Checks the code; throws when it is wrong. */
  onCode: (code: string) => Promise<void>;
  onResent: (asked: SentCode) => void;
  onChangeNumber: () => void;
  /** Shown above the button. */
  consent?: ReactNode;
};

const codeWrong = 2001;

/** The code from the SMS. It is checked as soon as six digits are entered. */
export function CodeStep({ side, asked, onCode, onResent, onChangeNumber, consent }: CodeStepProps) {
  const t = useTranslate();
  const [code, setCode] = useState('');
  const {
    busy: checking,
    problem,
    refusal,
    run,
    refuse,
    clear,
  } = useAction({
    refused: ({ code, message, details }) => {
      if (code !== codeWrong) return false;
      const left = Number(details.tries_left);
      refuse(left > 0 ? `${message} ${t('login.triesLeft', { count: left })}` : t('login.noTriesLeft'));
      return true;
    },
  });

  const check = async (entered: string) => {
    if (entered.length < 6) return refuse(t('login.codeShort'));
    if ((await run(() => onCode(entered))) === false) setCode('');
  };
  const enter = (entered: string) => {
    setCode(entered);
    clear();
    if (entered.length === 6) check(entered);
  };
  const number = `+${asked.to.areaCode} ${inGroups(asked.to.national)}`;
  const changeNumber = (
    <button
      type="button"
      onClick={onChangeNumber}
      className="min-h-11 cursor-pointer text-ink-2 text-sm underline underline-offset-4 hover:text-ink"
    >
      {t('login.changeNumber')}
    </button>
  );
  if (refusal?.code === banned)
    return (
      <div className="grid gap-4">
        <p className="flex flex-wrap items-center gap-x-2">
          <span>{number}</span>
          {changeNumber}
        </p>
        <BannedNotice side={side} to={asked.to} details={refusal.details} />
      </div>
    );
  return (
    <SendForm onSend={() => check(code)} className="grid gap-4">
      <p className="flex flex-wrap items-center gap-x-2">
        <span>{t('login.sentTo', { mobile: number })}</span>
        {changeNumber}
      </p>
      {asked.demo_code && <DemoCode code={asked.demo_code} onUse={enter} />}
      <Field label={t('login.code')} error={problem}>
        <CodeInput value={code} readOnly={checking} onValue={enter} />
      </Field>
      {consent}
      <Button variant="primary" type="submit" loading={checking}>
        {t('login.verify')}
      </Button>
      <Resend
        side={side}
        asked={asked}
        onResent={(fresh) => {
          setCode('');
          clear();
          onResent(fresh);
        }}
      />
    </SendForm>
  );
}

type ResendProps = Pick<CodeStepProps, 'side' | 'asked' | 'onResent'>;

function Resend({ side, asked, onResent }: ResendProps) {
  const t = useTranslate();
  const [refusedUntil, setRefusedUntil] = useState(0);
  const wait = useSecondsLeft(Math.max(asked.at + asked.resend_in * 1000, refusedUntil));
  const { busy, problem, run } = useAction({
    refused: ({ waitSeconds }) => setRefusedUntil(Date.now() + waitSeconds * 1000),
  });
  const resend = () =>
    run(
      (api) => askForCode(api, { side, to: asked.to }),
      (sent) => onResent({ ...sent, to: asked.to, at: Date.now() }),
    );
  return (
    <>
      <Button variant="quiet" loading={busy} disabled={wait > 0} onClick={resend}>
        {wait > 0 ? t('login.resendIn', { seconds: wait }) : t('login.resend')}
      </Button>
      <ProblemLine className="text-center">{problem}</ProblemLine>
    </>
  );
}
