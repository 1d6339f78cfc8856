import MailCheck from 'lucide-react/icons/mail-check';
import { useId, useState } from 'react';
import type { CallData } from '#shared/call.ts';
import { codeExpired, codeWrong } from '#shared/codes/numbers.ts';
import type { Contract } from '#shared/contract.ts';
import { CodeInput } from '#web/domains/accounts/login/code-input.tsx';
import { DemoCode } from '#web/domains/accounts/login/demo-code.tsx';
import { useAction } from '#web/ground/api/use-action.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Notice, ProblemLine } from '#web/ui/feedback/notice.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/waiting.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { useSecondsLeft } from '#web/ui/use-seconds-left.ts';

type Answer = CallData<Contract['GET /api/users/email']> & { demo_code?: string | undefined };
/** With the time of the answer, from which its seconds count. */
type State = Answer & { at: number };
const now = (answer: Answer): State => ({ ...answer, at: Date.now() });

type CardProps = { isHere: boolean; onChanged: () => unknown };

/**
 * The address for mails: none, waiting for its code, verified, or turned off because it takes no mail. Where there is
 * no e-mail, only who has an address from before sees it.
 */
export function EmailAddressCard({ isHere, onChanged }: CardProps) {
  const t = useTranslate();
  const titleId = useId();
  const { value, problem, put, reload } = useRemote<State>({
    read: async (api, before) => ({
      ...now(await api('GET /api/users/email')),
      demo_code: before?.demo_code,
    }),
    // The link in the mail may be opened in another tab.
    refreshOnFocus: true,
  });
  const [isChanging, setChanging] = useState(false);
  const show = (answer: Answer) => {
    setChanging(false);
    put(() => now(answer));
    onChanged();
  };
  if (!isHere && !value?.address) return null;
  return (
    <Card as="section" id="email" aria-labelledby={titleId} className="grid scroll-mt-20 gap-4">
      <div>
        <h2 id={titleId} className="text-lg">
          {t('email.title')}
        </h2>
        {value?.is_available !== false && <p className="text-ink-2 text-sm">{t('email.lead')}</p>}
      </div>
      {!value && problem !== undefined && (
        <ErrorState drawing={null} level={3} onRetry={reload} className="py-2" />
      )}
      {!value && problem === undefined && (
        <Loading className="grid gap-3">
          <Skeleton className="h-6 w-3/5" />
          <Skeleton className="h-11" />
        </Loading>
      )}
      {value && !value.is_available && <p className="text-ink-2">{t('email.notHere')}</p>}
      {value?.address && <Verified state={value} onShow={show} onChange={() => setChanging(true)} />}
      {value?.is_available && value.pending && (
        <Waiting key={value.pending.email} state={value} onShow={show} />
      )}
      {value?.is_available && !value.pending && (isChanging || !value.address) && (
        <AddressForm onShow={show} onCancel={value.address ? () => setChanging(false) : undefined} />
      )}
    </Card>
  );
}

type PartProps = { state: State; onShow: (answer: Answer) => void };

function Verified({ state, onShow, onChange }: PartProps & { onChange: () => void }) {
  const t = useTranslate();
  const { busy, problem, run } = useAction();
  const { address } = state;
  if (!address) return null;
  const { email, off_reason } = address;
  const remove = () =>
    run(
      (api) => api('DELETE /api/users/email'),
      (answer) => onShow(answer),
    );
  const again = () =>
    run(
      (api) => api('POST /api/users/email', { body: { email } }),
      (answer) => onShow(answer),
    );
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 break-all font-semibold">{email}</span>
        <Chip tone={off_reason ? 'amber' : 'jade'}>{t(off_reason ? 'email.off' : 'email.verified')}</Chip>
      </p>
      {off_reason && <Notice>{t(`email.${off_reason}`)}</Notice>}
      <ProblemLine>{problem}</ProblemLine>
      {!state.pending && (
        <div className="flex flex-wrap gap-2">
          {off_reason && state.is_available && (
            <Button loading={busy} onClick={again}>
              {t('email.again')}
            </Button>
          )}
          {state.is_available && (
            <Button disabled={busy} onClick={onChange}>
              {t('email.change')}
            </Button>
          )}
          <Button variant="quiet" disabled={busy} onClick={remove}>
            {t('email.remove')}
          </Button>
        </div>
      )}
    </>
  );
}

type FormProps = Pick<PartProps, 'onShow'> & { onCancel: (() => void) | undefined };

function AddressForm({ onShow, onCancel }: FormProps) {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const [waitUntil, setWaitUntil] = useState(0);
  const wait = useSecondsLeft(waitUntil);
  const { busy, problem, fields, run, refuse, clear } = useAction({
    refused: ({ waitSeconds }) => setWaitUntil(Date.now() + waitSeconds * 1000),
  });
  const send = () => {
    const email = typed.normalize('NFKC').trim();
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return refuse({ email: t('email.wrong') });
    return run(
      (api) => api('POST /api/users/email', { body: { email } }),
      (answer) => onShow(answer),
    );
  };
  return (
    <SendForm onSend={send} className="grid gap-4">
      <Field
        label={t('email.address')}
        help={t('email.private')}
        error={fields.email ?? problem}
        className="lg:max-w-96"
      >
        <Input
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={typed}
          readOnly={busy}
          onChange={({ target }) => {
            setTyped(target.value);
            clear();
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={busy} disabled={wait > 0}>
          {wait > 0 ? t('login.waitSeconds', { seconds: wait }) : t('email.send')}
        </Button>
        {onCancel && (
          <Button variant="quiet" disabled={busy} onClick={onCancel}>
            {t('email.cancel')}
          </Button>
        )}
      </div>
    </SendForm>
  );
}

/** The code from the mail. It is checked as soon as six digits are entered. */
function Waiting({ state, onShow }: PartProps) {
  const t = useTranslate();
  const [code, setCode] = useState('');
  const { busy, problem, run, refuse, clear } = useAction({
    messages: { [codeExpired]: t('email.codeOver') },
    refused: ({ code: why, details }) => {
      if (why !== codeWrong) return false;
      const left = Number(details.tries_left);
      refuse(
        left > 0 ? `${t('email.codeWrong')}${t('login.triesLeft', { count: left })}` : t('email.codeOver'),
      );
      return true;
    },
  });
  const [refusedUntil, setRefusedUntil] = useState(0);
  const wait = useSecondsLeft(Math.max(state.at + (state.pending?.resend_in ?? 0) * 1000, refusedUntil));
  const resending = useAction({
    refused: ({ waitSeconds }) => setRefusedUntil(Date.now() + waitSeconds * 1000),
  });
  if (!state.pending) return null;
  const { email } = state.pending;
  const check = async (entered: string) => {
    if (entered.length < 6) return refuse(t('login.codeShort'));
    const done = await run(
      (api) => api('POST /api/users/email/verify', { body: { code: entered } }),
      (answer) => onShow(answer),
    );
    if (done === false) setCode('');
  };
  const enter = (entered: string) => {
    setCode(entered);
    clear();
    if (entered.length === 6) check(entered);
  };
  const resend = () => {
    clear();
    return resending.run(
      (api) => api('POST /api/users/email', { body: { email } }),
      (answer) => onShow(answer),
    );
  };
  const giveUp = () =>
    resending.run(
      (api) => api('DELETE /api/users/email/pending'),
      (answer) => onShow(answer),
    );
  return (
    <SendForm onSend={() => check(code)} className="grid gap-4">
      <p role="status" className="flex items-start gap-2">
        <MailCheck size="1.125rem" className="mt-[0.3em] shrink-0" />
        <span>
          {t(state.demo_code ? 'email.pending' : 'email.sentTo')}{' '}
          <span className="break-all font-semibold">{email}</span>
          {t(state.demo_code ? 'email.demo' : 'email.sentWhat')}
        </span>
      </p>
      {state.demo_code && <DemoCode code={state.demo_code} onUse={enter} />}
      <Field label={t('login.code')} error={problem} className="lg:max-w-80">
        <CodeInput value={code} readOnly={busy} isFirst={false} fromMessage={false} onValue={enter} />
      </Field>
      <ProblemLine>{resending.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" type="submit" loading={busy}>
          {t('email.verify')}
        </Button>
        <Button loading={resending.busy} disabled={wait > 0} onClick={resend}>
          {wait > 0 ? t('email.resendIn', { seconds: wait }) : t('email.resend')}
        </Button>
        <Button variant="quiet" disabled={busy || resending.busy} onClick={giveUp}>
          {t('email.other')}
        </Button>
      </div>
      <p className="text-ink-2 text-sm">{t('email.spam')}</p>
    </SendForm>
  );
}
