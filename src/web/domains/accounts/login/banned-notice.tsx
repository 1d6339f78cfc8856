import { QrCodes } from '#web/domains/reference/qr-codes.tsx';
import { reference } from '#web/domains/reference/store.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/waiting.tsx';

/** Who is banned cannot log in, and reads here where to appeal, and to ask for their data or its deletion. */
export function BannedNotice({ reason }: { reason: unknown }) {
  const t = useTranslate();
  const { locale } = useShell();
  const codes = useRemote({ key: locale, read: (api) => reference(api, locale, 'qr_code') });
  return (
    <Notice tone="seal" role="alert" className="grid gap-3">
      <div>
        <h3 className="text-base">{t('login.bannedTitle')}</h3>
        {typeof reason === 'string' && reason !== '' && (
          <p className="mt-1">{t('login.bannedReason', { reason })}</p>
        )}
        <p className="mt-1">{t('login.bannedText')}</p>
      </div>
      {!codes.value && codes.problem === undefined && <Skeleton className="h-28" />}
      {codes.problem !== undefined && <ErrorState onRetry={codes.reload} retrying={codes.reading} />}
      {codes.value && <QrCodes codes={codes.value} />}
    </Notice>
  );
}
