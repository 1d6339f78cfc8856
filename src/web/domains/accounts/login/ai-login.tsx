import { useId, useState } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { keepToken } from '#web/ground/api/renewal.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { sentTo } from './ask-for-code.ts';
import { CodeStep } from './code-step.tsx';
import type { SentCode } from './login-draft.ts';
import { PhoneStep } from './phone-step.tsx';
import { QrLogin } from './qr-login.tsx';

type AiLoginProps = { onDone: () => Promise<void>; onUseProduct: () => void };
const methods = ['qr', 'sms'] as const;

/** Login to the AI side only: with a logged-in phone (QR code), or by SMS. */
export function AiLogin({ onDone, onUseProduct }: AiLoginProps) {
  const t = useTranslate();
  const { root } = useShell();
  const [method, setMethod] = useState<(typeof methods)[number]>(root?.mobile ? 'sms' : 'qr');
  const id = useId();
  const finish = async (token: string) => {
    keepToken('ai', token);
    await onDone();
  };
  return (
    <div className="grid gap-4">
      <div role="tablist" aria-label={t('aiLogin.ways')} className="grid grid-cols-2 border-line border-b">
        {methods.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}${one}`}
            aria-selected={method === one}
            aria-controls={`${id}panel`}
            tabIndex={method === one ? 0 : -1}
            onClick={() => setMethod(one)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
              const other = one === 'qr' ? 'sms' : 'qr';
              setMethod(other);
              document.getElementById(`${id}${other}`)?.focus();
            }}
            className="min-h-11 cursor-pointer border-transparent border-b-2 text-ink-2 aria-selected:border-seal aria-selected:font-bold aria-selected:text-ink"
          >
            {t(`aiLogin.${one}`)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${method}`}>
        {method === 'qr' ? <QrLogin onToken={finish} /> : <SmsLogin onToken={finish} />}
      </div>
      <div className="grid gap-1 border-line border-t pt-3 text-center">
        <p className="text-ink-2 text-sm">{t('aiLogin.productText')}</p>
        <Button variant="quiet" onClick={onUseProduct}>
          {t('aiLogin.useProduct')}
        </Button>
      </div>
    </div>
  );
}

function SmsLogin({ onToken }: { onToken: (token: string) => Promise<void> }) {
  const api = useApi();
  const [asked, setAsked] = useState<SentCode>();
  const [last, setLast] = useState<SentCode>();
  const store = (fresh: SentCode) => {
    setAsked(fresh);
    setLast(fresh);
  };
  if (!asked) return <PhoneStep side="ai" last={last} onSent={store} />;
  const { request_id, to } = asked;
  return (
    <CodeStep
      side="ai"
      asked={asked}
      onResent={store}
      onChangeNumber={() => setAsked(undefined)}
      onCode={async (code) => {
        const body = { request_id, ...sentTo(to), code };
        const { token } = await api('POST /api_ai/user/verify_sms', { body });
        await onToken(token);
      }}
    />
  );
}
