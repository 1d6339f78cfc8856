import { useEffect, useRef, useState } from 'react';
import type { CallData } from '#shared/call.ts';
import type { Contract } from '#shared/contract.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/waiting.tsx';
import { useSecondsLeft } from '#web/ui/use-seconds-left.ts';

type Shown = CallData<Contract['GET /api_ai/user/qrcode']> & { until: number };

const pollEveryMs = 2_000;

/** A QR code to be scanned by a logged-in phone. It is valid for two minutes and logs one browser in. */
export function QrLogin({ onToken }: { onToken: (token: string) => Promise<void> }) {
  const t = useTranslate();
  const [round, setRound] = useState(0);
  const { value: shown, problem } = useRemote({
    key: round,
    read: async (api) => {
      const made = await api('GET /api_ai/user/qrcode');
      return { ...made, until: Date.now() + made.expires_in * 1000 };
    },
  });
  const again = () => setRound(round + 1);
  if (problem !== undefined) return <ErrorState drawing={null} level={3} onRetry={again} className="py-4" />;
  if (shown === undefined)
    return (
      <Loading className="grid justify-items-center gap-3">
        <Skeleton className="size-48" />
        <Skeleton className="h-6 w-40" />
      </Loading>
    );
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <p>{t('aiLogin.qrText')}</p>
      <QrPicture shown={shown} onExpired={again} onToken={onToken} />
    </div>
  );
}

type QrPictureProps = { shown: Shown; onExpired: () => void; onToken: (token: string) => Promise<void> };

function QrPicture({ shown, onExpired, onToken }: QrPictureProps) {
  const t = useTranslate();
  const left = useSecondsLeft(shown.until);
  const expired = useConfirmation(shown, onToken) || left === 0;
  return (
    <>
      <span className="relative block size-48 overflow-hidden rounded-card border border-line bg-[#fff] p-2">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(shown.svg)}`}
          alt={t('aiLogin.qrAlt')}
          className={expired ? 'size-full opacity-10' : 'size-full'}
        />
      </span>
      {!expired && (
        <p className="grid justify-items-center">
          <span className="text-ink-2 text-sm">{t('aiLogin.numberText')}</span>
          <strong data-qr-number className="font-serif text-4xl tracking-widest">
            {shown.number}
          </strong>
        </p>
      )}
      <p role="status" className={expired ? '' : 'sr-only'}>
        {expired && t('aiLogin.expired')}
      </p>
      {expired ? (
        <Button variant="secondary" onClick={onExpired}>
          {t('aiLogin.renew')}
        </Button>
      ) : (
        <p className="text-ink-2 text-sm">
          {t('aiLogin.secondsLeft', {
            time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`,
          })}
        </p>
      )}
    </>
  );
}

/** Polls, while the page is visible, whether the phone has confirmed; true when the code has expired. */
function useConfirmation({ code, until }: Shown, onToken: (token: string) => Promise<void>) {
  const api = useApi();
  const [isExpired, setIsExpired] = useState(false);
  const latest = useRef(onToken);
  latest.current = onToken;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isUnmounted = false;
    setIsExpired(false);
    const poll = async () => {
      if (document.visibilityState === 'visible') {
        // The API client logs a failure; the next poll is two seconds later.
        const answer = await api('GET /api_ai/user/login_status', { query: { code } }).catch(() => undefined);
        // Only one response carries the token: it is used even if the sheet has just been closed.
        if (answer?.status === 'confirmed' && answer.token) return latest.current(answer.token);
        if (isUnmounted) return;
        if (answer?.status === 'expired') return setIsExpired(true);
      }
      if (Date.now() < until + pollEveryMs) timer = setTimeout(poll, pollEveryMs);
    };
    timer = setTimeout(poll, pollEveryMs);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [api, code, until]);
  return isExpired;
}
