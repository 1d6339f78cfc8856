import { type ReactNode, useState } from 'react';
import type { CallData } from '#shared/call.ts';
import { banned } from '#shared/codes/numbers.ts';
import type { Contract } from '#shared/contract.ts';
import { ApiError } from '#web/ground/api/api.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import type { LoginRequest, TypedNumber } from '#web/ground/login.ts';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { keepSession } from '../session.ts';
import { sentTo } from './ask-for-code.ts';
import { CodeStep } from './code-step.tsx';
import type { SentCode } from './login-draft.ts';
import { keepDraft, readDraft } from './login-draft.ts';
import { likelyIdentity, methodOf } from './login-request.ts';
import { type OldAccountQuestion, OldAccountStep } from './old-account-step.tsx';
import { isAlive, PhoneStep } from './phone-step.tsx';
import { RegisterStep, type Registration } from './register-step.tsx';
import { SampleLogins } from './sample-logins.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';

export type ProductStep =
  | { name: 'phone'; given?: TypedNumber | undefined; notice?: string | undefined }
  | { name: 'code'; asked: SentCode }
  | { name: 'second_factor'; challenge: string }
  | { name: 'old_account'; challenge: string; asks: OldAccountQuestion }
  | { name: 'register'; ticket: string };

type ProductLoginProps = {
  request: LoginRequest;
  step: ProductStep;
  onStep: (step: ProductStep) => void;
  onDone: () => Promise<void>;
  onClose: () => void;
  /** Shown above the button of the number and of the code. */
  consent?: ReactNode;
  /** Asks for less than the details of an account, where a form asks for the rest. */
  registration?: ((register: (given: Registration) => Promise<void>) => ReactNode) | undefined;
};
type Verified = CallData<Contract['POST /api/users/verify_sms']>;

const ticketInvalid = 2006;

/** After a reload the visitor is at the same step again, unless another number was typed meanwhile. */
export function firstStep(number?: TypedNumber): ProductStep {
  const { asked, ticket } = number ? {} : readDraft();
  if (ticket) return { name: 'register', ticket };
  return asked && isAlive(asked) ? { name: 'code', asked } : { name: 'phone', given: number };
}

/** A banned number is refused once its code was right, which is used up then. */
function forgetUsedCode(error: unknown): never {
  if (error instanceof ApiError && error.code === banned) keepDraft({ asked: undefined });
  throw error;
}

/** From the number to the session: the code, then registration or the second factor where needed. */
export function ProductLogin({
  request,
  step,
  onStep,
  onDone,
  onClose,
  consent,
  registration,
}: ProductLoginProps) {
  const t = useTranslate();
  const api = useApi();
  const [last, setLast] = useState(() => readDraft().asked);

  const continueWith = async (answer: Verified) => {
    // The code is used up.
    keepDraft({ asked: undefined });
    if (answer.status === 'register') {
      keepDraft({ ticket: answer.ticket });
      return onStep({ name: 'register', ticket: answer.ticket });
    }
    if (answer.status === 'old_account')
      return onStep({ name: 'old_account', challenge: answer.challenge, asks: answer.asks });
    if (answer.status === 'second_factor')
      return onStep({ name: 'second_factor', challenge: answer.challenge });
    keepSession(answer);
    await onDone();
  };
  /** The proof of the number expires after a while; then the visitor starts again with the number. */
  const orStartAgain = async (work: Promise<void>) => {
    try {
      await work;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== ticketInvalid) throw error;
      keepDraft({ ticket: undefined });
      onStep({ name: 'phone', notice: error.message });
    }
  };
  const storeSentCode = (asked: SentCode) => {
    setLast(asked);
    keepDraft({ asked, ticket: undefined });
    onStep({ name: 'code', asked });
  };

  if (step.name === 'phone')
    return (
      <div className="grid gap-2">
        <PhoneStep
          side="product"
          given={step.given}
          notice={step.notice}
          last={last}
          consent={consent}
          onSent={storeSentCode}
        />
        <PageLink
          to="/lost-number"
          onClick={onClose}
          className="inline-flex min-h-11 items-center justify-self-center text-ink-2 text-sm underline underline-offset-4 hover:text-ink"
        >
          {t('login.lostNumber')}
        </PageLink>
        {!registration && <SampleLogins onNumber={(given) => onStep({ name: 'phone', given })} />}
      </div>
    );
  if (step.name === 'code') {
    const { request_id, to } = step.asked;
    return (
      <CodeStep
        side="product"
        asked={step.asked}
        consent={consent}
        onResent={storeSentCode}
        onChangeNumber={() => onStep({ name: 'phone' })}
        onCode={async (code) =>
          continueWith(
            await api('POST /api/users/verify_sms', { body: { request_id, ...sentTo(to), code } }).catch(
              forgetUsedCode,
            ),
          )
        }
      />
    );
  }
  if (step.name === 'old_account') {
    const { challenge, asks } = step;
    return (
      <OldAccountStep
        asks={asks}
        onClose={onClose}
        onAnswer={(answer) =>
          orStartAgain(
            api('POST /api/users/old_account_login', { body: { challenge, answer } }).then(continueWith),
          )
        }
        onLeave={() =>
          orStartAgain(api('POST /api/users/old_account_leave', { body: { challenge } }).then(continueWith))
        }
      />
    );
  }
  if (step.name === 'second_factor') {
    const { challenge } = step;
    const show = async (code: string) =>
      continueWith(await api('POST /api/users/second_factor_login', { body: { challenge, code } }));
    return <SecondFactorStep onCode={(code) => orStartAgain(show(code))} />;
  }
  const { ticket } = step;
  const method = methodOf(request);
  const register = (given: Registration) =>
    orStartAgain(
      api('POST /api/common_info/simple_registration', {
        body: { ...given, ticket, registration_method: method },
      }).then(continueWith),
    );
  return registration ? (
    registration(register)
  ) : (
    <RegisterStep likely={likelyIdentity(request)} onRegister={register} />
  );
}
