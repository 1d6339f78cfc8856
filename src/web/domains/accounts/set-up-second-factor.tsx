import { useState } from 'react';
import type { CallData } from '#shared/call.ts';
import type { Contract } from '#shared/contract.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { SendForm } from '#web/ui/forms/send-form.tsx';
import { CodeInput } from './login/code-input.tsx';

export type Secret = CallData<Contract['POST /api/users/second_factor/setup']>;
type SetUpProps = { secret: Secret; onConfirmed: (recoveryCodes: readonly string[]) => Promise<void> };

/**
 * The secret is entered into the authenticator app by QR code or by hand; a code from the app proves that it
 * worked.
 */
export function SetUpSecondFactor({ secret, onConfirmed }: SetUpProps) {
  const t = useTranslate();
  const { busy, problem, run, refuse, clear } = useAction();
  const [code, setCode] = useState('');
  const confirm = async (entered: string) => {
    if (entered.length < 6) return refuse(t('login.codeShort'));
    const done = await run(
      (api) => api('POST /api/users/second_factor/confirm', { body: { code: entered } }),
      ({ recovery_codes }) => onConfirmed(recovery_codes),
    );
    if (done === false) setCode('');
  };
  const spaced = secret.secret.replace(/(.{4})(?=.)/g, '$1 ');
  return (
    <Card as="section" className="grid gap-6">
      <div className="grid gap-3">
        <h2 className="text-lg">1. {t('me.security.step1')}</h2>
        <p className="text-ink-2 text-sm">{t('me.security.step1Text')}</p>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(secret.qr_svg)}`}
          alt={t('me.security.qrAlt')}
          className="size-48 rounded-card border border-line bg-[#fff] p-2"
        />
        <p className="text-ink-2 text-sm">{t('me.security.secret')}</p>
        <p className="flex flex-wrap items-center gap-3">
          <code data-secret className="break-all rounded-card bg-paper-2 px-3 py-2 text-sm tracking-wider">
            {spaced}
          </code>
          <CopyButton text={secret.secret} />
        </p>
      </div>
      <SendForm onSend={() => confirm(code)} className="grid gap-3">
        <h2 className="text-lg">2. {t('me.security.step2')}</h2>
        <Field label={t('login.appCode')} error={problem} className="lg:max-w-80">
          <CodeInput
            fromMessage={false}
            value={code}
            readOnly={busy}
            onValue={(entered) => {
              setCode(entered);
              clear();
              if (entered.length === 6) confirm(entered);
            }}
          />
        </Field>
        <Button variant="primary" type="submit" loading={busy} className="lg:justify-self-start">
          {t('me.security.confirm')}
        </Button>
      </SendForm>
    </Card>
  );
}
