import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useRevalidator } from 'react-router';
import type { AppSide } from '#web/ground/api/renewal.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { type LoginRequest, reasonOf } from '#web/ground/login.ts';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { AiLogin } from './ai-login.tsx';
import { forgetDraft } from './login-draft.ts';
import { firstStep, ProductLogin, type ProductStep } from './product-login.tsx';

type LoginSheetProps = { request: LoginRequest; open: boolean; onClose: () => void };

/** Login and registration. The step is preserved while the sheet is closed. */
export default function LoginSheet({ request, open, onClose }: LoginSheetProps) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [shown, setShown] = useState(request);
  const [side, setSide] = useState<AppSide>(request.side ?? 'product');
  const [step, setStep] = useState<ProductStep>(() => firstStep(request.number));
  if (shown !== request) {
    setShown(request);
    setSide(request.side ?? 'product');
    if (request.number) setStep({ name: 'phone', given: request.number });
  }

  const finish = async () => {
    await revalidate();
    // Synchronously: while the modal is open nothing else can take the focus.
    flushSync(onClose);
    forgetDraft();
    setStep({ name: 'phone' });
    request.onDone?.();
    const here = location.pathname + location.search;
    if (request.returnTo !== here) return navigate(request.returnTo);
    // The element that had the focus may be gone after the login.
    document.getElementById('main')?.focus({ preventScroll: true });
  };

  // Who registers is past logging in.
  const reason = step.name === 'register' ? undefined : reasonOf(request);
  const titles = {
    phone: t('login.sheetTitle'),
    code: t('login.codeTitle'),
    second_factor: t('login.secondFactorTitle'),
    register: t('register.title'),
    old_account: t('login.oldTitle'),
  };
  return (
    <Sheet open={open} onClose={onClose} title={side === 'ai' ? t('aiLogin.title') : titles[step.name]}>
      {reason && <p className="-mt-1 mb-4">{t(`login.for.${reason}`)}</p>}
      {side === 'ai' ? (
        <AiLogin onDone={finish} onUseProduct={() => setSide('product')} />
      ) : (
        <ProductLogin request={request} step={step} onStep={setStep} onDone={finish} onClose={onClose} />
      )}
    </Sheet>
  );
}
