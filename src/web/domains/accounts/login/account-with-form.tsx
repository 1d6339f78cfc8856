import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { unnamedFamily } from '#shared/account-defaults.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProblemLine } from '#web/ui/feedback/notice.tsx';
import { Loading } from '#web/ui/feedback/waiting.tsx';
import { CheckRow } from '#web/ui/forms/check-row.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { forgetDraft } from './login-draft.ts';
import { firstStep, ProductLogin, type ProductStep } from './product-login.tsx';
import { AgreeWords, type Registration } from './register-step.tsx';

/** Number, code and consent, inside a form that asks for the rest: there are no other steps of registration. */
export function AccountWithForm() {
  const { path, href } = useShell();
  const { revalidate } = useRevalidator();
  const [step, setStep] = useState<ProductStep>(() => firstStep());
  const [agreed, setAgreed] = useState(false);
  const tick = (error?: string) => (
    <CheckRow
      checked={agreed}
      error={error}
      onChange={(event) => setAgreed(event.target.checked)}
      label={<AgreeWords />}
    />
  );
  const finish = async () => {
    await revalidate();
    forgetDraft();
    document.getElementById('main')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  };
  return (
    <ProductLogin
      request={{ returnTo: href(path), method: 'case_register' }}
      step={step}
      onStep={setStep}
      onDone={finish}
      onClose={() => {}}
      consent={tick()}
      registration={(register) => <Agree agreed={agreed} tick={tick} onRegister={register} />}
    />
  );
}

type AgreeProps = {
  agreed: boolean;
  tick: (error?: string) => React.ReactNode;
  onRegister: (given: Registration) => Promise<void>;
};

/** The number is verified. Who has agreed before goes on at once; who has not is asked here. */
function Agree({ agreed, tick, onRegister }: AgreeProps) {
  const t = useTranslate();
  const { locale } = useShell();
  const { busy, problem, run, refuse, clear } = useAction();
  const register = () =>
    run(() =>
      onRegister({
        name: unnamedFamily[locale],
        gender: 'U',
        identity: 1,
        agreed: true,
        marketing_consent: false,
      }),
    );
  const atOnce = useRef(agreed ? register : undefined);
  useEffect(() => {
    atOnce.current?.();
    atOnce.current = undefined;
  }, []);
  const wasAgreed = useRef(agreed);
  useEffect(() => {
    if (agreed && !wasAgreed.current) clear();
    wasAgreed.current = agreed;
  }, [agreed, clear]);
  if (busy) return <Loading className="py-6 text-center text-ink-2">{t('register.making')}</Loading>;
  return (
    <SendForm
      onSend={() => (agreed ? register() : refuse(t('register.agreeMissing')))}
      className="grid gap-4"
    >
      <p>{t('register.verified')}</p>
      {tick(agreed ? undefined : problem)}
      <ProblemLine>{agreed && problem}</ProblemLine>
      <Button variant="primary" type="submit">
        {t('register.agreeAndGo')}
      </Button>
    </SendForm>
  );
}
